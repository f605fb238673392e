/** Craps' part of the store. */

import { perHundred, type Price, pricesOf } from "../../core/edges";
import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import type { Layout } from "../../core/stakes";
import { Staking } from "../../widgets/chips/staking.svelte";
import { PRINTED } from "../../wire/printed/craps";
import type { Frame, Option, Refusal } from "../../wire/types";
import type { Status } from "../contract";
import type { AnyEvent, Table } from "../table";
import type { Laying } from "../wheel/laying";
import { BALL, landing } from "../wheel/reveal";
import { DECISIONS } from "./keys";
import { betOf, numberOf, spotOf } from "./spots";
import { CrapsStakes } from "./stakes";
import { type Dice, fallen, type Lying, type Own, type View } from "./wire";
import { translatorFor, type Word } from "./words";

/** Milliseconds that the dice tumble from the throw, and at least once they have fallen. */
export const TUMBLE = 2400;
export const ROLLING = 1400;

/** The dice on their way to what they show. */
export interface Landing {
  readonly dice: Dice;
  /** Milliseconds until they rest. */
  readonly length: number;
}

export class CrapsPlay implements Laying {
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly keys = DECISIONS;
  readonly stopCard = false;
  landing = $state.raw<Landing | null>(null);
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  taking = $state(false);
  /** The spot that is pointed at. */
  hinted = $state("");
  /** What each bet costs, once it was loaded. */
  #prices = $state.raw<readonly Price[]>([]);
  #asked = "";
  #before: { view: View | null; own: Own | null } = { view: null, own: null };
  #thrownAt = 0;
  #told = 0;

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
    this.staking = new Staking(table, new CrapsStakes(this));
  }

  get #veiled(): boolean {
    return this.table.veiled.has(BALL);
  }

  /** What is shown of the table: until the dice rest, as it was while they rolled. */
  get view(): View | null {
    if (this.#veiled) return this.#before.view;
    const view = this.table.frame?.view;
    return view && "kind" in view && view.kind === "craps" ? view : null;
  }

  get own(): Own | null {
    if (this.#veiled) return this.#before.own;
    const { own } = this.table;
    return own && "kind" in own && own.kind === "craps" ? own : null;
  }

  /** My stakes as the server has them. */
  get lying(): readonly Lying[] {
    return this.own?.wagers ?? [];
  }

  get spinning(): boolean {
    return this.view?.phase === "falling";
  }

  /** Returns my stakes on a spot. */
  on(spot: string): Lying[] {
    return this.lying.filter((each) => spotOf(each) === spot);
  }

  /** Returns what of mine on a spot is a contract. */
  contract(spot: string): number {
    return this.on(spot).reduce((sum, each) => sum + each.contract, 0);
  }

  /** What came back on each spot when the dice rested; empty once I stake anew. */
  get returned(): Layout {
    const layout = new Map<string, number>();
    if (this.view?.phase !== "closed" || this.table.cleared) return layout;
    for (const each of this.own?.settled ?? []) {
      if (each.returned === 0) continue;
      const spot = spotOf(each);
      layout.set(spot, (layout.get(spot) ?? 0) + each.returned);
    }
    return layout;
  }

  /** Returns what a kind of bet is called. */
  betName(bet: string, chosen = ""): string {
    return this.say(`bet.${bet}` as Word, { chosen }).trim();
  }

  nameOf(spot: string): string {
    const [position = "", number] = spot.split("@");
    const [bet = "", chosen = ""] = position.split(":");
    const name = this.betName(bet, chosen);
    return number === undefined ? name : this.say("spot.on", { bet: name, number });
  }

  /** Returns what a spot pays, in words; by totals where they pay differently. */
  pays(spot: string): string {
    const bet = betOf(spot);
    const odds = ([won, staked]: readonly number[]): string =>
      this.say("to_one", { won: won ?? 1, staked: staked ?? 1 });
    if (bet === "hop") {
      const [first, second] = (spot.split(":")[1] ?? "").split("-");
      return odds(first === second ? PRINTED.hop.double : PRINTED.hop.pair);
    }
    if (bet === "high_low") return odds([this.view?.high_low ?? 15, 1]);
    const pays: Record<string, readonly number[]> = PRINTED.kinds[bet].pays;
    const lineOdds = PRINTED.kinds[bet].behind !== "" && !spot.includes("@");
    const number = lineOdds ? (this.view?.point ?? 0) : numberOf(spot);
    const own = pays[number];
    if (own) return odds(own);
    const groups = new Map<string, string[]>();
    for (const [total, each] of Object.entries(pays)) {
      groups.set(odds(each), [...(groups.get(odds(each)) ?? []), total]);
    }
    if (groups.size === 1) return [...groups.keys()][0] ?? "";
    const parts = [...groups].map(([pays, totals]) =>
      this.say("pays.on", { pays, totals: totals.join(", ") }),
    );
    return parts.join(" ; ");
  }

  /** Returns what a spot pays and costs, in a sentence. */
  told(spot: string): string {
    const { say, view } = this;
    const bet = betOf(spot);
    const parts = [this.nameOf(spot), say("hint.pays", { pays: this.pays(spot) })];
    if (view && (bet === "buy" || bet === "lay")) {
      const [part = 1, of = 20] = view.commission.split("/").map(Number);
      const share = `${(100 * part) / of} %`;
      parts.push(say(bet === "buy" ? "hint.fee_buy" : "hint.fee_lay", { share }));
    }
    const price = this.#price(spot);
    if (price) parts.push(say("hint.edge", { edge: perHundred(price.edge, this.table.lang) }));
    const objection = this.staking.game.objection(spot, this.staking.wanted);
    if (objection !== null) parts.push(objection);
    return parts.join(" · ");
  }

  #price(spot: string): Price | undefined {
    const bet = betOf(spot);
    const number = bet === "pass_line" ? (this.view?.point ?? 0) : numberOf(spot);
    const exact = `${bet === "pass_line" && number > 0 ? "put" : bet}[${number}]`;
    return (
      this.#prices.find((each) => each.bet === exact) ??
      this.#prices.find((each) => each.bet === bet)
    );
  }

  /** Points at a spot: what it pays and costs is told. */
  hint(spot: string): void {
    this.hinted = spot;
    void this.#load(this.table.floor?.rules ?? this.table.info.rules);
  }

  async #load(rules: string): Promise<void> {
    if (this.#asked === rules) return;
    this.#asked = rules;
    this.#prices = await pricesOf(rules);
  }

  // --- who throws ----------------------------------------------------------------------------

  /** Returns what a party is called at the rail. */
  nameAt(place: { seat: number; party: string } | null): string {
    if (place === null) return this.say("stickman");
    if (place.party === this.table.you) return this.say("you");
    const seat = this.table.floor?.seats.find((each) => each.box === place.seat);
    return seat?.name ?? this.say("sit.short", { seat: place.seat });
  }

  /** Returns what the view offers me as the shooter, by its verb. */
  offer(verb: string): Option | undefined {
    if (this.table.busy) return undefined;
    return this.view?.options.find(
      (each) => each.command === `craps.${verb}` && this.table.mine.has(each.box),
    );
  }

  get mayThrow(): boolean {
    return this.offer("throw") !== undefined && this.table.link === "online";
  }

  throwDice(): void {
    if (this.mayThrow) this.table.send({ kind: "craps.throw" });
  }

  declineDice(): void {
    if (this.offer("decline_dice")) this.table.send({ kind: "craps.decline_dice" });
  }

  /** Asks for the next two of the five dice. */
  changeDice(): void {
    const [first = 1, second = 2] = this.view?.pair ?? [];
    if (!this.offer("change_dice")) return;
    this.table.send({
      kind: "craps.change_dice",
      first: (first % 5) + 1,
      second: (second % 5) + 1,
    });
  }

  setWorking(wager: string, value: boolean): void {
    this.table.send({ kind: "craps.set_working", wager, value });
  }

  setNoAction(wager: string, value: boolean): void {
    this.table.send({ kind: "craps.set_no_action", wager, value });
  }

  get canReady(): boolean {
    return this.own?.options.some((each) => each.command === "craps.ready") ?? false;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "craps.ready" });
  }

  /** What only I can do so that the dice are thrown: bet on the line, or take a place first. */
  get asked(): "line" | "place" | null {
    const { view, table } = this;
    if (!view || !this.staking.game.open || view.point > 0) return null;
    if (view.offered && view.shooter?.party === table.you) return "line";
    if (view.players === 0 || view.shooter !== null || view.seats.length === 0) return null;
    if (table.mine.size > 0) return "line";
    return table.free > 0 ? "place" : null;
  }

  // --- what the frame asks -------------------------------------------------------------------

  get status(): Status {
    const { view, table, say } = this;
    const { floor } = table;
    if (!view || !floor) return { main: table.t("status.loading"), sub: null, mine: false };
    const left = view.rounds_left;
    let sub = left === null ? null : say("status.left", { left });
    if (left === 1) sub = say(view.overtime ? "status.overtime" : "status.last");
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    if (floor.status === "closed" && view.phase !== "falling") {
      return just(table.t("status.closed"));
    }
    switch (view.phase) {
      case "falling":
        return just(say("status.rolling"));
      case "throwing":
        if (this.mayThrow) return just(say("status.throw_me"), true);
        return just(say("status.throw", { name: this.nameAt(view.thrower) }));
      case "betting":
        if (this.mayThrow && view.point > 0) sub ??= say("puck", { point: view.point });
        return just(this.#betting(view), this.awaitsMe);
      case "closed":
        if (table.busy) return just(say("status.over"));
        if (floor.accepting) return just(this.#betting(view), this.staking.game.open);
        return just(floor.draw ? say("status.over") : say("status.promising"));
    }
  }

  #betting(view: View): string {
    const { say, asked } = this;
    if (this.mayThrow) return say("status.throw_me");
    if (asked === "line") return say(view.offered ? "status.offered_me" : "status.nobody");
    if (asked === "place") return say("status.nobody_place");
    if (this.ready) return say("status.ready");
    if (view.point > 0) return say("status.point", { point: view.point });
    if (view.offered && view.shooter && view.players > 0) {
      return say("status.offered", { name: this.nameAt(view.shooter) });
    }
    return say("status.come_out");
  }

  get clocked(): boolean {
    return this.view?.phase === "betting" || this.view?.phase === "throwing";
  }

  get awaitsMe(): boolean {
    if (this.view?.phase === "throwing") return this.mayThrow;
    const waits = !this.ready || this.mayThrow || this.asked !== null;
    return this.staking.game.open && this.clocked && waits;
  }

  get staked(): number {
    return this.own?.staked ?? 0;
  }

  get bounds(): { least: number; most: number | null } {
    const { view } = this;
    const { info } = this.table;
    if (!view) return { least: info.minimum ?? 0, most: info.maximum };
    return { least: view.least, most: Math.max(...view.bets.map((each) => each.most)) };
  }

  get limits(): string[] {
    const { view, say } = this;
    const { t, lang } = this.table;
    if (!view) return [];
    return [
      t("limits.main_open", { min: chips(view.least, lang) }),
      t("limits.step", { step: chips(view.step, lang) }),
      ...view.bets.map(({ bet, most }) =>
        say("limit.most", { bet: this.betName(bet), most: chips(most, lang) }),
      ),
    ];
  }

  plan(frame: Frame): Plan {
    const dice = fallen(frame.events);
    if (dice === null) return AT_ONCE;
    this.#before = { view: this.view, own: this.own };
    const since = this.#thrownAt === 0 ? 0 : performance.now() - this.#thrownAt;
    const length = Math.max(ROLLING, TUMBLE - since);
    this.landing = { dice, length };
    return landing(length);
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { staking, table, say } = this;
    for (const event of frame.events) {
      switch (event.kind) {
        case "craps.bets_closed":
          if (before !== null && staking.close(staking.game.there).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "craps.thrown":
          this.#thrownAt = performance.now();
          break;
        case "craps.staked":
          table.sound("chip");
          break;
        case "craps.no_dice":
          table.notify("info", say("notice.no_dice"));
          break;
        case "craps.dice_changed":
          table.notify("info", say("notice.dice"));
          break;
        case "craps.shooter_changed":
          if (event.why === "withdrawn") table.notify("info", say("notice.withdrawn"));
          break;
        case "craps.session_broken":
          table.notify("info", say("notice.broken"));
          break;
        case "craps.taken_down":
          table.notify("info", say("notice.taken_down"));
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
    if (fallen(frame.events) === null) return;
    this.landing = null;
    this.staking.reset();
    this.#tellResult();
  }

  refused(sent: Command | undefined, refusal: Refusal): void {
    if (sent?.kind === "craps.stake") this.staking.refused(refusal);
  }

  narrate(frame: Frame): string {
    return this.#spoken(frame);
  }

  decide(kind: string): boolean {
    if (kind === "craps.throw" && this.mayThrow) {
      this.throwDice();
      return true;
    }
    if (kind === "craps.decline_dice" && this.offer("decline_dice")) {
      this.declineDice();
      return true;
    }
    return false;
  }

  past(result: string): string {
    const [dice = "", turn] = result.split(" ");
    const [first, second] = dice.split("-").map(Number);
    if (first === undefined || second === undefined) return result;
    const words: Record<string, Word> = {
      set: "past.point",
      made: "past.made",
      out: "past.out",
    };
    const word = turn === undefined ? undefined : words[turn];
    return word ? `${first + second} ${this.say(word)}` : String(first + second);
  }

  #spoken(frame: Frame): string {
    const dice = fallen(frame.events);
    const total = dice === null ? 0 : dice[0] + dice[1];
    const turned = frame.events.some((event) => event.kind === "craps.point_changed");
    return frame.events
      .map((event) => this.#called(event, total, turned))
      .filter((said) => said !== "")
      .join(" ");
  }

  /** Returns what the dealer calls of an event; empty when nothing is worth saying. */
  #called(event: AnyEvent, total: number, turned: boolean): string {
    const { say } = this;
    switch (event.kind) {
      case "craps.bets_closed":
        return say("say.closed");
      case "craps.dice_fell":
        if (turned) return "";
        return say(event.hard ? "say.hard" : "say.total", { total });
      case "craps.point_changed":
        return say(`say.${event.why}`, { total });
      case "craps.shooter_changed":
        return event.shooter ? say("say.shooter", { name: this.nameAt(event.shooter) }) : "";
      default:
        return "";
    }
  }

  /** Tells once what a throw gave, as soon as both the dice and my part of it are shown. */
  #tellResult(): void {
    const { table, own, view } = this;
    const round = table.floor?.round ?? 0;
    if (this.#veiled || view?.dice == null || !own || this.#told === round) return;
    if (own.settled.length === 0) return;
    table.notifyNet(own.settled.reduce((sum, each) => sum + each.returned - each.staked, 0));
    if (own.settled.some((each) => each.returned > each.staked)) table.sound("win");
    this.#told = round;
  }
}
