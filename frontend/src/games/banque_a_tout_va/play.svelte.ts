/** Banque à tout va's part of the store: the hand that I have, the bank, the coup in view. */

import type { Translate } from "../../core/i18n";
import type { Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import type { Decisions } from "../../core/keys";
import type { Frame, Refusal } from "../../wire/types";
import { type Announcing, BaccaraPlay, type Lying, type Outcome } from "../baccara/play.svelte";
import type { Game, Play, Status } from "../contract";
import type { Table } from "../table";
import { DECISIONS } from "./keys";
import { plan } from "./reveal";
import { type Bet, handOf, type Own, type Side, SIDES, type View } from "./wire";
import { translatorFor, type Word } from "./words";

/** How long the last coup of a shoe lies there at least, milliseconds. */
const LOOK = 6000;

/** Another game's part of the page. */
interface Another {
  readonly play: Play;
  readonly Felt: Game["Felt"];
  readonly Console: Game["Console"];
}

export class BanquePlay extends BaccaraPlay<View, Own, Side> {
  declare readonly say: Translate<Word>;
  /** Chemin de fer's part of the page, once it was loaded for the last coup. */
  #chemin = $state.raw<Another | null>(null);
  #loads = false;
  /** The round whose last coup has lain there long enough to be looked at. */
  #seen = $state(0);

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "banque_a_tout_va" {
    return "banque_a_tout_va";
  }

  get sides(): readonly Side[] {
    return SIDES;
  }

  get verbs(): readonly string[] {
    return ["deal", "draw", "stand", "chemin_de_fer"];
  }

  get keys(): Decisions {
    return this.last?.play.keys ?? DECISIONS;
  }

  /** The last coup, while it is that of chemin de fer and until the tableaux take stakes again. */
  get last(): Another | null {
    const { view, table } = this;
    if (!view?.chemin) return null;
    const seen = view.phase === "closed" && this.#seen === table.floor?.round;
    return seen && table.floor?.accepting ? null : this.#chemin;
  }

  async #loadLast(): Promise<void> {
    if (this.#loads) return;
    this.#loads = true;
    const { CHEMIN_DE_FER } = await import("../chemin_de_fer");
    const { Felt, Console } = CHEMIN_DE_FER;
    this.#chemin = { play: CHEMIN_DE_FER.begin(this.table), Felt, Console };
  }

  override get spinning(): boolean {
    return super.spinning && this.view?.phase !== "offer";
  }

  /** I have the bank. */
  get banking(): boolean {
    return this.table.you !== null && this.view?.banker === this.table.you;
  }

  /** A banker does not stake against himself. */
  get barred(): boolean {
    return this.banking;
  }

  override name(party: string): string {
    const seated = this.table.floor?.seats.some((seat) => seat.party === party);
    const approved = party !== "" && party === this.view?.approved && party !== this.table.you;
    return approved && !seated ? this.say("banker") : super.name(party);
  }

  protected get judged(): boolean {
    return this.view?.on_right != null;
  }

  get stopCard(): boolean {
    return this.view?.rest != null;
  }

  hand(side: Side): Lying | null {
    if (!this.view) return null;
    const hand = handOf(this.view, side);
    // Who has the bank is said beside the table.
    return side === "banker" ? { ...hand, holder: "" } : hand;
  }

  held(side: Side): readonly string[] {
    return this.own?.hand === side ? this.own.cards : [];
  }

  /** What a tableau does against the banker, once it is shown. */
  does(side: Side): Outcome | null {
    if (!this.decided || !this.view || side === "banker") return null;
    return (side === "right" ? this.view.on_right : this.view.on_left) ?? null;
  }

  title(side: Side): string {
    return this.say(`title.${side}`);
  }

  /** À cheval has two answers. */
  outcome(bet: Bet): Outcome | null {
    if (bet === "a_cheval") return null;
    return this.does(bet === "tableau_right" ? "right" : "left");
  }

  betName(bet: Bet): string {
    return this.say(bet);
  }

  pays(bet: Bet): string {
    return this.say(bet === "a_cheval" ? "pays.a_cheval" : "pays.tableau");
  }

  tells(bet: Bet): string {
    return this.say(bet === "a_cheval" ? "tells.a_cheval" : "tells.tableau");
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

  // --- what the frame asks --------------------------------------------------------------------

  protected override get opens(): string {
    return this.banking ? this.say("status.banker") : super.opens;
  }

  protected get ending(): string {
    const { view, say } = this;
    if (view?.last === "announced") return say("status.last_coup");
    return view?.rest != null && view.phase !== "closed" ? say("status.stop_card") : "";
  }

  protected get asking(): { main: string; mine: boolean } | null {
    const { say, view } = this;
    switch (view?.phase) {
      case "offer":
        if (this.banking) return { main: say("status.offer_me"), mine: true };
        return { main: say("status.offer"), mine: false };
      case "deal":
        if (this.banking) return { main: say("status.deal_me"), mine: true };
        return { main: say("status.deal", { name: this.name(view.banker) }), mine: false };
      case "right":
      case "left":
      case "banker": {
        if (this.awaitsMe) return { main: say("status.speak_me"), mine: true };
        const name = this.name(handOf(view, view.phase).holder);
        return { main: say("status.speak", { name, side: say(view.phase) }), mine: false };
      }
      default:
        return null;
    }
  }

  override get status(): Status {
    return this.last?.play.status ?? super.status;
  }

  override get clocked(): boolean {
    return this.last?.play.clocked ?? super.clocked;
  }

  override get awaitsMe(): boolean {
    return this.last?.play.awaitsMe ?? super.awaitsMe;
  }

  override decide(kind: string): boolean {
    return this.last?.play.decide(kind) ?? super.decide(kind);
  }

  override arrived(frame: Frame, before: Frame | null): void {
    super.arrived(frame, before);
    if (this.view?.phase === "offer" || this.view?.chemin) void this.#loadLast();
    this.#chemin?.play.arrived(frame, before);
  }

  override shown(frame: Frame): void {
    super.shown(frame);
    this.#chemin?.play.shown(frame);
    if (this.view?.chemin && this.view.phase === "closed") {
      setTimeout(() => (this.#seen = frame.floor.round), LOOK);
    }
  }

  override refused(sent: Command | undefined, refusal: Refusal): void {
    super.refused(sent, refusal);
    this.last?.play.refused(sent, refusal);
  }

  override narrate(frame: Frame): string {
    const { last } = this;
    if (!last) return super.narrate(frame);
    // Of the last coup its own game tells all but what is this table's.
    const events = frame.events.filter(({ kind }) => kind.startsWith(this.game));
    const told = [last.play.narrate(frame), super.narrate({ ...frame, events })];
    return told.filter((each) => each !== "").join(" ");
  }

  override get staked(): number {
    if (this.last) return this.last.play.staked;
    return super.staked + (this.banking ? (this.view?.bank ?? 0) : 0);
  }

  plan(frame: Frame): Plan {
    const { view } = frame;
    const last = "chemin" in view && view.chemin ? this.#chemin : null;
    return last ? last.play.plan(frame) : plan(frame.events);
  }

  protected announcing(): Promise<Announcing> {
    return import("./announce");
  }

  past(result: string): string {
    return result === "void" ? this.say("past.void") : result;
  }

  protected override get net(): number | null {
    return this.banking && this.own ? (this.view?.net ?? 0) : super.net;
  }
}
