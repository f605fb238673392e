/** European roulette's part of the store: my stakes, the ball, and the choice after a zero. */

import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/socket";
import { at, type Layout } from "../../core/stakes";
import { type Stakes, Staking } from "../../ui/staking.svelte";
import type { Frame, Option, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { Table } from "../table";
import { announcedOf, chipsOf, kindOf, mustBeWritten } from "./announced";
import type { Call, Caller } from "./calling";
import { DECISIONS } from "./keys";
import { announcement } from "./names";
import { BALL, fallen, landing, rolling } from "./reveal";
import { command, confirmed, expanded, kept, worth } from "./stakes";
import { type Own, ownOf, type View, viewOf, type Wager } from "./wire";
import { saying, type Word } from "./words";

/** The ball's way into a pocket. */
export interface Landing {
  readonly number: number;
  /** Milliseconds until it rests. */
  readonly length: number;
}

const READY = "european_roulette.ready";

export class RoulettePlay implements Play, Caller {
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly keys = DECISIONS;
  readonly stopCard = false;
  /** The ball on its way into a pocket, until it rests. */
  landing = $state.raw<Landing | null>(null);
  /** The pockets of the position that is pointed at. */
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  /** Touching a position takes a chip back. */
  taking = $state(false);
  #before: { view: View | null; own: Own | null; draw: string } = {
    view: null,
    own: null,
    draw: "",
  };
  #closedAt = 0;
  #told = 0;

  constructor(readonly table: Table) {
    this.say = saying(table.lang);
    this.staking = new Staking(table, new RouletteStakes(this));
  }

  get #veiled(): boolean {
    return this.table.veiled.has(BALL);
  }

  /** What is shown of the table: until the ball rests, as it was while it rolled. */
  get view(): View | null {
    return this.#veiled ? this.#before.view : viewOf(this.table.frame?.view);
  }

  /** What is shown of my own part, likewise. */
  get own(): Own | null {
    return this.#veiled ? this.#before.own : ownOf(this.table.own);
  }

  get spinning(): boolean {
    return this.view?.phase === "spinning";
  }

  /** The chips that announced bets of mine have put on each position. */
  get announced(): Layout {
    return expanded(this.own);
  }

  /** My stakes that a zero has caught, by position. */
  get kept(): ReadonlyMap<string, Wager[]> {
    const found = new Map<string, Wager[]>();
    for (const each of kept(this.own)) found.set(each.on, [...(found.get(each.on) ?? []), each]);
    return found;
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

  /** My stakes that wait for my choice. */
  get choices(): Wager[] {
    if (this.table.busy || this.view?.phase !== "betting") return [];
    return kept(this.own).filter((each) => each.keep === "choice");
  }

  /** Returns the clause of a choice that the server offers for a stake. */
  clause(wager: string, choice: "half" | "prison"): string {
    return this.#offer(`european_roulette.${choice}`, wager)?.clause ?? "";
  }

  choose(choice: "half" | "prison", wagers: readonly string[]): void {
    this.table.send({ kind: `european_roulette.${choice}`, wagers: [...wagers] });
  }

  get canReady(): boolean {
    return this.#offer(READY, "") !== undefined;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  #offer(kind: string, wager: string): Option | undefined {
    return this.own?.options.find((each) => each.command === kind && each.stake === wager);
  }

  /** Tells whether the table takes a kind of announced bet. */
  offers(bet: string): boolean {
    return this.view?.announced.includes(kindOf(bet)) ?? false;
  }

  /** Returns what a call would lay, or why it is refused, as a sentence; lays nothing. */
  async read(text: string): Promise<Call | string> {
    return (await import("./calling")).read(this, text);
  }

  /** Lays what a call says, as it was read; returns why it is refused, or `null`. */
  async lay(call: Call): Promise<string | null> {
    const barred = (await import("./calling")).barring(this, call.laid);
    if (barred !== null) return barred;
    this.staking.lay(call.laid);
    this.table.notify("info", this.say("name.laid", { bets: call.lines.join(", ") }));
    return null;
  }

  /** Hands an announcement in, in writing; returns why it is not understood, or `null`. */
  async write(text: string): Promise<string | null> {
    const [{ written }, { explained }] = await Promise.all([
      import("./naming"),
      import("./doubts"),
    ]);
    const bet = written(text);
    if (typeof bet !== "string") return explained(bet, this.table.lang, "written");
    this.table.send({ kind: "table.write", text: bet });
    return null;
  }

  /** Whoever is signed in as the table's inspector; `null` when nobody is. */
  get inspector(): string | null {
    return this.table.floor?.staff.find((each) => each.duty === "inspector")?.name ?? null;
  }

  /** Tells whether an announcement may be given: a written one has been endorsed. */
  mayGive(bet: string): boolean {
    if (!mustBeWritten(bet)) return true;
    return this.table.writings.some((each) => each.text === bet && each.state === "endorsed");
  }

  /** How many chips of one unit an announcement takes. */
  chipsOf(bet: string): number {
    if (!mustBeWritten(bet)) return chipsOf(bet);
    const chips = this.table.writings.find((each) => each.text === bet)?.chips ?? [];
    return chips.reduce((sum, each) => sum + each.chips, 0);
  }

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
        if (this.choices.length > 0) return just(say("status.choose"), true);
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
        say("limit.most", {
          bet: say(`bet.${bet}` as Word, { chosen: "" }).trim(),
          most: chips(most, lang),
        }),
      ),
    ];
  }

  get keysInWords(): string {
    return this.say("settings.keys");
  }

  plan(frame: Frame): Plan {
    const number = fallen(frame);
    if (number === null) return AT_ONCE;
    this.#before = { view: this.view, own: this.own, draw: this.table.floor?.draw?.id ?? "" };
    const since = this.#closedAt === 0 ? 0 : performance.now() - this.#closedAt;
    const length = rolling(since);
    this.landing = { number, length };
    return landing(length);
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { staking, table, say } = this;
    for (const event of frame.events) {
      switch (event.kind) {
        case "european_roulette.bets_closed":
          this.#closedAt = performance.now();
          if (before !== null && staking.close(confirmed(this.own)).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "european_roulette.staked":
          table.sound("chip");
          break;
        case "european_roulette.spin_stopped":
          this.#closedAt = performance.now();
          table.notify("info", say("notice.stopped"));
          break;
        case "european_roulette.session_broken":
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
    const number = fallen(frame);
    if (number === null) return;
    if (this.landing) this.table.say(this.#spoken(frame));
    this.landing = null;
    this.staking.reset();
    this.#tellResult();
  }

  refused(sent: Command | undefined, _refusal: Refusal): void {
    if (sent?.kind === "european_roulette.stake") this.staking.reset();
  }

  /** The number is spoken when the ball rests, not when it is known. */
  narrate(frame: Frame): string {
    return this.#veiled ? "" : this.#spoken(frame);
  }

  decide(kind: string): boolean {
    const [first] = this.choices;
    if (!first) return false;
    this.choose(kind === "european_roulette.half" ? "half" : "prison", [first.id]);
    return true;
  }

  past(result: string): string {
    return result;
  }

  #spoken(frame: Frame): string {
    const { say, table } = this;
    const said: string[] = [];
    for (const event of frame.events) {
      switch (event.kind) {
        case "european_roulette.opened":
          said.push(say("say.betting"));
          break;
        case "european_roulette.bets_closed":
          said.push(say("say.spinning"));
          break;
        case "european_roulette.number_fell":
          said.push(say("say.number", { number: announcement(event.number, say) }));
          break;
        case "european_roulette.choice_offered":
          said.push(say("say.choice"));
          break;
        case "european_roulette.spin_stopped":
          said.push(say("say.stopped"));
          break;
        case "european_roulette.half_taken":
          if (event.why === "silent") {
            said.push(say("say.silent", { amount: chips(event.total, table.lang) }));
          }
          break;
        default:
          break;
      }
    }
    return said.join(" ");
  }

  /** Tells once what a round gave, as soon as both its number and my part of it are shown. */
  #tellResult(): void {
    const { table, own, view } = this;
    const round = table.floor?.round ?? 0;
    if (this.#veiled || view?.number == null || !own || this.#told === round) return;
    const decided = own.settled.filter((each) => each.fate !== "half");
    if (decided.length === 0) return;
    this.#told = round;
    const freed = decided.filter((each) => each.fate === "released");
    for (const each of freed) {
      const amount = chips(each.returned, table.lang);
      table.notify("win", this.say("notice.released", { amount }));
    }
    const played = decided.filter((each) => each.fate !== "released");
    if (played.length === 0) return;
    table.notifyNet(played.reduce((sum, each) => sum + each.returned - each.staked, 0));
    if (played.some((each) => each.returned > each.staked)) table.sound("win");
  }
}

class RouletteStakes implements Stakes {
  readonly kind = "european_roulette.stake";
  readonly resting = false;

  constructor(private readonly play: RoulettePlay) {}

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || this.play.landing) return false;
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? floor.status !== "closed" : floor.accepting;
  }

  get there(): Layout {
    return confirmed(this.play.own);
  }

  get smallest(): number {
    return this.play.view?.least ?? this.play.table.info.minimum ?? 100;
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
    if (announcedOf(spot) !== null) return null;
    const [bet] = spot.split(":");
    const most = this.play.view?.limits.find((each) => each.bet === bet)?.most ?? null;
    return most === null ? null : Math.max(0, most - at(this.play.announced, spot));
  }

  fixed(): null {
    return null;
  }

  tidy(layout: Layout): Layout {
    return layout;
  }

  kept(layout: Layout): Layout {
    return new Map([...layout].filter(([spot]) => this.play.mayGive(announcedOf(spot) ?? "")));
  }

  worth(layout: Layout): number {
    return worth(layout, (bet) => this.play.chipsOf(bet));
  }

  objection(): null {
    return null;
  }

  command(wanted: Layout, there: Layout): Command | null {
    const locked = new Set(kept(this.play.own).map((each) => each.id));
    return command(wanted, there, this.smallest, locked);
  }

  readyUp(): void {
    if (this.canReady) this.play.table.send({ kind: READY });
  }

  full(maximum: number): void {
    void this.play.table.refuse({ code: "above_max", detail: { maximum } });
  }
}
