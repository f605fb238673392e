/** The reality check, in a part that is loaded once the table is there. */

import { mount } from "svelte";
import type { TableStore } from "../ui/store/table_store.svelte";
import RealityCheck from "./RealityCheck.svelte";

/** Follows the stay of whoever is signed in; a visitor is shown nothing. */
export function follow(store: TableStore): void {
  mount(RealityCheck, { target: document.body, props: { store } });
}
