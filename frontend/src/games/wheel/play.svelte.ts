/** What the stores of all wheels have in common: my stakes, the ball, and when it is shown. */

import type { Translate } from "../../core/i18n";
import type { Decisions } from "../../core/keys";
import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/socket";
import { type Layout, total } from "../../core/stakes";
import { type Stakes, Staking } from "../../ui/staking.svelte";
import type { ColourShown, Frame, Option, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { AnyEvent, Table } from "../table";
import { BALL, LANDING, landing, rolling } from "./reveal";
import { fallen, type Own, verbOf, type View, type Wager } from "./wire";
import type { Colour, Word } from "./words";

/** The ball's way to a number. */
export interface Landing {
  readonly number: number;
  /** Milliseconds until it rests. */
  readonly length: number;
}

export abstract class WheelPlay<V extends View = View, O extends Own = Own> implements Play {
  /** The game's key, with which its messages begin. */
  abstract get game(): V["game"];
  /** What may fall, in the order in which the server counts it. */
  abstract readonly numbers: readonly number[];
  /** The colours whose shares are told. */
  abstract readonly colours: readonly Colour[];
  readonly staking: Staking;
  readonly keys: Decisions = {};
  readonly stopCard = false;
  /** Whether the layout fits a phone's screen without standing. */
  readonly short: boolean = false;
  /** The ball on its way, until it rests. */
  landing = $state.raw<Landing | null>(null);
  /** The numbers of the position that is pointed at. */
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  /** Touching a position takes a chip back. */
  taking = $state(false);
  #before: { view: V | null; own: O | null; colours: readonly ColourShown[] } = {
    view: null,
    own: null,
    colours: [],
  };
  #closedAt = 0;
  #told = 0;

  constructor(
    readonly table: Table,
    readonly say: Translate<Word>,
  ) {
    this.staking = new Staking(table, this.stakes());
  }

  /** Returns the class that gives a number its colour. */
  abstract colourOf(number: number): string;
  /** Returns a number as it is announced. */
  abstract announcement(number: number): string;
  /** Returns what a kind of bet is called. */
  abstract betName(bet: string): string;
  /** Returns what a position is called. */
  abstract nameOf(spot: string): string;
  /** Returns the command that makes my stakes as wanted; `null` when nothing can be sent. */
  abstract command(wanted: Layout, there: Layout): Command | null;

  /** The chips that the house shows, in minor units; without them those about the least stake. */
  get chips(): number[] | undefined {
    return undefined;
  }

  /** Returns what stands on a number; numbers that are alike are counted together. */
  labelOf(number: number): string {
    return String(number);
  }

  /** Milliseconds that the ball rolls at least once its number has come. */
  protected get least(): number {
    return LANDING;
  }

  /** Returns my free stakes as the server has them, by position. */
  confirmed(): Layout {
    const layout = new Map<string, number>();
    for (const each of this.own?.wagers ?? []) {
      if (each.keep === "free") layout.set(each.on, (layout.get(each.on) ?? 0) + each.amount);
    }
    return layout;
  }

  /** What of mine lies free on a position, or is on its way there. */
  lying(on: string): number {
    return this.staking.at(on);
  }

  /** My stakes that wait for a choice or are kept, by position. */
  get kept(): ReadonlyMap<string, Wager[]> {
    const found = new Map<string, Wager[]>();
    for (const each of this.own?.wagers ?? []) {
      if (each.keep !== "free") found.set(each.on, [...(found.get(each.on) ?? []), each]);
    }
    return found;
  }

  /** Returns what is said of a stake that is kept. */
  toldOf(held: Wager): string {
    return chips(held.amount, this.table.lang);
  }

  protected stakes(): Stakes {
    return new WheelStakes(this);
  }

  protected get veiled(): boolean {
    return this.table.veiled.has(BALL);
  }

  /** What is shown of the table: until the ball rests, as it was while it rolled. */
  get view(): V | null {
    if (this.veiled) return this.#before.view;
    const view = this.table.frame?.view;
    return view && "game" in view && view.game === this.game ? (view as V) : null;
  }

  /** What is shown of my own part, likewise. */
  get own(): O | null {
    if (this.veiled) return this.#before.own;
    const { own } = this.table;
    return own && "game" in own && own.game === this.game ? (own as O) : null;
  }

  /** Whose colour chips lie where, likewise. */
  get coloured(): readonly ColourShown[] {
    return this.veiled ? this.#before.colours : (this.table.floor?.colours ?? []);
  }

  get spinning(): boolean {
    return this.view?.phase === "spinning";
  }

  /** What came back on each position when the ball rested; empty once I stake again. */
  get returned(): Layout {
    const layout = new Map<string, number>();
    if (this.view?.phase !== "closed" || this.staking.sum > 0 || this.table.cleared) return layout;
    for (const each of this.own?.settled ?? []) {
      if (each.returned === 0) continue;
      layout.set(each.on, (layout.get(each.on) ?? 0) + each.returned);
    }
    return layout;
  }

  /** The number that lies under the marker: of the round that is over. */
  get marked(): number | null {
    return this.view?.phase === "closed" ? this.view.number : null;
  }

  get canReady(): boolean {
    return this.offer("ready", "") !== undefined;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  /** Returns what the server offers me, by its verb and the stake that it names. */
  protected offer(verb: string, wager: string): Option | undefined {
    const kind = `${this.game}.${verb}`;
    return this.own?.options.find((each) => each.command === kind && each.stake === wager);
  }

  /** Says that my chips are down. */
  abstract readyUp(): void;

  // --- what the frame asks -------------------------------------------------------------------

  get status(): Status {
    const { view, table, say } = this;
    const { floor } = table;
    if (!view || !floor) return { main: table.t("status.loading"), sub: null, mine: false };
    const left = view.rounds_left;
    const sub =
      left === null ? null : left === 1 ? say("status.last") : say("status.left", { left });
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    if (floor.status === "closed" && view.phase !== "spinning") {
      return just(table.t("status.closed"));
    }
    switch (view.phase) {
      case "spinning":
        return just(say("status.spinning"));
      case "betting":
        if (this.ready) return just(say("status.ready"));
        return just(say("status.betting"), this.staking.game.open);
      case "closed":
        if (table.busy) return just(say("status.over"));
        if (floor.accepting) return just(say("status.betting"), this.staking.game.open);
        return just(floor.draw ? say("status.over") : say("status.promising"));
    }
  }

  get clocked(): boolean {
    return this.view?.phase === "betting";
  }

  get awaitsMe(): boolean {
    return this.staking.game.open && this.clocked && !this.ready;
  }

  get staked(): number {
    return this.own?.staked ?? 0;
  }

  get bounds(): { least: number; most: number | null } {
    const { view } = this;
    const { info } = this.table;
    if (!view) return { least: info.minimum ?? 0, most: info.maximum };
    return { least: view.least, most: Math.max(...view.limits.map((each) => each.most)) };
  }

  get limits(): string[] {
    const { view, say } = this;
    const { t, lang } = this.table;
    if (!view) return [];
    return [
      t("limits.main_open", { min: chips(view.least, lang) }),
      t("limits.step", { step: chips(view.step, lang) }),
      ...view.limits.map(({ bet, most }) =>
        say("limit.most", { bet: this.betName(bet), most: chips(most, lang) }),
      ),
    ];
  }

  get keysInWords(): string {
    return this.say("settings.keys");
  }

  plan(frame: Frame): Plan {
    const number = fallen(frame.events, this.game);
    if (number === null) return AT_ONCE;
    this.#before = { view: this.view, own: this.own, colours: this.coloured };
    const since = this.#closedAt === 0 ? 0 : performance.now() - this.#closedAt;
    const length = rolling(since, this.least);
    this.landing = { number, length };
    return landing(length);
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { staking, table, say } = this;
    for (const event of frame.events) {
      switch (verbOf(event, this.game)) {
        case "bets_closed":
          this.#closedAt = performance.now();
          if (before !== null && staking.close(this.confirmed()).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "staked":
          table.sound("chip");
          break;
        case "spin_stopped":
          this.#closedAt = performance.now();
          table.notify("info", say("notice.stopped"));
          break;
        case "session_broken":
          table.notify("info", say("notice.broken"));
          break;
        default:
          break;
      }
    }
    if (before === null) staking.begin();
  }

  owned(): void {
    this.staking.rebase();
    this.#tellResult();
  }

  shown(frame: Frame): void {
    if (fallen(frame.events, this.game) === null) return;
    if (this.landing) this.table.say(this.#spoken(frame));
    this.landing = null;
    this.staking.reset();
    this.#tellResult();
  }

  refused(sent: Command | undefined, _refusal: Refusal): void {
    if (sent?.kind === `${this.game}.stake`) this.staking.reset();
  }

  /** The number is spoken when the ball rests, not when it is known. */
  narrate(frame: Frame): string {
    return this.veiled ? "" : this.#spoken(frame);
  }

  decide(_kind: string): boolean {
    return false;
  }

  past(result: string): string {
    return result;
  }

  /** Returns what is said of an event; empty when nothing is worth saying. */
  protected spoken(event: AnyEvent): string {
    switch (verbOf(event, this.game)) {
      case "opened":
        return this.say("say.betting");
      case "bets_closed":
        return this.say("say.spinning");
      case "number_fell": {
        const number = fallen([event], this.game) ?? 0;
        return this.say("say.number", { number: this.announcement(number) });
      }
      case "spin_stopped":
        return this.say("say.stopped");
      default:
        return "";
    }
  }

  #spoken(frame: Frame): string {
    return frame.events
      .map((event) => this.spoken(event))
      .filter((said) => said !== "")
      .join(" ");
  }

  /** Tells what became of stakes that are decided; `false` when there is nothing to tell. */
  protected tellFates(decided: O["settled"]): boolean {
    if (decided.length === 0) return false;
    this.table.notifyNet(decided.reduce((sum, each) => sum + each.returned - each.staked, 0));
    if (decided.some((each) => each.returned > each.staked)) this.table.sound("win");
    return true;
  }

  /** Tells once what a round gave, as soon as both its number and my part of it are shown. */
  #tellResult(): void {
    const { table, own, view } = this;
    const round = table.floor?.round ?? 0;
    if (this.veiled || view?.number == null || !own || this.#told === round) return;
    if (this.tellFates(own.settled)) this.#told = round;
  }
}

/** The stakes of a layout whose positions each have a name. */
export class WheelStakes implements Stakes {
  readonly resting = false;

  constructor(private readonly play: WheelPlay) {}

  get kind(): Command["kind"] {
    return `${this.play.game}.stake`;
  }

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || this.play.landing) return false;
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? floor.status !== "closed" : floor.accepting;
  }

  get there(): Layout {
    return this.play.confirmed();
  }

  get chips(): number[] | undefined {
    return this.play.chips;
  }

  get smallest(): number {
    return this.play.bounds.least || 100;
  }

  get usual(): number {
    return this.smallest;
  }

  get ready(): boolean {
    return this.play.ready;
  }

  get canReady(): boolean {
    return this.play.canReady;
  }

  ceiling(spot: string): number | null {
    const [bet] = spot.split(":");
    const { view } = this.play;
    return view?.limits.find((each) => each.bet === bet)?.most ?? null;
  }

  fixed(): null {
    return null;
  }

  tidy(layout: Layout): Layout {
    return layout;
  }

  kept(layout: Layout): Layout {
    return layout;
  }

  worth(layout: Layout): number {
    return total(layout);
  }

  objection(): null {
    return null;
  }

  command(wanted: Layout, there: Layout): Command | null {
    return this.play.command(wanted, there);
  }

  readyUp(): void {
    this.play.readyUp();
  }

  full(maximum: number): void {
    void this.play.table.refuse({ code: "above_max", detail: { maximum } });
  }
}
