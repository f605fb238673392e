/** Boule: a ball, a bowl of nine numbers, and the 5 that is the bank's. */

import type { Game } from "../contract";
import Console from "../wheel/Console.svelte";
import Felt from "./Felt.svelte";
import { BoulePlay } from "./play.svelte";

export const BOULE: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/boule/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new BoulePlay(table),
  Felt,
  Console,
};
