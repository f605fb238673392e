/** Trente et quarante: two rows of cards, four chances, and the refait at thirty-one. */

import type { Game } from "../contract";
import Console from "../wheel/Console.svelte";
import { CARDS } from "./cards";
import Felt from "./Felt.svelte";
import { TrenteEtQuarantePlay } from "./play.svelte";

export const TRENTE_ET_QUARANTE: Game = {
  cards: CARDS,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/trente_et_quarante/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new TrenteEtQuarantePlay(table),
  Felt,
  Console,
};
