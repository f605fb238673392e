/** The big wheel: 54 segments, seven chances, and a pointer. */

import type { Game } from "../contract";
import Console from "../wheel/Console.svelte";
import Felt from "./Felt.svelte";
import { BigWheelPlay } from "./play.svelte";

export const BIG_WHEEL: Game = {
  cards: null,
  fell: async () => (await import("./fell")).fell,
  clearing: "middle",
  refusals: async () => (await import("../../wire/words/big_wheel/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new BigWheelPlay(table),
  Felt,
  Console,
};
