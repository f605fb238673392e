/** American roulette: one ball, 0 and 00, and chips in the colour of each player. */

import type { Game } from "../contract";
import Console from "../wheel/Console.svelte";
import Felt from "./Felt.svelte";
import { AmericanRoulettePlay } from "./play.svelte";

export const AMERICAN_ROULETTE: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/american_roulette/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new AmericanRoulettePlay(table),
  Felt,
  Console,
};
