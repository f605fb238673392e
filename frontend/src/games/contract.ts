/**
 * What a game is to the page: how it draws its part of a table, and what it is given to do so.
 *
 * The frame (`ui/`) keeps the socket, the queue of frames, the wallet, the clock, the panels and the
 * notices, and knows no game. A game is a folder beside this file with an `index.ts` that exports a
 * {@link Game}, and one line in the register `index.ts`. It is loaded when a table of it is opened.
 *
 * A game knows no rules either: what may be done the server lists (`options`), what may be staked
 * it bounds (`limits`).
 *
 * @module
 */

import type { Component } from "svelte";
import type { Language, Translate } from "../core/i18n";
import type { Decisions } from "../core/keys";
import type { Prefs } from "../core/prefs";
import type { Refusals } from "../core/refusals";
import type { Plan } from "../core/reveal";
import type { Command, Link } from "../core/socket";
import type { Sound } from "../core/sound";
import type { Staking } from "../ui/staking.svelte";
import type { FloorShown, Frame, OwnShown, Refusal, WritingShown } from "../wire/types";

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
  /** Minor units in the wallet, never ahead of what is shown; `null` for a visitor. */
  readonly balance: number | null;

  /** The frame that is being shown or has been shown last. */
  readonly frame: Frame | null;
  readonly floor: FloorShown | null;
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
   * Sends a command and returns its id. It keeps the id until a frame names it as its cause or a
   * receipt answers it, also across a reconnection; a refusal becomes a notice and is handed to
   * {@link Play.refused}.
   */
  send(command: Command): string;
  /** Waits no longer for my commands of this kind: the moment for them is over. */
  forget(kind: Command["kind"]): void;
  /** Takes a free box. */
  sit(box: number): void;
  /** Gives a box up. */
  leave(box: number): void;

  /** Shows a notice for some seconds; a refusal is also spoken at once. */
  notify(
    kind: "refusal" | "info" | "win" | "even" | "loss",
    text: string,
    clause?: string | null,
  ): void;
  /** Shows a refusal in words, e.g. one that the page knows before it asks. */
  refuse(refused: Refusal): Promise<void>;
  /** Shows what a round gave, as a notice: won, even or lost. */
  notifyNet(net: number): void;
  /** Lets a screen reader say it at its next pause. */
  say(text: string): void;
  /** Lets a screen reader say it at once: it is my turn, or something was refused. */
  alert(text: string): void;
  sound(sound: Sound): void;
}

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
  /** Its letters in a sentence, for the settings panel. */
  readonly keysInWords: string;

  /** Returns how to show a frame; called before it is the table's frame. */
  plan(frame: Frame): Plan;
  /** A frame has become the table's; nothing of its plan is unveiled yet. */
  arrived(frame: Frame, before: Frame | null): void;
  /** What is mine alone has come: at once with its frame, or right after it. */
  owned?(): void;
  /** Everything of the frame is shown: the time to tell whose turn it is, and what was won. */
  shown(frame: Frame): void;
  /** A command of mine was refused; the notice has been shown. */
  refused(command: Command | undefined, refusal: Refusal): void;
  /** Returns what a screen reader hears of a frame; empty when nothing is worth saying. */
  narrate(frame: Frame): string;
  /** Gives the command of this kind if it is on offer now; says whether it was. */
  decide(command: string): boolean;
  /** Returns a past round's result in a few characters. */
  past(result: string): string;
}

/** Where a game's cards lie, for whoever verifies them. */
export interface Cards {
  /** Returns the faces that lie open in what everybody sees. */
  lying(view: AnyView): readonly string[];
  /** Returns the faces that only I see. */
  own?(own: AnyOwn): readonly string[];
  /** Returns the faces that left the shoe face up in these events, in their order. */
  turned(events: readonly AnyEvent[], before: AnyView): readonly string[];
}

/** The house options of a game in words. */
export interface OptionWords {
  optionName(name: string, language: Language): string;
  optionValue(name: string, value: unknown, language: Language): string;
}

/** A game of the register. */
export interface Game {
  /** Its cards, which come from a shoe; `null` for a game of draws. */
  readonly cards: Cards | null;
  /** Where on the stage nothing lies while a shoe is being made. */
  readonly clearing: "top" | "middle";
  /** Loads the words of its house options, which only the rules panel needs. */
  readonly options: () => Promise<OptionWords>;
  /** Loads what its own refusals say. */
  readonly refusals: () => Promise<Refusals<string>>;
  /** Makes the game's part of the store, once for a page. */
  begin(table: Table): Play;
  /**
   * The stage: everything between the head of the page and the console. It is drawn in a size
   * container named `stage`. `Status`, `Shoe`, `Recent`, `Jackpots` and `Cloth` of the frame are there to use.
   */
  readonly Felt: Component<{ onshoe: () => void }>;
  /** Chips or decisions, never both, in the panel at the bottom. */
  readonly Console: Component;
}
