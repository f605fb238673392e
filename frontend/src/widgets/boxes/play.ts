/** What a game whose players stake on boxes gives to what is drawn of them. */

import type { Play } from "../../games/contract";
import type { Table } from "../../games/table";
import type { Staking } from "../chips/staking.svelte";

export interface BoxPlay extends Play {
  readonly table: Table;
  readonly staking: Staking;
  readonly view: { readonly phase: string } | null;
  /** The last round is over and no stake of the next one lies on the layout. */
  readonly resting: boolean;
}
