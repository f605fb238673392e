/** Chemin de fer: players against each other, one of them banker; cards that lie face down. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { NOTES } from "./notes";
import { CheminDeFerPlay } from "./play.svelte";
import { INSTEAD } from "./words";

export const CHEMIN_DE_FER: Game = {
  cards: CARDS,
  notes: NOTES,
  instead: INSTEAD,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/chemin_de_fer/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new CheminDeFerPlay(table),
  Felt,
  Console,
};
