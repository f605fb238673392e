/** The reality check, in a part that is loaded once the table is there. */

import { mount } from "svelte";
import type { TableStore } from "../ui/store.svelte";
import Check from "./Check.svelte";

/** Follows the stay of whoever is signed in; a visitor is shown nothing. */
export function follow(store: TableStore): void {
  mount(Check, { target: document.body, props: { store } });
}
