/** Coin toss: a coin, and two sides to stake on. */

import type { Game } from "../contract";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { CoinTossPlay } from "./play.svelte";

export const COIN_TOSS: Game = {
  cards: null,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/coin_toss/refusals")).REFUSALS,
  begin: (table) => new CoinTossPlay(table),
  Felt,
  Console,
};
