/** Blackjack: seven boxes against the bank, every card face up. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import { POTS } from "../../wire/words/blackjack/names";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BlackjackPlay } from "./play.svelte";

export const BLACKJACK: Game = {
  cards: CARDS,
  clearing: "top",
  refusals: async () => (await import("../../wire/words/blackjack/refusals")).REFUSALS,
  pots: POTS,
  begin: (table) => new BlackjackPlay(table),
  Felt,
  Console,
};
