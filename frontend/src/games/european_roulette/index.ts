/** European roulette: one ball, one zero, and a layout that everybody shares. */

import type { Game } from "../contract";
import Console from "../wheel/Console.svelte";
import Felt from "./Felt.svelte";
import { RoulettePlay } from "./play.svelte";

export const EUROPEAN_ROULETTE: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/european_roulette/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new RoulettePlay(table),
  Felt,
  Console,
};
