/** The reality check, in a part that is loaded once the table is there. */

import { mount } from "svelte";
import type { PlayedTable } from "./played_table";
import RealityCheck from "./RealityCheck.svelte";

/** Follows the stay of whoever is signed in; a visitor is shown nothing. */
export function mountRealityCheck(store: PlayedTable): void {
  mount(RealityCheck, { target: document.body, props: { store } });
}
