/** Punto banco: two hands against each other, and everybody stakes against the house. */

import type { Game } from "../contract";
import { CARDS } from "./cards";
import Console from "./Console.svelte";
import Felt from "./Felt.svelte";
import { PuntoBancoPlay } from "./play.svelte";

export const PUNTO_BANCO: Game = {
  cards: CARDS,
  clearing: "middle",
  notes: ["punto_banco.stake"],
  refusals: async () => (await import("../../wire/words/punto_banco/refusals")).REFUSALS,
  help: async () => (await import("./help")).HELP,
  begin: (table) => new PuntoBancoPlay(table),
  Felt,
  Console,
};
