/** Craps: two dice, thrown by one of the players. */

import type { Game } from "../contract";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { CrapsPlay } from "./play.svelte";

export const CRAPS: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/craps/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new CrapsPlay(table),
  Felt,
  Console,
};
