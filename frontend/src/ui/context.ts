import { getContext, setContext } from "svelte";
import type { Play } from "../games/contract";
import type { TableStore } from "./store.svelte";

const KEY = Symbol("table");

export function provide(store: TableStore): void {
  setContext(KEY, store);
}

/** Returns the table that the page shows. */
export function table(): TableStore {
  return getContext<TableStore>(KEY);
}

/** Returns the game's own part; a game names the type that its `begin` makes. */
export function playOf<P extends Play>(): P {
  return table().play as P;
}
