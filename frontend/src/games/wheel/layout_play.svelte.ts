/** What the stores of all layouts of free stakes have in common, whatever decides them. */

import type { Translate } from "../../core/i18n";
import type { Decisions } from "../../core/keys";
import { chips } from "../../core/money";
import type { Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import { goesOn, type Layout, total } from "../../core/stakes";
import { type Stakes, Staking } from "../../widgets/chips/staking.svelte";
import type { ColourShown, Frame, Option, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { AnyEvent, Table } from "../table";
import { BALL } from "./reveal";
import { type LaidView, type Own, verbOf, type Wager } from "./wire";
import type { Word } from "./words";

export abstract class LayoutPlay<
  V extends LaidView = LaidView,
  O extends Own = Own,
> implements Play {
  /** The game's key, with which its messages begin. */
  abstract get game(): V["game"];
  readonly staking: Staking;
  readonly keys: Decisions = {};
  get stopCard(): boolean {
    return false;
  }
  /** The numbers of the position that is pointed at. */
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  /** Touching a position takes a chip back. */
  taking = $state(false);
  #before: { view: V | null; own: O | null; colours: readonly ColourShown[] } = {
    view: null,
    own: null,
    colours: [],
  };
  #told = 0;

  constructor(
    readonly table: Table,
    readonly say: Translate<Word>,
  ) {
    this.staking = new Staking(table, this.stakes());
  }

  /** Returns what a kind of bet is called. */
  abstract betName(bet: string): string;
  /** Returns what a position is called. */
  abstract nameOf(spot: string): string;
  /** Returns the command that makes my stakes as wanted; `null` when nothing can be sent. */
  abstract command(wanted: Layout, there: Layout): Command | null;
  /** What decides the stakes is on its way to be shown. */
  abstract get showing(): boolean;
  /** The stakes of the round are decided. */
  abstract get decided(): boolean;
  /** Returns how to show a frame. */
  abstract plan(frame: Frame): Plan;
  /** Everything of a frame is shown. */
  abstract shown(frame: Frame): void;

  /** The chips that the house shows, in minor units; without them those about the least stake. */
  get chips(): number[] | undefined {
    return undefined;
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
    const amount = chips(held.amount, this.table.lang);
    return this.say(held.keep === "choice" ? "spot.choice" : "spot.prison", { amount });
  }

  /** My stakes that wait for my choice. */
  get choices(): Wager[] {
    if (this.table.busy || this.view?.phase !== "betting") return [];
    return (this.own?.wagers ?? []).filter((each) => each.keep === "choice");
  }

  /** Returns the clause of a choice that the server offers for a stake. */
  clause(wager: string, choice: "half" | "prison"): string {
    return this.offer(choice, wager)?.clause ?? "";
  }

  choose(choice: "half" | "prison", wagers: readonly string[]): void {
    // Only a game that offers the choice comes here.
    this.table.send({ kind: `${this.game}.${choice}`, wagers: [...wagers] } as Command);
  }

  protected stakes(): Stakes {
    return new LayoutStakes(this);
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

  /** Stakes are closed, and what decides them has still to come or to be shown. */
  get spinning(): boolean {
    return this.view !== null && this.view.phase !== "betting" && this.view.phase !== "closed";
  }

  /** Keeps what is shown now, to show it until the veil lifts. */
  protected keep(): void {
    this.#before = { view: this.view, own: this.own, colours: this.coloured };
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
    if (floor.status === "closed" && !this.spinning) {
      return just(table.t("status.closed"));
    }
    switch (view.phase) {
      case "betting":
        if (this.choices.length > 0) return just(say("status.choose"), true);
        if (this.ready) return just(say("status.ready"));
        return just(say("status.betting"), this.staking.game.open);
      case "closed":
        if (table.busy) return just(say("status.over"));
        if (floor.accepting) return just(say("status.betting"), this.staking.game.open);
        return just(floor.draw || floor.shoe ? say("status.over") : this.making);
      default:
        return just(say("status.spinning"));
    }
  }

  /** What is said while nothing is there by which a round could be decided. */
  protected get making(): string {
    return this.say("status.promising");
  }

  get clocked(): boolean {
    return this.view?.phase === "betting";
  }

  get awaitsMe(): boolean {
    return this.choices.length > 0 || (this.staking.game.open && this.clocked && !this.ready);
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

  /** Rien ne va plus, or what was to come was stopped. */
  protected closed(): void {}

  arrived(frame: Frame, before: Frame | null): void {
    const { staking, table, say } = this;
    for (const event of frame.events) {
      switch (verbOf(event, this.game)) {
        case "bets_closed":
          this.closed();
          if (before !== null && staking.close(this.confirmed()).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "staked":
          table.sound("chip");
          break;
        case "spin_stopped":
          this.closed();
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
    this.tellResult();
  }

  refused(sent: Command | undefined, refusal: Refusal): void {
    if (sent?.kind === `${this.game}.stake`) this.staking.refused(refusal);
  }

  narrate(frame: Frame): string {
    return this.said(frame);
  }

  decide(kind: string): boolean {
    const [first] = this.choices;
    if (!first) return false;
    this.choose(kind.endsWith(".half") ? "half" : "prison", [first.id]);
    return true;
  }

  past(result: string): string {
    return result;
  }

  /** Returns what is said of an event; empty when nothing is worth saying. */
  protected spoken(event: AnyEvent): string {
    switch (verbOf(event, this.game)) {
      case "bets_closed":
        return this.say("say.spinning");
      case "half_taken": {
        const taken = event as Extract<AnyEvent, { why: "chosen" | "silent" | "last_of_session" }>;
        if (taken.why !== "silent") return "";
        return this.say("say.silent", { amount: chips(taken.total, this.table.lang) });
      }
      default:
        return "";
    }
  }

  protected said(frame: Frame): string {
    return frame.events
      .map((event) => this.spoken(event))
      .filter((said) => said !== "")
      .join(" ");
  }

  /** Tells what became of stakes that are decided; `false` when there is nothing to tell.
   *
   * A stake that was halved is told when it is halved; one that is set free, by itself.
   */
  protected tellFates(settled: O["settled"]): boolean {
    const decided = settled.filter((each) => each.fate !== "half");
    const freed = decided.filter((each) => each.fate === "released");
    for (const each of freed) {
      const amount = chips(each.returned, this.table.lang);
      this.table.notify("win", this.say("notice.released", { amount }));
    }
    const played = decided.filter((each) => each.fate !== "released");
    if (played.length > 0) {
      this.table.notifyNet(played.reduce((sum, each) => sum + each.returned - each.staked, 0));
      if (played.some((each) => each.returned > each.staked)) this.table.sound("win");
    }
    return decided.length > 0;
  }

  /** Tells once what a round gave, as soon as both its result and my part of it are shown. */
  protected tellResult(): void {
    const { table, own } = this;
    const round = table.floor?.round ?? 0;
    if (this.veiled || !this.decided || !own || this.#told === round) return;
    if (this.tellFates(own.settled)) this.#told = round;
  }
}

/** The stakes of a layout whose positions each have a name. */
export class LayoutStakes implements Stakes {
  readonly resting = false;

  constructor(private readonly play: LayoutPlay) {}

  get kind(): Command["kind"] {
    return `${this.play.game}.stake`;
  }

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || this.play.showing) return false;
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? goesOn(floor.status) : floor.accepting;
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

  full(maximum: number, spot: string): void {
    const { table, say } = this.play;
    const most = chips(maximum, table.lang);
    table.notify("refusal", say("limit.most", { bet: this.play.nameOf(spot), most }));
  }
}
