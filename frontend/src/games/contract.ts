/**
 * What a game is to the page: how it draws its part of a table. What it is given to do so is `table.ts`.
 *
 * The frame (`ui/`, `widgets/`) keeps the socket, the queue of frames, the wallet, the clock, the panels and the
 * notices, and knows no game. A game is a folder beside this file with an `index.ts` that exports a
 * {@link Game}, and one line in the register `index.ts`. It is loaded when a table of it is opened.
 *
 * A game knows no rules either: what may be done the server lists (`options`), what may be staked
 * it bounds (`limits`).
 *
 * @module
 */

import type { Component } from "svelte";
import type { HouseEdge } from "../core/edges";
import type { Instead, Language } from "../core/i18n";
import type { Decisions } from "../core/keys";
import type { Refusals } from "../core/refusals";
import type { Plan } from "../core/reveal";
import type { Command } from "../core/connection/socket";
import type { Staking } from "../widgets/chips/staking.svelte";
import type { Frame, Refusal } from "../wire/types";
import type { AnyEvent, AnyOwn, AnyView, Table } from "./table";

/** What the table does now, in a word or two. */
export interface Status {
  main: string;
  /** Whose turn, which box. */
  sub: string | null;
  /** It waits for me. */
  mine: boolean;
}

/** One game at one table: its part of the store. Getters must be reactive. */
export interface Play {
  /** Chips being laid on spots; `null` for a game that stakes otherwise. */
  readonly staking: Staking | null;
  readonly status: Status;
  /** Whether the running clock is the players' and is shown. */
  readonly clocked: boolean;
  /** Whether the clock runs for me: its last seconds are spoken and ticked. */
  readonly awaitsMe: boolean;
  /** My chips that lie on the layout, in minor units: the wallet lacks them only for now. */
  readonly staked: number;
  /** Least and most stake for the head of the page; `most` is `null` where there is no bound. */
  readonly bounds: { least: number; most: number | null };
  /** What may be staked, one sentence each, for the rules panel. */
  readonly limits: readonly string[];
  /** The stop card is out: this is the last round of the shoe. Games without a shoe say no. */
  readonly stopCard: boolean;
  /** The letters of its decisions. */
  readonly keys: Decisions;

  /** Returns how to show a frame; called before it is the table's frame. */
  plan(frame: Frame): Plan;
  /** A frame has become the table's; nothing of its plan is unveiled yet. */
  arrived(frame: Frame, before: Frame | null): void;
  /** What is mine alone has come: at once with its frame, or right after it. */
  owned?(): void;
  /** Everything of the frame is shown: the time to tell whose turn it is, and what was won. */
  shown(frame: Frame): void;
  /** A command of mine was refused; the notice is shown next. */
  refused(command: Command | undefined, refusal: Refusal): void;
  /** Returns what a screen reader hears of a frame; empty when nothing is worth saying. */
  narrate(frame: Frame): string;
  /** Gives the command of this kind if it is on offer now; says whether it was. */
  decide(command: string): boolean;
  /** Returns a past round's result in a few characters. */
  past(result: string): string;
}

/** How a game is played, in one language. */
export interface Help {
  /** The letters of its decisions, in a sentence. */
  readonly keys?: string;
  /** In a few short parts: a heading, then paragraphs. */
  readonly parts: readonly (readonly [string, ...string[]])[];
  /** What a first visitor is shown: a place on the page, as a selector, and a sentence or two. */
  readonly tour: readonly (readonly [string, string])[];
}

export type HelpWords = Readonly<Record<Language, Help>>;

/** Where a game's cards lie, for whoever verifies them. */
export interface Cards {
  /** Returns the faces that lie open in what everybody sees. */
  lying(view: AnyView): readonly string[];
  /** Returns the faces that only I see. */
  own?(own: AnyOwn): readonly string[];
  /** Returns the faces that left the shoe face up in these events, in their order. */
  turned(events: readonly AnyEvent[], before: AnyView): readonly string[];
}

/** A draw's first values; a place is `null` where nothing shown says what fell there. */
export type Fallen = readonly (number | null)[];

/**
 * Returns the values of the draw that fell in an event, which led from one view to another; `null`
 * in events in which nothing fell. `before` is `null` where nothing was seen before.
 */
export type Fell = (event: AnyEvent, view: AnyView, before: AnyView | null) => Fallen | null;

/** A game of the register. */
export interface Game {
  /** Its cards, which come from a shoe; `null` for a game of draws. */
  readonly cards: Cards | null;
  /** Loads what tells which values of its draw fell, for whoever compares them with the draw. */
  readonly fell?: () => Promise<Fell>;
  /** What the frame says otherwise at its tables, as where a place is not called a box. */
  readonly instead?: Instead;
  /** Where on the stage nothing lies while a shoe is being made. */
  readonly clearing: "top" | "middle";
  /** Loads what its own refusals say. */
  readonly refusals: () => Promise<Refusals>;
  /** The commands whose stake I may pay in notes, at the jeux de cercle. */
  readonly notes?: readonly Command["kind"][];
  /** Loads the page of what the report of its prices tells beside the bets; most games have none. */
  readonly prices?: () => Promise<Component<{ edges: HouseEdge }>>;
  /** Loads the report of a practice table; most games have none. */
  readonly practice?: () => Promise<Component>;
  /** Loads how it is played. */
  readonly help?: () => Promise<HelpWords>;
  /** Makes the game's part of the store, once for a page. */
  begin(table: Table): Play;
  /**
   * The stage: everything between the head of the page and the console. It is drawn in a size
   * container named `stage`. `Status`, `Shoe`, `RecentRounds`, `Jackpots`, `Cloth`, `Card` and `ChipStack` of the
   * frame are there to use, and buttons of class `go` or `quiet`.
   */
  readonly Felt: Component<{ onshoe: () => void }>;
  /** Chips or decisions, never both, in the panel at the bottom. */
  readonly Console: Component;
}
