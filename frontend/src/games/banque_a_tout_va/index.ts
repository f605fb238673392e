/** Banque à tout va: one banker plays two tableaux at once. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BanquePlay } from "./play.svelte";

export const BANQUE_A_TOUT_VA: Game = {
  cards: CARDS,
  notes: ["banque_a_tout_va.stake"],
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/banque_a_tout_va/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new BanquePlay(table),
  Felt,
  Console,
};
