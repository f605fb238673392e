import type { Play } from "../games/contract";
import type { Table } from "../games/table";

/** What of a table tells who plays, and whether a moment lies between two rounds. */
export interface PlayedTable extends Pick<Table, "lang" | "you" | "busy" | "frame"> {
  readonly play: Pick<Play, "staked">;
}
