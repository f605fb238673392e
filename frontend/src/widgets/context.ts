import { getContext, setContext } from "svelte";
import type { Play } from "../games/contract";
import type { TableStore } from "../ui/store/table_store.svelte";

const KEY = Symbol("table");
const PLAY = Symbol("play");

export function provide(store: TableStore): void {
  setContext(KEY, store);
}

/** Returns the table that the page shows. */
export function table(): TableStore {
  return getContext<TableStore>(KEY);
}

/** Lets what is drawn within be of another game than the table's. */
export function playWithin(play: Play): void {
  setContext(PLAY, play);
}

/** Returns the game's own part; a game names the type that its `begin` makes. */
export function playOf<P extends Play>(): P {
  return (getContext<Play | undefined>(PLAY) ?? table().play) as P;
}
