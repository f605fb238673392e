import { table, type WidgetTable } from "../widgets/context";
import type { Watch } from "./watch.svelte";

/** What the parts about fairness show and do of a table. */
export interface FairnessTable extends WidgetTable {
  readonly watch: Watch | null;
  /** Keeps the wishes of this device. */
  savePrefs(): void;
}

/** Returns the table that the page shows. */
export const fairnessTable = table<FairnessTable>;
