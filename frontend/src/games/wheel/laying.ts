/** What the places, the layout and the console of a game of draws want of its store. */

import type { Translate } from "../../core/i18n";
import type { Staking } from "../../widgets/chips/staking.svelte";
import type { Play } from "../contract";
import type { Table } from "../table";

export interface Laying extends Play {
  readonly table: Table;
  readonly say: Translate<"waiting" | "go">;
  readonly staking: Staking;
  /** What was drawn has still to fall, or to be shown. */
  readonly spinning: boolean;
  /** My stakes that wait for my choice between half and prison; in a game that has it. */
  readonly choices?: readonly unknown[] | undefined;
  /** What the place that is pointed at wins on. */
  pointed: ReadonlySet<number>;
  /** Touching a position takes a chip back. */
  taking: boolean;
}
