/** The table that widgets are drawn for, given to them by the page around them. */

import { getContext, setContext } from "svelte";
import type { Game, Play } from "../games/contract";
import type { Table } from "../games/table";
import type { Frame } from "../wire/types";

/** What opens over the table. */
export type PanelName = "rules" | "shoe" | "settings" | "auto" | "chat" | "cash" | "practice";

/** What widgets show and do of a table, beside what a game may. */
export interface WidgetTable extends Table {
  readonly game: Game;
  readonly play: Play;
  /** What the jackpots hold; newer than the frame when another table has fed them since. */
  readonly pots: Frame["floor"]["pots"];
  /** The part of the running clock that is left, 1 to 0. */
  readonly left: number;
  panel: PanelName | null;

  /** I have said that I wish to play, and hold no box yet. */
  readonly wishes: boolean;
  /** Says that I wish to play and have no box, or no longer. */
  wish(wishes: boolean): void;
  /** The box that is due to me, though another holds it beside his own (HOUSE-22). */
  readonly due: number | null;

  /** What verifies the cards; `null` until it is loaded. */
  readonly watch: {
    /** The faces that were opened in this round and the one before. */
    readonly marks: ReadonlySet<string>;
    /** What is said while nobody plays for whom a shoe would be made. */
    readonly waiting: string;
    /** What is said while nothing falls before the beacon's round. */
    readonly awaits: string | null;
  } | null;
  /** What stakes again for me; `null` until it is loaded, and at a table without a layout. */
  readonly autoplay: {
    readonly offered: boolean;
    again(): void;
    say(word: "auto" | "again", fills?: Record<string, string>): string;
  } | null;
}

const KEY = Symbol("table");
const PLAY = Symbol("play");

export function provide(table: WidgetTable): void {
  setContext(KEY, table);
}

/**
 * Returns the table that the page shows. A part of the page names what it needs of it as `T`: the
 * store, which is provided, declares that it is each of these (`ui/store/table_store.svelte.ts`).
 */
export function table<T extends object = WidgetTable>(): T {
  return getContext<T>(KEY);
}

/** Lets what is drawn within be of another game than the table's. */
export function playWithin(play: Play): void {
  setContext(PLAY, play);
}

/** Returns the game's own part; a game names the type that its `begin` makes. */
export function playOf<P extends Play>(): P {
  return (getContext<Play | undefined>(PLAY) ?? table().play) as P;
}
