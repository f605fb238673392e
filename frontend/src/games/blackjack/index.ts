/** Blackjack: seven boxes against the bank, every card face up. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BlackjackPlay } from "./play.svelte";

export const BLACKJACK: Game = {
  cards: CARDS,
  clearing: "top",
  refusals: async () => (await import("../../wire/words/blackjack/refusals")).REFUSALS,
  prices: async () => (await import("./Strategy.svelte")).default,
  practice: async () => (await import("./Practice.svelte")).default,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new BlackjackPlay(table),
  Felt,
  Console,
};
