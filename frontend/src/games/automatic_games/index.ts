/** The machines: a position with its reels or cards, its credits and its meters. */

import type { Game } from "../contract";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { MachinePlay } from "./play.svelte";
import { INSTEAD } from "./words";

export const AUTOMATIC_GAMES: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  instead: INSTEAD,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/automatic_games/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new MachinePlay(table),
  Felt,
  Console,
};
