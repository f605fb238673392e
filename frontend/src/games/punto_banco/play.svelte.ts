/** Punto banco's part of the store: my stakes, the cards that I may turn, the coup in view. */

import { spoken } from "../../core/cards";
import { percent, type Price, pricesOf } from "../../core/edges";
import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import type { Plan } from "../../core/reveal";
import type { Command } from "../../core/socket";
import type { Layout } from "../../core/stakes";
import { Staking } from "../../ui/staking.svelte";
import type { Frame, Option, Refusal } from "../../wire/types";
import type { Status } from "../contract";
import type { Table } from "../table";
import { pointOf } from "../baccara/point";
import { SpotStakes } from "../baccara/stakes";
import type { Laying } from "../wheel/laying";
import { narration } from "./announce";
import { DECISIONS } from "./keys";
import { plan, RESULT } from "./reveal";
import { type Bet, type Own, ownOf, type Side, SIDES, type View, viewOf } from "./wire";
import { saying, type Word } from "./words";

export class PuntoBancoPlay implements Laying {
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly keys = DECISIONS;
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  taking = $state(false);
  /** The spot that is pointed at. */
  hinted = $state<Bet | "">("");
  /** What each bet costs, once it was loaded. */
  prices = $state.raw<readonly Price[]>([]);
  #asked = "";
  #told = 0;
  #spoken = "";

  constructor(readonly table: Table) {
    this.say = saying(table.lang);
    this.staking = new Staking(table, new SpotStakes("punto_banco.stake", this));
  }

  get view(): View | null {
    return viewOf(this.table.frame?.view);
  }

  get own(): Own | null {
    return ownOf(this.table.own);
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
    return this.view?.wins != null && !this.table.veiled.has(RESULT);
  }

  /** My cards of a side, while they lie face down before me. */
  held(side: Side): readonly string[] {
    return this.own?.[side] ?? [];
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

  /** Returns what a bet pays, in a few characters. */
  pays(bet: Bet): string {
    const { say } = this;
    if (bet.startsWith("dragon")) return say("pays.dragon");
    if (bet === "banco" && this.view?.variant === "punto_2000") return say("pays.banco.punto_2000");
    if (bet === "pair_punto" || bet === "pair_banco") return say("pays.pair");
    return say(`pays.${bet}` as Word);
  }

  /** Returns what a bet pays and costs, in a sentence. */
  told(bet: Bet): string {
    const { say, table, view } = this;
    const amount = (minor: number): string => chips(minor, table.lang);
    const price = this.#price(bet);
    const parts = [
      `${say(bet)}`,
      price?.note?.[table.lang] ?? say("hint.pays", { pays: this.pays(bet) }),
    ];
    const spot = view?.spots.find((each) => each.on === bet);
    if (price) parts.push(say("edge", { edge: percent(price.edge, table.lang) }));
    if (spot) parts.push(say("hint.least", { least: amount(spot.least), most: amount(spot.most) }));
    return parts.join(" · ");
  }

  /** Returns what a bet costs, in per cent; empty until it is known. */
  costs(bet: Bet): string {
    const price = this.#price(bet);
    return price ? percent(price.edge, this.table.lang) : "";
  }

  #price(bet: Bet): Price | undefined {
    return this.prices.find((each) => each.bet === bet);
  }

  /** Loads what the bets cost, once for each rule set. */
  async load(): Promise<void> {
    const rules = this.table.floor?.rules ?? this.table.info.rules;
    if (this.#asked === rules) return;
    this.#asked = rules;
    this.prices = await pricesOf(rules);
  }

  // --- what I may do --------------------------------------------------------------------------

  /** Returns what the view offers me, by its verb. */
  offer(verb: string): Option | undefined {
    const { table, view } = this;
    if (!view || table.you === null || table.busy) return undefined;
    return view.options.find(
      (each) => each.command === `punto_banco.${verb}` && table.mine.has(each.box),
    );
  }

  /** The side whose cards I am asked to turn now. */
  get mayTurn(): Side | null {
    const hand = this.offer("turn")?.hand;
    return SIDES.find((side) => side === hand) ?? null;
  }

  turn(): void {
    const hand = this.mayTurn;
    if (hand) this.table.send({ kind: "punto_banco.turn", hand });
  }

  get mayRefuse(): boolean {
    return this.offer("refuse_bank") !== undefined;
  }

  refuseBank(): void {
    if (this.mayRefuse) this.table.send({ kind: "punto_banco.refuse_bank" });
  }

  get canReady(): boolean {
    return this.own?.options.some((each) => each.command === "punto_banco.ready") ?? false;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "punto_banco.ready" });
  }

  // --- what the frame asks --------------------------------------------------------------------

  get status(): Status {
    const { view, table, say } = this;
    const { floor } = table;
    if (!view || !floor) return { main: table.t("status.loading"), sub: null, mine: false };
    const left = view.rounds_left;
    let sub = left === null ? null : left === 1 ? say("status.last") : say("status.left", { left });
    if (view.last_coup && view.phase !== "closed") sub = say("status.shoe_over");
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    switch (view.phase) {
      case "betting":
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (this.ready) return just(say("status.ready"));
        return just(say("status.betting"), this.staking.game.open);
      case "punto":
      case "banco": {
        if (table.busy) return just(say("status.dealing"));
        const side = say(view.phase);
        if (this.mayTurn) return just(say("status.turn_me", { side }), true);
        return just(say("status.turn", { name: this.name(view[view.phase].to), side }));
      }
      case "closed":
        if (table.busy) return just(say("status.dealing"));
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (!floor.shoe) return just(table.shoeless);
        if (floor.accepting) return just(say("status.betting"), this.staking.game.open);
        return just(say("status.over"));
      default:
        return just(say("status.dealing"));
    }
  }

  get clocked(): boolean {
    return ["betting", "punto", "banco"].includes(this.view?.phase ?? "");
  }

  get awaitsMe(): boolean {
    if (this.mayTurn) return true;
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
    const { lang } = this.table;
    return (this.view?.spots ?? []).map((each) =>
      this.say("limit.bet", {
        bet: this.say(each.on),
        least: chips(each.least, lang),
        most: chips(each.most, lang),
      }),
    );
  }

  get stopCard(): boolean {
    return this.view?.last_coup ?? false;
  }

  get keysInWords(): string {
    return this.say("settings.keys");
  }

  plan(frame: Frame): Plan {
    return plan(frame.events);
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { staking, table, say } = this;
    for (const event of frame.events) {
      switch (event.kind) {
        case "punto_banco.bets_closed":
          if (before !== null && staking.close(staking.game.there).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "punto_banco.staked":
          table.sound("chip");
          break;
        case "punto_banco.session_broken":
          table.notify("info", say("say.broken"));
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

  shown(): void {
    if (this.view?.phase !== "betting") this.staking.reset();
    this.#speak();
    this.#tellResult();
  }

  refused(sent: Command | undefined, _refusal: Refusal): void {
    if (sent?.kind === "punto_banco.stake") this.staking.reset();
  }

  narrate(frame: Frame): string {
    return narration(frame.events, {
      say: this.say,
      language: this.table.lang,
      name: (party) => this.name(party),
    });
  }

  decide(kind: string): boolean {
    if (kind === "punto_banco.turn" && this.mayTurn) {
      this.turn();
      return true;
    }
    if (kind === "punto_banco.refuse_bank" && this.mayRefuse) {
      this.refuseBank();
      return true;
    }
    return false;
  }

  past(result: string): string {
    if (result === "void") return this.say("past.void");
    const sign = result.charAt(0) === "T" ? "=" : result.charAt(0);
    return `${sign} ${result.charAt(1)}:${result.charAt(2)}`;
  }

  /** Says my cards to me alone when they come. */
  #speak(): void {
    const { table, say, view } = this;
    if (!view || table.busy) return;
    for (const side of SIDES) {
      const cards = this.held(side);
      const key = `${table.floor?.round}/${side}/${cards.join(" ")}`;
      if (cards.length === 0 || this.#spoken.includes(key)) continue;
      this.#spoken = `${this.#spoken.slice(-200)} ${key}`;
      const words = {
        side: say(side),
        cards: cards.map((card) => spoken(card, table.lang)).join(", "),
        point: pointOf(cards),
      };
      table.alert(
        say(
          side === "banco" && view.phase === "punto" ? "say.wait_punto" : "say.your_cards",
          words,
        ),
      );
      table.sound("turn");
    }
  }

  /** Tells once what a coup gave, as soon as both the cards and my part of it are shown. */
  #tellResult(): void {
    const { table, own } = this;
    const round = table.floor?.round ?? 0;
    if (!this.decided || table.busy || !own || this.#told === round) return;
    if (own.settled.length === 0) return;
    this.#told = round;
    table.notifyNet(own.settled.reduce((sum, each) => sum + each.returned - each.staked, 0));
    if (own.settled.some((each) => each.returned > each.staked)) table.sound("win");
  }
}
