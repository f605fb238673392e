import { getContext, setContext } from "svelte";
import type { TableStore } from "./store.svelte";

const KEY = Symbol("table");

export function provide(store: TableStore): void {
  setContext(KEY, store);
}

export function table(): TableStore {
  return getContext<TableStore>(KEY);
}
