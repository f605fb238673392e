/** Blackjack: seven boxes against the bank, every card face up. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BlackjackPlay } from "./play.svelte";

export const BLACKJACK: Game = {
  cards: CARDS,
  clearing: "top",
  options: () => import("./options"),
  refusals: async () => (await import("./refusals")).REFUSALS,
  begin: (table) => new BlackjackPlay(table),
  Felt,
  Console,
};
