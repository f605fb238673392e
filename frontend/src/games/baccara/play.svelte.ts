/** What the stores of the tables share at which cards are dealt to hands and bets are a few spots. */

import { spoken } from "../../core/cards";
import { perHundred, type Price, pricesOf } from "../../core/edges";
import type { Translate } from "../../core/i18n";
import type { Decisions } from "../../core/keys";
import { chips } from "../../core/money";
import type { Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import type { Layout } from "../../core/stakes";
import { Staking } from "../../widgets/chips/staking.svelte";
import type { Frame, Option, Refusal } from "../../wire/types";
import type { Status } from "../contract";
import type { AnyEvent, AnyOwn, AnyView, Table } from "../table";
import type { Laying } from "../wheel/laying";
import { pointOf } from "./point";
import { cardKey, facesKey, RESULT } from "./reveal";
import { SpotStakes } from "./stakes";
import type { Word } from "./words";

export type View = Extract<AnyView, { spots: { on: string }[]; results: string[] }>;
export type Own = Extract<NonNullable<AnyOwn>, { kind: View["kind"] }>;
export type Bet = View["spots"][number]["on"];

/** What a hand does, or a bet on it. */
export type Outcome = "wins" | "equal" | "loses";

/** A hand as it lies there. */
export interface Lying {
  readonly cards: readonly (string | null)[];
  readonly point: number | null;
  readonly draws: boolean | null;
  /** The party whose cards they are. */
  readonly holder: string;
}

/** What says what a screen reader hears. */
export interface Announcing {
  sentence(event: AnyEvent, to: BaccaraPlay): string;
}

export abstract class BaccaraPlay<
  V extends View = View,
  O extends Own = Own,
  S extends string = string,
> implements Laying {
  readonly staking: Staking;
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  taking = $state(false);
  /** The spot that is pointed at. */
  hinted = $state<Bet | "">("");
  /** What each bet costs, once it was loaded. */
  #prices = $state.raw<readonly Price[]>([]);
  /** The spots as they were before the newest frame. */
  #before = $state.raw<View["spots"]>([]);
  #asked = "";
  #told = 0;
  #spoken = new Set<string>();
  #announcing: Announcing | null = null;

  constructor(
    readonly table: Table,
    readonly say: Translate<Word>,
  ) {
    this.staking = new Staking(table, new SpotStakes(this));
    void this.announcing()
      .then((loaded) => (this.#announcing = loaded))
      .catch(() => null);
  }

  /** The game's key, with which its messages begin. */
  abstract get game(): V["kind"];
  /** The hands, in the order in which they are dealt to. */
  abstract get sides(): readonly S[];
  /** What whoever has the word may be asked to do, by its verbs. */
  abstract get verbs(): readonly string[];
  abstract readonly keys: Decisions;
  /** What each hand does is known. */
  protected abstract get judged(): boolean;
  /** The stop card is out. */
  abstract get stopCard(): boolean;
  /** Returns a hand of the table. */
  abstract hand(side: S): Lying | null;
  /** My cards of a hand, while the others do not see them. */
  abstract held(side: S): readonly string[];
  /** What a hand does, once it is shown. */
  abstract does(side: S): Outcome | null;
  /** Returns what a hand is called. */
  abstract title(side: S): string;
  /** What a bet does, once it is shown; `null` where it has no one answer. */
  abstract outcome(bet: Bet): Outcome | null;
  /** Returns what a bet is called. */
  abstract betName(bet: Bet): string;
  /** Returns what a bet pays, in a few words. */
  abstract pays(bet: Bet): string;
  /** Returns what a bet pays, in words. */
  abstract tells(bet: Bet): string;
  /** What the status says of the shoe's end; empty before. */
  protected abstract get ending(): string;
  /** Whose word it is, and what for; `null` in phases in which nobody has it. */
  protected abstract get asking(): { main: string; mine: boolean } | null;
  /** Loads the dealer's calls: no frame has any before the page is drawn. */
  protected abstract announcing(): Promise<Announcing>;
  abstract plan(frame: Frame): Plan;
  abstract past(result: string): string;

  get view(): V | null {
    const view = this.table.frame?.view;
    return view && "kind" in view && view.kind === this.game ? (view as V) : null;
  }

  get own(): O | null {
    const { own } = this.table;
    return own && "kind" in own && own.kind === this.game ? (own as O) : null;
  }

  /** What the coup has decided has still to be shown. */
  get #veiled(): boolean {
    return this.table.veiled.has(RESULT);
  }

  /** My bets as they lie there, until it is shown what they have brought. */
  get wagers(): readonly { on: Bet; amount: number }[] {
    const { own } = this;
    if (!own || own.wagers.length > 0 || !this.#veiled) return own?.wagers ?? [];
    return own.settled.map(({ on, staked }) => ({ on, amount: staked }));
  }

  /** Returns what all have on a bet, likewise. */
  crowd(bet: Bet): number {
    const spots = this.#veiled ? this.#before : (this.view?.spots ?? []);
    return spots.find((each) => each.on === bet)?.staked ?? 0;
  }

  get spinning(): boolean {
    return this.view !== null && !["betting", "closed"].includes(this.view.phase);
  }

  name(party: string): string {
    const { floor, you, t } = this.table;
    if (party === "") return this.say("dealer");
    if (party === you) return t("box.you");
    return floor?.seats.find((seat) => seat.party === party)?.name ?? this.say("somebody");
  }

  /** What is decided of the coup that lies there is shown. */
  get decided(): boolean {
    return this.judged && !this.#veiled;
  }

  /** What came back on each spot; empty once I stake anew. */
  get returned(): Layout {
    const layout = new Map<string, number>();
    if (this.view?.phase !== "closed" || !this.decided || this.table.cleared) return layout;
    if (this.staking.sum > 0) return layout;
    for (const each of this.own?.settled ?? []) {
      if (each.returned > 0) layout.set(each.on, (layout.get(each.on) ?? 0) + each.returned);
    }
    return layout;
  }

  /** Returns what a bet pays and costs, in a sentence. */
  told(bet: Bet): string {
    const { say, table } = this;
    const parts = [this.betName(bet), this.tells(bet)];
    const edge = this.costs(bet);
    if (edge) parts.push(say("edge", { edge }));
    const spot = this.view?.spots.find((each) => each.on === bet);
    if (spot) {
      const [least, most] = [chips(spot.least, table.lang), chips(spot.most, table.lang)];
      parts.push(say("hint.least", { least, most }));
    }
    return parts.join(" · ");
  }

  /** Returns what a stake of 100 costs; empty until it is known. */
  costs(bet: Bet): string {
    const price = this.price(bet);
    return price ? perHundred(price.edge, this.table.lang) : "";
  }

  protected price(bet: Bet): Price | undefined {
    return this.#prices.find((each) => each.bet === bet);
  }

  /** Loads what the bets cost, once for each rule set. */
  async load(): Promise<void> {
    const rules = this.table.floor?.rules ?? this.table.info.rules;
    if (this.#asked === rules) return;
    this.#asked = rules;
    this.#prices = await pricesOf(rules);
  }

  // --- what I may do --------------------------------------------------------------------------

  /** Returns what I may do now, by its verb. */
  offer(verb: string): Option | undefined {
    const { own, table, view } = this;
    if (!view || table.you === null || table.busy) return undefined;
    const seated = view.options.filter((each) => table.mine.has(each.box));
    return [...(own?.options ?? []), ...seated].find(
      (each) => each.command === `${this.game}.${verb}`,
    );
  }

  /** Gives a decision that I am offered; tells whether it was. */
  decide(kind: string): boolean {
    const option = this.offer(kind.slice(this.game.length + 1));
    if (!option) return false;
    const { command, hand } = option;
    this.table.send({ kind: command, ...(hand && { hand }) } as Command);
    return true;
  }

  get canReady(): boolean {
    return this.offer("ready") !== undefined;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  readyUp(): void {
    this.decide(`${this.game}.ready`);
  }

  // --- what the frame asks --------------------------------------------------------------------

  /** What is said while stakes are taken. */
  protected get opens(): string {
    return this.say("status.betting");
  }

  /** Whose cards have just come or been turned, while a coup is shown step by step. */
  get #happening(): string {
    const { say, table } = this;
    const last = table.busy ? [...table.fresh].at(-1) : undefined;
    if (last === undefined) return say("status.dealing");
    for (const each of this.sides) {
      const side = this.title(each);
      if (last === facesKey(each)) return say("status.turned", { side });
      if (last === cardKey(each, 2)) return say("status.third", { side });
    }
    return say(last === RESULT ? "status.over" : "waiting");
  }

  get status(): Status {
    const { view, table, say } = this;
    const { floor } = table;
    if (!view || !floor) return { main: table.t("status.loading"), sub: null, mine: false };
    const left = view.rounds_left ?? null;
    let sub = left === null ? null : left === 1 ? say("status.last") : say("status.left", { left });
    sub = this.ending || sub;
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    const stakes = (): Status => just(this.opens, this.staking.game.open);
    switch (view.phase) {
      case "betting":
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (this.ready) return just(say("status.ready"));
        return stakes();
      case "closed":
        if (table.busy) return just(this.#happening);
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (!floor.shoe) return just(table.shoeless);
        return floor.accepting ? stakes() : just(say("status.over"));
      default: {
        const { asking } = this;
        if (table.busy || !asking) return just(this.#happening);
        return just(asking.main, asking.mine);
      }
    }
  }

  get clocked(): boolean {
    return this.view?.phase === "betting" || this.asking !== null;
  }

  get awaitsMe(): boolean {
    if (this.verbs.some((verb) => this.offer(verb))) return true;
    return this.view?.phase === "betting" && this.staking.game.open && !this.ready;
  }

  get staked(): number {
    return this.own?.staked ?? 0;
  }

  get bounds(): { least: number; most: number | null } {
    const { view } = this;
    const { info } = this.table;
    if (!view) return { least: info.minimum ?? 0, most: info.maximum };
    return {
      least: Math.min(...view.spots.map((each) => each.least)),
      most: Math.max(...view.spots.map((each) => each.most)),
    };
  }

  get limits(): string[] {
    return (this.view?.spots ?? []).map((each) => this.limit(each.on, each.most));
  }

  limit(on: Bet, most: number): string {
    const { lang } = this.table;
    const spot = this.view?.spots.find((each) => each.on === on);
    return this.say("limit.bet", {
      bet: this.betName(on),
      least: chips(spot?.least ?? this.bounds.least, lang),
      most: chips(most, lang),
    });
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { game, staking, table, say } = this;
    const then = before?.view;
    this.#before = then && "kind" in then && then.kind === game ? (then as V).spots : [];
    for (const event of frame.events) {
      switch (event.kind) {
        case `${game}.bets_closed`:
          if (before !== null && staking.close(staking.game.there).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case `${game}.staked`:
        case `${game}.bank_put_up`:
          table.sound("chip");
          break;
        case `${game}.session_broken`:
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
    this.#speak();
    this.#tellResult();
  }

  shown(_frame: Frame): void {
    if (this.view?.phase !== "betting") this.staking.renew();
    this.#speak();
    this.#tellResult();
  }

  refused(sent: Command | undefined, refusal: Refusal): void {
    if (sent?.kind === `${this.game}.stake`) this.staking.refused(refusal);
  }

  narrate(frame: Frame): string {
    return frame.events
      .map((event) => this.#announcing?.sentence(event, this) ?? "")
      .filter((each) => each !== "")
      .join(" ");
  }

  /** The word that tells me alone my cards of a hand. */
  protected cardsWord(_side: S): Word {
    return "say.your_cards";
  }

  /** Says my cards to me alone when they come. */
  #speak(): void {
    const { table, say } = this;
    if (!this.view || table.busy) return;
    for (const side of this.sides) {
      const cards = this.held(side);
      const key = `${table.floor?.round}/${side}/${cards.join(" ")}`;
      if (cards.length === 0 || this.#spoken.has(key)) continue;
      this.#spoken.add(key);
      const words = {
        side: this.title(side),
        cards: cards.map((card) => spoken(card, table.lang)).join(", "),
        point: pointOf(cards),
      };
      table.say(say(this.cardsWord(side), words));
      table.sound("turn");
    }
  }

  /** What a coup gave me; `null` when I had nothing in it. */
  protected get net(): number | null {
    const settled = this.own?.settled ?? [];
    if (settled.length === 0) return null;
    return settled.reduce((sum, each) => sum + each.returned - each.staked, 0);
  }

  /** Tells once what a coup gave, as soon as both the cards and my part of it are shown. */
  #tellResult(): void {
    const { table, net } = this;
    const round = table.floor?.round ?? 0;
    if (!this.decided || table.busy || net === null || this.#told === round) return;
    this.#told = round;
    table.notifyNet(net);
    if (net > 0) table.sound("win");
  }
}
