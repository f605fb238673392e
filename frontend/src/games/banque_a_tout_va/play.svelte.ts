/** Banque à tout va's part of the store: my stakes, the hand that I have, the bank, the coup. */

import { spoken } from "../../core/cards";
import { percent, type Price, pricesOf } from "../../core/edges";
import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import type { Plan } from "../../core/reveal";
import type { Command } from "../../core/socket";
import type { Layout } from "../../core/stakes";
import { Staking } from "../../ui/staking.svelte";
import type { Frame, Option, Refusal } from "../../wire/types";
import { SpotStakes } from "../baccara/stakes";
import type { Status } from "../contract";
import type { Table } from "../table";
import type { Laying } from "../wheel/laying";
import { narration } from "./announce";
import { DECISIONS } from "./keys";
import { plan, RESULT } from "./reveal";
import { type Bet, handOf, type Own, ownOf, type Side, type View, viewOf } from "./wire";
import { saying, type Word } from "./words";

const GAME = "banque_a_tout_va";

export class BanquePlay implements Laying {
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
    this.staking = new Staking(table, new SpotStakes(`${GAME}.stake`, this));
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

  /** I have the bank. */
  get banking(): boolean {
    return this.table.you !== null && this.view?.banker === this.table.you;
  }

  /** A banker does not stake against himself. */
  get barred(): boolean {
    return this.banking;
  }

  name(party: string): string {
    const { floor, you, t } = this.table;
    if (party === "") return this.say("dealer");
    if (party === you) return t("box.you");
    const seated = floor?.seats.find((seat) => seat.party === party)?.name;
    return seated ?? (party === this.view?.approved ? this.say("banker") : this.say("somebody"));
  }

  /** What is decided of the coup that lies there is shown. */
  get decided(): boolean {
    return this.view?.on_right != null && !this.table.veiled.has(RESULT);
  }

  /** My cards of a hand, while the others do not see them. */
  held(side: Side): readonly string[] {
    return this.own?.hand === side ? this.own.cards : [];
  }

  /** What a tableau does against the banker, once it is shown. */
  does(side: Side): "wins" | "equal" | "loses" | null {
    if (!this.decided || !this.view || side === "banker") return null;
    return (side === "right" ? this.view.on_right : this.view.on_left) ?? null;
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
    return this.say(`pays.${bet}`);
  }

  /** Returns what a bet pays and costs, in a sentence. */
  told(bet: Bet): string {
    const { say, table, view } = this;
    const parts = [say(bet), say(`tells.${bet}`)];
    const costs = this.costs(bet);
    if (costs) parts.push(say("edge", { edge: costs }));
    const spot = view?.spots.find((each) => each.on === bet);
    if (spot) {
      parts.push(
        say("hint.least", {
          least: chips(spot.least, table.lang),
          most: chips(spot.most, table.lang),
        }),
      );
    }
    return parts.join(" · ");
  }

  /** Returns what a bet costs, in per cent; empty until it is known. */
  costs(bet: Bet): string {
    const price = this.prices.find((each) => each.bet === bet);
    return price ? percent(price.edge, this.table.lang) : "";
  }

  /** Loads what the bets cost, once for each rule set. */
  async load(): Promise<void> {
    const rules = this.table.floor?.rules ?? this.table.info.rules;
    if (this.#asked === rules) return;
    this.#asked = rules;
    this.prices = await pricesOf(rules);
  }

  // --- the bank -------------------------------------------------------------------------------

  /** How much of the coup the bank can still cover; null without a limit. */
  get room(): number | null {
    const { view } = this;
    return view?.limit == null ? null : Math.max(0, view.limit - view.staked);
  }

  /** I may put chips into the bank now. */
  get mayPutUp(): boolean {
    const { view, table } = this;
    const { floor } = table;
    if (!view || !floor || table.you === null || table.busy) return false;
    if (view.approved !== table.you || (view.last !== "" && view.last !== "announced"))
      return false;
    if (view.phase === "closed") return floor.accepting;
    return view.phase === "betting" && (view.banker !== "" || view.staked === 0);
  }

  putUp(amount: number): void {
    if (this.mayPutUp) this.table.send({ kind: "banque_a_tout_va.put_up", amount });
  }

  get mayLeaveBank(): boolean {
    return this.banking && this.view?.leaving === false && !this.table.busy;
  }

  leaveBank(): void {
    if (this.mayLeaveBank) this.table.send({ kind: "banque_a_tout_va.leave_bank" });
  }

  // --- what I may say -------------------------------------------------------------------------

  /** What I alone may do now, by its verb. */
  offer(verb: string): Option | undefined {
    if (this.table.busy) return undefined;
    return this.own?.options.find((each) => each.command === `${GAME}.${verb}`);
  }

  /** Gives a decision that I am offered; tells whether it was. */
  decide(kind: string): boolean {
    const verb = kind.slice(GAME.length + 1);
    const option = this.offer(verb);
    if (!option) return false;
    if (verb === "deal") this.table.send({ kind: "banque_a_tout_va.deal" });
    else if (verb === "draw" || verb === "stand") {
      this.table.send({ kind: `banque_a_tout_va.${verb}`, hand: option.hand as Side });
    } else return false;
    return true;
  }

  get canReady(): boolean {
    return this.offer("ready") !== undefined;
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && (this.own?.ready ?? false);
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "banque_a_tout_va.ready" });
  }

  // --- what the frame asks --------------------------------------------------------------------

  get status(): Status {
    const { view, table, say } = this;
    const { floor } = table;
    if (!view || !floor) return { main: table.t("status.loading"), sub: null, mine: false };
    const left = view.rounds_left ?? null;
    let sub = left === null ? null : left === 1 ? say("status.last") : say("status.left", { left });
    if (view.last === "announced") sub = say("status.last_coup");
    else if (view.rest != null && view.phase !== "closed") sub = say("status.stop_card");
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    const opens = this.banking ? say("status.banker") : say("status.betting");
    switch (view.phase) {
      case "betting":
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (this.ready) return just(say("status.ready"));
        return just(opens, this.staking.game.open);
      case "deal":
        if (table.busy) return just(say("status.dealing"));
        if (this.banking) return just(say("status.deal_me"), true);
        return just(say("status.deal", { name: this.name(view.banker) }));
      case "right":
      case "left":
      case "banker": {
        if (table.busy) return just(say("status.dealing"));
        if (this.awaitsMe) return just(say("status.speak_me"), true);
        const name = this.name(handOf(view, view.phase).holder);
        return just(say("status.speak", { name, side: say(view.phase) }));
      }
      case "closed":
        if (table.busy) return just(say("status.dealing"));
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (!floor.shoe) return just(table.shoeless);
        if (floor.accepting) return just(opens, this.staking.game.open);
        return just(say("status.over"));
      default:
        return just(say("status.dealing"));
    }
  }

  get clocked(): boolean {
    return ["betting", "deal", "right", "left", "banker"].includes(this.view?.phase ?? "");
  }

  get awaitsMe(): boolean {
    if (["deal", "draw", "stand"].some((verb) => this.offer(verb))) return true;
    return this.view?.phase === "betting" && this.staking.game.open && !this.ready;
  }

  get staked(): number {
    return (this.own?.staked ?? 0) + (this.banking ? (this.view?.bank ?? 0) : 0);
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
    return this.view?.rest != null;
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
        case "banque_a_tout_va.bets_closed":
          if (before !== null && staking.close(staking.game.there).length > 0) {
            table.notify("info", say("notice.unsent"));
          }
          break;
        case "banque_a_tout_va.staked":
        case "banque_a_tout_va.bank_put_up":
          table.sound("chip");
          break;
        case "banque_a_tout_va.session_broken":
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
    if (sent?.kind === "banque_a_tout_va.stake") this.staking.reset();
  }

  narrate(frame: Frame): string {
    return narration(frame.events, {
      say: this.say,
      language: this.table.lang,
      name: (party) => this.name(party),
    });
  }

  past(result: string): string {
    return result === "void" ? this.say("past.void") : result;
  }

  /** Says my cards to me alone when they come. */
  #speak(): void {
    const { table, say, own } = this;
    if (table.busy || !own || own.cards.length === 0) return;
    const key = `${table.floor?.round}/${own.hand}/${own.cards.join(" ")}`;
    if (this.#spoken === key) return;
    this.#spoken = key;
    const cards = own.cards.map((card) => spoken(card, table.lang)).join(", ");
    table.alert(say("say.your_cards", { cards, point: own.point }));
    table.sound("turn");
  }

  /** Tells once what a coup gave, as soon as both the cards and my part of it are shown. */
  #tellResult(): void {
    const { table, own, view } = this;
    const round = table.floor?.round ?? 0;
    if (!this.decided || table.busy || !own || !view || this.#told === round) return;
    if (own.settled.length === 0 && !this.banking) return;
    this.#told = round;
    const won = this.banking
      ? view.net
      : own.settled.reduce((sum, each) => sum + each.returned - each.staked, 0);
    table.notifyNet(won);
    if (won > 0) table.sound("win");
  }
}
