/** Blackjack: seven boxes against the bank, every card face up. */

import type { Game } from "../contract";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BlackjackPlay } from "./play.svelte";
import { REFUSALS } from "./refusals";

export const BLACKJACK: Game = {
  shoe: true,
  refusals: REFUSALS,
  begin: (table) => new BlackjackPlay(table),
  Felt,
  Console,
};
