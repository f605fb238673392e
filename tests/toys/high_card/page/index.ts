/** High card: a card for each box, and one for the house. */

import type { Game } from "../contract";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { CARDS, HighCardPlay } from "./play.svelte";

export const HIGH_CARD: Game = {
  cards: CARDS,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/high_card/refusals")).REFUSALS,
  begin: (table) => new HighCardPlay(table),
  Felt,
  Console,
};
