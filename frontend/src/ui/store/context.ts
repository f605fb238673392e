import { provide, table } from "../../widgets/context";
import type { TableStore } from "./table_store.svelte";

/** Gives the store to all that is drawn within. */
export const provideStore: (store: TableStore) => void = provide;

/** Returns the store of the page. */
export const tableStore = table<TableStore>;
