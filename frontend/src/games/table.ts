/**
 * What the frame offers to a game: its table, as a player's page has it.
 *
 * @module
 */

import type { Language, Translate } from "../core/i18n";
import type { Prefs } from "../core/prefs";
import type { Command, Link } from "../core/connection/socket";
import type { Sound } from "../core/sound";
import type {
  ColourShown,
  FloorShown,
  Frame,
  OwnShown,
  Refusal,
  WritingShown,
} from "../wire/types";

/** The public view of any game; narrow it by the field that names its game. */
export type AnyView = Frame["view"];

/** An event of any game; narrow it by its `kind`. */
export type AnyEvent = Frame["events"][number];

/** What only one party may know, of any game that has such; narrow it as the view. */
export type AnyOwn = OwnShown["own"];

/** A table as the page was served with it. */
export interface TableInfo {
  readonly id: number;
  readonly name: string;
  /** The key of the game, as the register names it. */
  readonly game: string;
  /** The key of the rule set; the floor's own word for it is fresher. */
  readonly rules: string;
  readonly rules_title: Record<Language, string>;
  readonly boxes: number;
  /** Least stake in minor units; `null` where the house sets no bound. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** It is played for practice chips, which are no part of the wallet. */
  readonly practice?: boolean;
  /** What the pots of its game's jackpots are called. */
  readonly pots: Record<string, Record<Language, string>>;
  /** Minor units in the wallet when the page was served; lacking where nobody plays. */
  readonly balance?: number | null;
  /** Whether the house's licence allows stakes that are laid by themselves. */
  readonly autoplay?: boolean;
  /** The least age of players in years. */
  readonly age?: number;
  /** The place whose licence the house has; lacking where it plays for play money. */
  readonly licence?: Record<Language, string> | null;
}

/** Colour chips of mine: what the floor shows of them, and what I have in hand. */
export interface Colours extends ColourShown {
  /** Minor units in hand; what lies on the layout is not in it. */
  readonly hand: number;
}

/** What the frame offers to a game. Everything that is not a function is reactive. */
export interface Table {
  readonly info: TableInfo;
  readonly lang: Language;
  /** The words common to all tables; a game has its own dictionary. */
  readonly t: Translate;
  readonly prefs: Prefs;

  /** My party, as seats and views name it; `null` for a visitor. */
  readonly you: string | null;
  readonly link: Link;
  /** The line to the house is there: what I do reaches it. */
  readonly live: boolean;
  /** Minor units in the wallet, never ahead of what is shown; `null` for a visitor. */
  readonly balance: number | null;
  /** My colour and what my chips of it are worth here; `null` where I have none. */
  readonly colours: Colours | null;
  /** My chips on the layout, in minor units, never ahead of what is shown. */
  readonly inPlay: number;
  /** Minor units of my cash that go with my next stake, where the game takes notes. */
  readonly notes: number;
  /** Minor units that stakes can be paid from: my colour chips here, otherwise wallet and notes. */
  readonly purse: number | null;

  /** The frame that is being shown or has been shown last. */
  readonly frame: Frame | null;
  readonly floor: FloorShown | null;
  /** The frame that has been shown last to its end: what it tells is no news to anybody. */
  readonly told: Frame | null;
  /** What is said in place of a shoe while none lies on the table. */
  readonly shoeless: string;
  /**
   * What only I may know: my cards, my options. The server sends it right after the frame with its
   * number; it becomes this when that frame is shown, so it is never ahead of {@link frame}. Cards
   * in it that a plan shows later are veiled by their keys like public ones. `null` while there is
   * nothing, and in games without secrets.
   */
  readonly own: AnyOwn;
  /** What I have handed in in writing in this session, oldest first; most games take nothing so. */
  readonly writings: readonly WritingShown[];
  /** The boxes that I hold; for a game without boxes, the places. */
  readonly mine: ReadonlySet<number>;

  /** Whether anybody may sit down: the table is open, be its end announced or not. */
  readonly seating: boolean;
  /** The first box, or place, that anybody may take; 0 where there is none. */
  readonly free: number;
  /** Returns the server's clock, milliseconds since 1970. */
  now(): number;
  /** The table is closed, and what lay there has been cleared away. */
  readonly cleared: boolean;

  /** Announces a part of the felt that is drawn in slices; what is returned tells that it is drawn. */
  unfinished(): () => void;
  /** Whether a frame is being shown step by step; options should wait until it is over. */
  readonly busy: boolean;
  /** The parts that are not shown yet, by the keys of the plan. */
  readonly veiled: ReadonlySet<string>;
  /** The parts whose veil lifted in this frame: only these fly in. */
  readonly fresh: ReadonlySet<string>;
  /** Seconds left on the players' clock; `null` while none runs. */
  readonly seconds: number | null;
  /** Commands that are on their way, by id, with their kinds. */
  readonly sending: ReadonlyMap<string, Command["kind"]>;

  /**
   * Sends a command and returns its id; without a line it is not sent, nor later, and I am told so
   * (the id is empty). It keeps the id until a frame names it as its cause or a
   * receipt answers it, also across a reconnection; a refusal becomes a notice and is handed to
   * the game's `Play.refused`.
   */
  send(command: Command): string;
  /** Tells me that the line is lost and that what I did was not sent. */
  unsent(): void;
  /** Waits no longer for my commands of this kind: the moment for them is over. */
  forget(kind: Command["kind"]): void;
  /** Takes a free box. */
  sit(box: number): void;
  /** Gives a box up. */
  leave(box: number): void;
  /** Opens the report of a practice table, unless something is open. */
  report(): void;

  /** Shows a notice for some seconds and says it, a refusal at once: no game says it again. */
  notify(
    kind: "refusal" | "info" | "win" | "even" | "loss" | "void",
    text: string,
    clause?: string | null,
  ): void;
  /** Shows a refusal in words, e.g. one that the page knows before it asks. */
  refuse(refused: Refusal): Promise<void>;
  /** Shows what a round gave, as a notice: won, even or lost. */
  notifyNet(net: number): void;
  /**
   * Lets a screen reader say it in its turn: once the frame that is being shown has been told, or
   * `early`, while it is.
   */
  say(text: string, early?: boolean): void;
  /** Lets a screen reader say it at once, and be silent of what waits: it answers what I did. */
  alert(text: string): void;
  sound(sound: Sound): void;
}
