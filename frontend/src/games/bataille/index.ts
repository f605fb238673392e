/** La bataille: a card for each box and one for the bank, and a battle where they are equal. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { BataillePlay } from "./play.svelte";

export const BATAILLE: Game = {
  cards: CARDS,
  clearing: "top",
  refusals: async () => (await import("../../wire/words/bataille/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new BataillePlay(table),
  Felt,
  Console,
};
