/** Chemin de fer's part of the store: what I may announce, whose word it is, the coup in view. */

import { chips } from "../../core/money";
import { spoken } from "../../core/cards";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import type { Translate } from "../../core/i18n";
import type { Frame, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { Table } from "../table";
import { narration, pastResult } from "./announce";
import { DECISIONS } from "./keys";
import { plan } from "./reveal";
import { type Claim, type Option, type Own, ownOf, type Side, type View, viewOf } from "./wire";
import { translatorFor, type Word } from "./words";

/** Something that I may announce now. */
export interface Call {
  /** The kind of the command, or `chemin_de_fer.leave_in`. */
  command: string;
  clause: string;
  /** What it costs as the server offers it, minor units; my own amount where I choose it. */
  cost: number;
  /** I choose the amount between these. */
  between: { least: number; most: number } | null;
  give: (amount: number) => void;
}

const LEFT_IN = "MC-CDF-39";

export class CheminDeFerPlay implements Play {
  readonly say: Translate<Word>;
  readonly staking = null;
  readonly keys = DECISIONS;
  /** The amount in my field, minor units; `null` while I have not touched it. */
  chosen = $state<number | null>(null);
  /** The last coup that was played to its end: its cards lie until the next is dealt. */
  #last = $state.raw<View | null>(null);
  /** The banker of the coup that lies: when it is over the hand may have passed already. */
  dealt = $state("");
  #claims = new Map<number, string>();
  #asked = "";
  #told = "";

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
  }

  get view(): View | null {
    return viewOf(this.table.frame?.view);
  }

  get own(): Own | null {
    return ownOf(this.table.own);
  }

  /** The coup whose cards lie on the cloth: this one's, or until it is dealt the last one's. */
  get lying(): View | null {
    const { view } = this;
    return view && view.ponte_hand.cards.length === 0 ? (this.#last ?? view) : view;
  }

  /** The cards that lie are of a coup that is over. */
  get gathered(): boolean {
    return this.lying !== null && this.lying !== this.view;
  }

  name(party: string): string {
    const { floor, you, t } = this.table;
    if (party !== "" && party === you) return t("box.you");
    return floor?.seats.find((seat) => seat.party === party)?.name ?? this.say("somebody");
  }

  get mySeat(): number {
    return this.view?.seats.find((each) => each.party === this.table.you)?.seat ?? 0;
  }

  get #offered(): readonly Option[] {
    const { view, table } = this;
    if (!view || table.you === null) return [];
    const seated = view.options.filter((option) => table.mine.has(option.box));
    const standing = table.mine.size === 0 ? view.for_standing : [];
    return [...seated, ...standing, ...(this.own?.options ?? [])];
  }

  /** What I may announce now; empty while cards are still being shown. */
  get calls(): Call[] {
    const { view } = this;
    if (!view || this.table.busy) return [];
    const offered = this.#offered;
    const rights = offered.filter((option) => option.clause === LEFT_IN);
    const calls = offered
      .filter((option) => option.clause !== LEFT_IN)
      .map((option) => this.#call(option, view));
    if (rights.length > 0) {
      calls.push({
        command: "chemin_de_fer.leave_in",
        clause: LEFT_IN,
        cost: rights.reduce((sum, right) => sum + right.amount, 0),
        between: null,
        give: () => {
          for (const right of rights) this.#stake(right.command, right.amount);
        },
      });
    }
    // One button for each command: of several claims the first one is taken back first.
    const once = new Map(calls.toReversed().map((call) => [call.command, call]));
    return [...once.values()].toReversed();
  }

  #call(option: Option, view: View): Call {
    const { command, clause, amount, hand } = option;
    const call = { command, clause, cost: amount, between: null };
    const fixed = (give: () => void): Call => ({ ...call, give });
    const between = (least: number, most: number): Call => ({
      ...call,
      between: { least, most },
      give: (chosen) => this.#stake(command, chosen),
    });
    switch (command) {
      case "chemin_de_fer.bank":
        return between(amount, view.most);
      case "chemin_de_fer.with_table":
        return between(amount, view.bank - 1);
      case "chemin_de_fer.complement":
        return between(Math.min(view.least, amount), amount);
      case "chemin_de_fer.withdraw":
      case "chemin_de_fer.consent":
        return fixed(() => this.table.send({ kind: command, claim: Number(hand) }));
      case "chemin_de_fer.draw":
      case "chemin_de_fer.stand":
        return fixed(() => this.table.send({ kind: command, hand: hand as Side }));
      case "chemin_de_fer.keep":
      case "chemin_de_fer.pass_hand":
      case "chemin_de_fer.garage":
      case "chemin_de_fer.deal":
      case "chemin_de_fer.no_more":
        return fixed(() => this.table.send({ kind: command }));
      default:
        return fixed(() => this.#stake(command, amount));
    }
  }

  #stake(command: string, amount: number): void {
    switch (command) {
      case "chemin_de_fer.bank":
      case "chemin_de_fer.banco":
      case "chemin_de_fer.with_table":
      case "chemin_de_fer.complement":
        this.table.send({ kind: command, amount });
    }
  }

  /** The call whose amount I choose, where there is one. */
  get open(): Call | null {
    return this.calls.find((call) => call.between) ?? null;
  }

  /** The amount that would be staked now, within what the server allows. */
  get amount(): number {
    const between = this.open?.between;
    if (!between) return 0;
    return Math.min(between.most, Math.max(between.least, this.chosen ?? this.#usual(between)));
  }

  #usual({ least, most }: { least: number; most: number }): number {
    return this.open?.command === "chemin_de_fer.complement" ? most : least;
  }

  give(call: Call): void {
    call.give(call.between ? this.amount : call.cost);
    this.chosen = null;
  }

  nameOf(call: Call): string {
    const { view, table } = this;
    if (call.command === "chemin_de_fer.banco" && view?.follower === table.you) {
      return this.say("do.banco_suivi");
    }
    const claim = view?.claims.find((each) => each.state === "late");
    return this.say(`do.${call.command}` as Word, {
      amount: claim ? chips(claim.amount, table.lang) : "",
    });
  }

  /** The chips of a party that lie before its seat. */
  claimsOf(party: string): readonly Claim[] {
    return this.view?.claims.filter((claim) => claim.party === party) ?? [];
  }

  betName(claim: Claim): string {
    if (claim.left_in) return this.say("bet.left_in");
    return this.say(claim.marked ? "bet.marked" : `bet.${claim.bet}`);
  }

  // --- what the frame asks -------------------------------------------------------------------

  get status(): Status {
    const { view, table, say } = this;
    const { floor, lang } = table;
    const just = (main: string, sub: string | null = null, mine = false): Status => ({
      main,
      sub,
      mine,
    });
    if (!view || !floor) return just(table.t("status.loading"));
    const banker = this.name(view.banker);
    const mine = view.banker !== "" && view.banker === table.you;
    const speaks = this.own?.options.length ? say("status.point", { point: this.own.point }) : null;
    switch (view.phase) {
      case "idle":
      case "closed":
        if (table.busy) return just(say("status.passing"));
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (view.ending) return just(say("status.session_over"));
        if (!floor.shoe) return just(table.shoeless);
        if (view.phase === "closed" && view.winner) return just(say("status.over"));
        return just(
          say("status.idle"),
          say("status.idle_sub", { seated: this.#persons, needed: view.needed }),
        );
      case "bank":
        if (mine) return just(say("status.bank_mine"), null, true);
        return just(say("status.bank", { name: banker }));
      case "keep":
        if (mine) {
          const bank = say("status.banco_sub", { bank: chips(view.bank, lang) });
          return just(say("status.keep_mine"), bank, true);
        }
        return just(say("status.keep", { name: banker }));
      case "banco":
        return just(
          say("status.banco"),
          say("status.banco_sub", { bank: chips(view.bank, lang) }),
          this.awaitsMe,
        );
      case "complete":
        return just(
          say("status.complete"),
          say("status.complete_sub", { missing: chips(view.missing, lang) }),
          this.awaitsMe,
        );
      case "deal":
        if (mine) return just(say("status.deal_mine"), say("status.marked"), true);
        return just(say("status.rien"), say("status.marked"));
      case "cards":
        return just(say("status.rien"));
      case "ponte":
      case "banker": {
        if (table.busy) return just(say("status.passing"));
        if (speaks) return just(say("status.speak_mine"), speaks, true);
        return just(say(`status.${view.phase}`), this.name(view[view.phase]));
      }
    }
  }

  /** How many people sit now; the view counts those whom the last coup found. */
  get #persons(): number {
    return new Set(this.table.floor?.seats.map((seat) => seat.party)).size;
  }

  get clocked(): boolean {
    const phase = this.view?.phase;
    return phase !== undefined && !["idle", "closed", "cards"].includes(phase);
  }

  get awaitsMe(): boolean {
    const { view, table } = this;
    if (!view || this.calls.length === 0) return false;
    // A claim is a right, never a duty: the clock presses only who has the word.
    if (view.phase === "banco" || view.phase === "complete") {
      return table.mine.size > 0 && this.claimsOf(table.you ?? "").length === 0;
    }
    return true;
  }

  get staked(): number {
    const { view, table } = this;
    if (!view || table.you === null) return 0;
    const claims = this.claimsOf(table.you).reduce((sum, claim) => sum + claim.amount, 0);
    return claims + (view.banker === table.you ? view.bank + view.garage : 0);
  }

  get bounds(): { least: number; most: number | null } {
    const { view } = this;
    if (!view) return { least: this.table.info.minimum ?? 0, most: this.table.info.maximum };
    return { least: view.least, most: view.most };
  }

  get limits(): string[] {
    const { view, say } = this;
    if (!view) return [];
    const words = {
      min: chips(view.least, this.table.lang),
      max: chips(view.most, this.table.lang),
    };
    return [say("limits.bank", words), say("limits.part"), say("limits.complement", words)];
  }

  get stopCard(): boolean {
    return this.view?.last_coup ?? false;
  }

  plan(frame: Frame): Plan {
    const view = viewOf(frame.view);
    return view ? plan({ events: frame.events, view }) : AT_ONCE;
  }

  arrived(frame: Frame, before: Frame | null): void {
    const view = viewOf(frame.view);
    if (!view) return;
    if (frame.floor.round !== before?.floor.round) this.#claims.clear();
    for (const claim of view.claims) this.#claims.set(claim.claim, claim.party);
    for (const event of frame.events) {
      if (event.kind === "chemin_de_fer.claim_made") this.#claims.set(event.claim, event.party);
      if (event.kind === "chemin_de_fer.deal_began") {
        this.#last = null;
        this.dealt = viewOf(before?.view)?.banker ?? view.banker;
      }
      if (event.kind === "chemin_de_fer.card_passed" && event.stop_card) {
        this.table.notify("info", this.say("last.shoe"), "MC-CDF-07");
      }
    }
    if (before === null) this.dealt = view.banker;
    if (view.winner !== null) this.#last = view;
    if (view.phase !== viewOf(before?.view)?.phase) this.chosen = null;
  }

  shown(frame: Frame): void {
    for (const event of frame.events) {
      if (event.kind === "chemin_de_fer.hand_spoke" && event.timed_out) {
        const view = viewOf(frame.view);
        if (view && view[event.hand] === this.table.you) {
          this.table.notify("info", this.say("notice.timed_out"));
        }
      }
    }
    this.#sayNet(frame);
  }

  refused(_sent: Command | undefined, _refusal: Refusal): void {
    this.chosen = null;
  }

  narrate(frame: Frame): string {
    const view = viewOf(frame.view);
    if (!view) return "";
    const listener = {
      you: this.table.you,
      name: (party: string) => this.name(party),
      claims: this.#claims,
    };
    return narration(frame.events, view, listener, this.table.lang);
  }

  decide(kind: string): boolean {
    const call = this.calls.find((each) => each.command === kind);
    if (call) this.give(call);
    return call !== undefined;
  }

  past(result: string): string {
    return pastResult(result, this.table.lang);
  }

  /** Says my cards when they come; sounds when I am asked. What is my own follows its frame. */
  speak(): void {
    const { view, own, table, say } = this;
    if (!view || table.busy) return;
    const cards = own?.cards.join(" ") ?? "";
    if (own && cards !== this.#told && cards !== "") {
      const named = own.cards.map((card) => spoken(card, table.lang)).join(", ");
      table.say(say("say.your_cards", { cards: named, point: own.point }));
    }
    this.#told = cards;
    const mine = view.banker !== "" && view.banker === table.you;
    const asked =
      own && own.options.length > 0
        ? "word"
        : mine && (view.phase === "bank" || view.phase === "keep" || view.phase === "deal")
          ? view.phase
          : "";
    const key = asked && `${table.floor?.round}/${view.seat}/${asked}`;
    if (asked && key !== this.#asked) table.sound("turn");
    this.#asked = key;
  }

  #sayNet(frame: Frame): void {
    const { you } = this.table;
    const decided = frame.events.find((event) => event.kind === "chemin_de_fer.coup_decided");
    if (!decided || you === null) return;
    const net = this.net(you);
    if (net !== null) this.table.notifyNet(net);
  }

  /** What the coup that lies gave a party; `null` when it had no chips in it. */
  net(party: string): number | null {
    const view = this.lying;
    if (!view?.winner) return null;
    const staked = view.outcomes.reduce((sum, each) => sum + each.staked, 0);
    if (party === this.dealt) {
      if (view.winner === "tie") return 0;
      return view.winner === "banker" ? staked - (view.ticket?.amount ?? 0) : -staked;
    }
    const own = view.outcomes.filter((each) => each.party === party);
    if (own.length === 0) return null;
    return own.reduce((sum, each) => sum + each.returned - each.staked, 0);
  }
}
