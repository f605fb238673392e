/** Trente et quarante's part of the store: rows, insurance, and what a coup decides. */

import { perHundred, type Price, pricesOf } from "../../core/edges";
import type { Translate } from "../../core/i18n";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import { at, type Layout, total } from "../../core/stakes";
import type { Stakes } from "../../widgets/chips/staking.svelte";
import type { Frame } from "../../wire/types";
import type { Status } from "../contract";
import type { AnyEvent, Table } from "../table";
import { fresh, merged } from "../wheel/laid";
import { LayoutPlay, LayoutStakes } from "../wheel/layout_play.svelte";
import { call, past } from "./announce";
import { countKey, dealt, plan, totals } from "./reveal";
import { type Dealt, insured, type Own, type Row, type Stake, type View, viewOf } from "./wire";
import { translatorFor, type Word } from "./words";

export class TrenteEtQuarantePlay extends LayoutPlay<View, Own> {
  declare readonly say: Translate<Word>;
  override readonly keys = { m: "trente_et_quarante.half", p: "trente_et_quarante.prison" };
  /** The coup on its way, until its result is shown. */
  dealing = $state(false);
  /** Chips that I lay now are insured. */
  insuring = $state(false);
  /** What each row counted after each of its cards, in the coup that was dealt last. */
  #totals = $state.raw<Record<Row, number[]>>({ black: [], red: [] });
  #prices = $state.raw<readonly Price[]>([]);
  #asked = "";

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "trente_et_quarante" {
    return "trente_et_quarante";
  }

  protected override stakes(): Stakes {
    return new ChanceStakes(this);
  }

  /**
   * The coup whose cards lie there: before what they decide is shown, and until the next are dealt.
   */
  get lyingThere(): Dealt | null {
    const view = viewOf(this.table.frame?.view);
    return view?.before ?? view;
  }

  override get stopCard(): boolean {
    return this.view?.shoe_over ?? false;
  }

  get showing(): boolean {
    return this.dealing;
  }

  override get spinning(): boolean {
    return this.dealing || super.spinning;
  }

  get decided(): boolean {
    const { view } = this;
    return view?.phase === "closed" && (view.chances !== null || view.annulled !== "");
  }

  /** The chances that have won in the coup that is over. */
  get winning(): readonly string[] {
    return this.decided && !this.veiled ? (this.view?.chances ?? []) : [];
  }

  /** Returns what a row counts, as far as its cards are shown; 0 without a card. */
  counted(row: Row): number {
    const { cards = [], total: all = 0 } = this.lyingThere?.[row] ?? {};
    const shown = cards.filter((_, nth) => !this.table.veiled.has(countKey(row, nth))).length;
    return shown === cards.length ? all : (this.#totals[row][shown - 1] ?? 0);
  }

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word);
  }

  nameOf(spot: string): string {
    return this.betName(spot);
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "trente_et_quarante.ready" });
  }

  command(wanted: Layout, there: Layout): Command | null {
    const least = (spot: string): number =>
      Math.max(this.staking.game.smallest, insured(spot) ? (this.view?.insured_from ?? 0) : 0);
    const laid = merged(wanted, there, least);
    if (laid === null) return null;
    const kept = this.own?.wagers.filter((each) => each.keep !== "free") ?? [];
    const locked = new Set(kept.map((each) => each.id));
    const stake: Stake = { kind: "trente_et_quarante.stake", wagers: [], announced: [] };
    for (const [on, amount] of laid) {
      if (amount > 0) stake.wagers.push({ id: fresh(on, locked), on, amount });
    }
    return stake;
  }

  /** Returns what the premiums of a layout come to, minor units. */
  premium(layout: Layout): number {
    const [part = 1, of = 100] = this.view?.premium ?? [];
    let sum = 0;
    for (const [spot, amount] of layout) {
      if (insured(spot)) sum += Math.floor((amount * part) / of);
    }
    return sum;
  }

  /** Returns what a stake of 100 costs in the long run; empty while that is not known. */
  edge(bet: string): string {
    const price = this.#prices.find((each) => each.bet === bet);
    return price ? perHundred(price.edge, this.table.lang) : "";
  }

  /** Returns the clause by which a bet is priced. */
  clauseOf(bet: string): string {
    return this.#prices.find((each) => each.bet === bet)?.clause ?? "";
  }

  /** Loads what the bets cost by the rules that are in force. */
  async price(): Promise<void> {
    const rules = this.table.floor?.rules ?? this.table.info.rules;
    if (this.#asked === rules) return;
    this.#asked = rules;
    this.#prices = await pricesOf(rules);
  }

  // --- what the frame asks -------------------------------------------------------------------

  override get status(): Status {
    const before = super.status;
    const word = (main: string): Status => ({ ...before, main, mine: false });
    if (this.dealing) return word(this.say("status.spinning"));
    const { view, table } = this;
    if (view?.phase !== "closed" || table.busy || table.floor?.status === "closed") return before;
    if (view.shoe_over) return word(this.say("status.shoe"));
    return before;
  }

  override get clocked(): boolean {
    return !this.dealing && super.clocked;
  }

  protected override get making(): string {
    return this.table.shoeless;
  }

  plan(frame: Frame): Plan {
    if (!dealt(frame.events)) return AT_ONCE;
    this.keep();
    this.#totals = totals(frame.events);
    this.dealing = true;
    return plan(frame.events);
  }

  override arrived(frame: Frame, before: Frame | null): void {
    super.arrived(frame, before);
    if (dealt(frame.events)) this.#totals = totals(frame.events);
    // The cards take their time: that no more bets are taken is said at once.
    if (this.dealing) this.table.say(this.say("say.spinning"), true);
  }

  shown(frame: Frame): void {
    if (!dealt(frame.events)) return;
    this.dealing = false;
    this.staking.reset();
    this.tellResult();
  }

  protected override spoken(event: AnyEvent): string {
    switch (event.kind) {
      case "trente_et_quarante.bets_closed":
        return "";
      case "trente_et_quarante.coup_announced":
        return call(event.black, event.red, event.chances, this.say);
      case "trente_et_quarante.talon_counted":
        return this.say("say.talon", { cards: event.cards });
      case "trente_et_quarante.coup_annulled":
        return this.say(event.by ? "say.stopped" : "say.annulled");
      case "trente_et_quarante.given_back":
        return event.why === "refait" ? this.say("say.safe") : "";
      default:
        return super.spoken(event);
    }
  }

  override past(result: string): string {
    return past(result, this.say);
  }
}

class ChanceStakes extends LayoutStakes {
  constructor(private readonly chances: TrenteEtQuarantePlay) {
    super(chances);
  }

  /** A chance has one maximum, whether its stakes are insured or not. */
  override ceiling(spot: string): number | null {
    const most = super.ceiling(spot);
    const [chance = ""] = spot.split(":");
    const twin = insured(spot) ? chance : `${chance}:insured`;
    const there = at(this.chances.staking.wanted, twin);
    return most === null ? null : Math.max(0, most - there);
  }

  /** A stake is insured from a least one on: the first chip makes it that, the last takes it back. */
  override tidy(layout: Layout): Layout {
    const from = this.chances.view?.insured_from ?? 0;
    const before = this.chances.staking.wanted;
    return new Map(
      [...layout].map(([spot, amount]) => {
        if (!insured(spot) || amount === 0 || amount >= from) return [spot, amount];
        return [spot, at(before, spot) >= from ? 0 : from];
      }),
    );
  }

  override worth(layout: Layout): number {
    const laid = this.tidy(layout);
    return total(laid) + this.chances.premium(laid);
  }
}
