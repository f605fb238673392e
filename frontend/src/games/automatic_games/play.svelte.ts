/** The machines' part of the store. */

import type { Translate } from "../../core/i18n";
import { spoken } from "../../core/cards";
import type { Decisions } from "../../core/keys";
import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import { PRINTED } from "../../wire/printed/automatic_games";
import type { Frame } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { AnyEvent, AnyView, Table } from "../table";
import { translatorFor, type Word } from "./words";

export type View = Extract<AnyView, { kind: "automatic_games" }>;
export type Symbol = "seven" | "crown" | "bell" | "plum" | "orange" | "cherry" | "joker" | "star";
type Game = View["games"][number];
type Ended = Extract<AnyEvent, { kind: "automatic_games.game_ended" }>;
type Dealt = Extract<AnyEvent, { kind: "automatic_games.dealt" }>;

/** Milliseconds until the first reel stands, and from reel to reel. */
const FIRST = 700;
const NEXT = 350;
/** What the result decides: credits, history, meters. */
const RESULT = "result";
const reel = (no: number): string => `reel:${no}`;
/** Milliseconds from card to card. */
const CARD = 160;
const card = (no: number): string => `card:${no}`;
/** The positions of a hand. */
const FIVE = Array.from({ length: 5 }, (_, place) => place + 1);
const HOLD = "automatic_games.hold";

type Reels = (typeof PRINTED.machines)["five_stars"];
/** What the sheet of a machine of cards does not have. */
const NO_REELS: Pick<Reels, "strips" | "lines" | "scattered" | "scatter" | "free_pays"> = {
  strips: [],
  lines: [],
  scattered: [],
  scatter: "",
  free_pays: 1,
};

/** Returns what an exact fraction of a sheet comes to. */
export function valueOf(fraction: string): number {
  const [part = 0, of = 1] = fraction.split("/").map(Number);
  return part / of;
}

/** Returns a place of each strip at which nothing wins: a machine that was not played rests so. */
function restOf({ strips, ...sheet }: Partial<Reels> & Pick<Reels, "strips">): number[] {
  const never = [sheet.wild, sheet.scatter];
  const places = (strip: readonly string[], shunned: readonly (string | undefined)[]) =>
    strip.flatMap((_, at) => {
      const shown = [-1, 0, 1].map((by) => strip.at((at + by) % strip.length));
      return shown.some((each) => shunned.includes(each)) ? [] : [{ at, shown }];
    });
  // The first reel shows what wins with no other, the second nothing of the first.
  const alone = sheet.awards?.flatMap(({ symbols: [each, ...more] }) => (more[0] ? [] : [each]));
  for (const { at, shown } of places(strips[0] ?? [], [...never, ...(alone ?? [])])) {
    const second = places(strips[1] ?? [], [...never, ...shown])[0]?.at;
    if (second === undefined) continue;
    const others = strips.slice(2).map((strip) => places(strip, never)[0]?.at ?? 0);
    return [at, second, ...others];
  }
  return [];
}

/** Returns the technical sheet of a machine. */
function sheetOf(machine: string) {
  const { machines } = PRINTED;
  const sheet = machines[machine as keyof typeof machines] ?? machines.three_crowns;
  return { ...NO_REELS, ...sheet };
}

export class MachinePlay implements Play {
  readonly say: Translate<Word>;
  readonly staking = null;
  readonly stopCard = false;
  readonly keys: Decisions = {
    l: "automatic_games.load",
    g: "automatic_games.play",
    c: "automatic_games.cash_out",
    ...Object.fromEntries(FIVE.map((no) => [no, `${HOLD}/${no}`])),
  };
  /** What I stake on the next game, in minor units; 0 before I have chosen. */
  #chosen = $state(0);
  #before = $state.raw<View | null>(null);
  #landing = $state.raw<Ended | null>(null);
  /** How many tickets have come out for me, and were taken of me, since the page was opened. */
  issued = $state(0);
  taken = $state(0);
  /** Whether my last game began less than the pace floor ago. */
  #paced = $state(false);
  #waits = 0;
  /** The positions that I have chosen to hold, from 1. */
  #holding = $state.raw<ReadonlySet<number>>(new Set());

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
  }

  get #now(): View | null {
    const view = this.table.frame?.view;
    return view && "kind" in view && view.kind === "automatic_games" ? view : null;
  }

  /** What is shown: until the last reel stands, as it was before. */
  get view(): View | null {
    return this.table.veiled.has(RESULT) ? this.#before : this.#now;
  }

  readonly sheet = $derived.by(() => sheetOf(this.#now?.machine ?? ""));

  /** Whether the machine has cards in place of reels. */
  get dealt(): boolean {
    return this.sheet.strips.length === 0;
  }

  /** The five cards as they lie; `null` for each that lies face down. */
  get cards(): readonly (string | null)[] {
    const { view, table } = this;
    const landing = table.veiled.has(RESULT) ? this.#landing : null;
    const hand = view?.hand ?? [];
    const ended = this.turning ? [] : (view?.game?.cards ?? []);
    const cards = landing?.cards ?? (hand.length > 0 ? hand : ended);
    const drawn = !landing && this.turning;
    return FIVE.map((no) => {
      if (table.veiled.has(card(no)) || (drawn && !view?.held.includes(no))) return null;
      return cards[no - 1] ?? null;
    });
  }

  /** What the cards are called that lie there, if they pay. */
  get called(): string {
    const { view } = this;
    if (!view || this.turning || FIVE.some((no) => this.table.veiled.has(card(no)))) return "";
    return view.hand.length > 0 ? view.called : (view.game?.wins[0]?.symbols[0] ?? "");
  }

  /** Whether a hand of mine waits for what I hold. */
  get waits(): boolean {
    const { view } = this;
    return (view?.hand.length ?? 0) > 0 && !this.turning && view?.holder === this.table.you;
  }

  /** Whether the card at a position, from 1, stays. */
  held(no: number): boolean {
    return this.turning ? (this.view?.held.includes(no) ?? false) : this.#holding.has(no);
  }

  /** Whether the card at a position has just come, and is seen to be turned. */
  turns(no: number): boolean {
    return this.table.prefs.motion && this.table.fresh.has(card(no));
  }

  hold(no: number): void {
    if (!this.waits || !this.seated) return;
    const chosen = new Set(this.#holding);
    if (!chosen.delete(no)) chosen.add(no);
    this.#holding = chosen;
  }

  get mayDraw(): boolean {
    const { table } = this;
    const ready = this.seated && table.live && !table.busy;
    return ready && this.waits && this.view?.phase === "holding";
  }

  draw(): void {
    if (!this.mayDraw) return;
    this.table.send({ kind: HOLD, positions: FIVE.filter((no) => this.#holding.has(no)) });
  }

  /** Returns what stands in a reel's window, above the line, on it and below; `null` while it turns. */
  reel(no: number): readonly Symbol[] | null {
    const strip = this.sheet.strips[no] ?? [];
    const landing = this.table.veiled.has(RESULT) ? this.#landing : null;
    if (landing ? this.table.veiled.has(reel(no)) : this.turning) return null;
    const stop = (landing?.stops ?? this.view?.game?.stops)?.[no] ?? this.#rest[no] ?? 0;
    const at = (place: number): Symbol => strip[(place + strip.length) % strip.length] as Symbol;
    return [at(stop - 1), at(stop), at(stop + 1)];
  }

  readonly #rest = $derived(restOf(this.sheet));

  get turning(): boolean {
    return this.view?.phase === "spinning";
  }

  /** Every award of a game in words, line by line, with what it pays. */
  wins(game: Game): string[] {
    const { lang } = this.table;
    const { lines } = this.sheet;
    return game.wins.map((win) => {
      const told = {
        no: win.line,
        line: win.symbols.map((symbol) => this.say(symbol as Word)).join(", "),
        pays: win.pays,
        stake: chips(win.amount / win.pays, lang),
        paid: chips(win.amount, lang),
      };
      if (win.line === 0) return this.say("wins.scatter", told);
      return this.say(lines.length > 1 ? "wins.line" : "wins", told);
    });
  }

  /** What a game came to, in a sentence: less than its stake is a loss, and told as one. */
  total(game: Game): string {
    const { lang } = this.table;
    if (game.paid === 0) return "";
    const paid = chips(game.paid, lang);
    if (game.free) return this.say("total.free", { paid });
    const stake = chips(game.stake, lang);
    if (game.paid < game.stake) {
      return this.say("total.less", { paid, stake, lost: chips(game.stake - game.paid, lang) });
    }
    return game.wins.length > 1 ? this.say("total", { paid, stake }) : "";
  }

  /** The last game, where its reels stand and no hand of the next waits. */
  get ended(): Game | null {
    return this.turning || this.view?.hand.length ? null : (this.view?.game ?? null);
  }

  /** Whether the last game has given back less than its stake: nothing of it shines then. */
  get lost(): boolean {
    const { ended } = this;
    return ended !== null && ended.paid < ended.stake;
  }

  /** Tells which windows of the reels stand on an award of the last game: `reel/row`. */
  get lit(): Set<string> {
    const found = new Set<string>();
    for (const win of this.table.veiled.has(RESULT) ? [] : (this.ended?.wins ?? [])) {
      win.symbols.forEach((_, no) => {
        if (win.line > 0) found.add(`${no}/${this.sheet.lines[win.line - 1]?.[no] ?? 0}`);
      });
      if (win.line > 0) continue;
      this.sheet.strips.forEach((_, no) => {
        this.reel(no)?.forEach((symbol, row) => {
          if (symbol === this.sheet.scatter) found.add(`${no}/${row - 1}`);
        });
      });
    }
    return found;
  }

  get seated(): boolean {
    return this.table.mine.size > 0;
  }

  get #ready(): boolean {
    const { table, view } = this;
    return this.seated && table.live && !table.busy && view !== null && view.in_service;
  }

  /** What a game costs as chosen, within what the machine takes. */
  get stake(): number {
    const { least, most } = this.bounds;
    return Math.min(Math.max(this.#chosen, least), most ?? Number.MAX_SAFE_INTEGER);
  }

  raise(steps: number): void {
    this.#chosen = Math.max(this.bounds.least, this.stake + steps * (this.view?.step ?? 100));
  }

  /** The amounts that may be loaded at once. */
  get loads(): number[] {
    return [10, 50].map((stakes) => stakes * this.bounds.least);
  }

  get mayLoad(): boolean {
    const { view } = this;
    if (!this.#ready || view === null || view.last || this.turning || !view.accepts.length) {
      return false;
    }
    return view.holder === "" || view.holder === this.table.you;
  }

  /** Credits lack for a game as chosen: some are to be loaded first. */
  get short(): boolean {
    const { view } = this;
    if (!this.mayLoad || view === null || view.free > 0 || view.hand.length > 0) return false;
    return view.credit < this.stake;
  }

  get mayPlay(): boolean {
    const { view } = this;
    if (!this.#ready || view === null || view.last || this.turning || view.owed > 0) return false;
    if (view.free > 0 || view.hand.length > 0 || this.#paced) return false;
    return view.holder === this.table.you && view.credit >= this.stake;
  }

  /** Whether all credits may be cashed out by this medium now. */
  #mayLeaveBy(medium: string): boolean {
    const { view } = this;
    if (!this.#ready || view === null || view.holder !== this.table.you) return false;
    return view.options.some(
      (each) => each.command === "automatic_games.cash_out" && each.stake === medium,
    );
  }

  get mayCashOut(): boolean {
    return this.#mayLeaveBy("card") || this.#mayLeaveBy("coin");
  }

  /** Whether the machine issues tickets, and takes them. */
  get tickets(): boolean {
    return this.view?.accepts.includes("ticket") ?? false;
  }

  get mayTicket(): boolean {
    return this.#mayLeaveBy("ticket");
  }

  get mayInsert(): boolean {
    return this.tickets && this.mayLoad && this.view?.hand.length === 0;
  }

  /** Pays all credits out by a ticket. */
  ticket(): void {
    if (!this.mayTicket) return;
    this.table.send({ kind: "automatic_games.cash_out", amount: 0, medium: "ticket" });
  }

  insert(code: string): void {
    if (this.mayInsert) this.table.send({ kind: "automatic_games.insert_ticket", code });
  }

  load(amount: number): void {
    const medium = this.view?.accepts[0];
    if (!this.mayLoad || (medium !== "note" && medium !== "card" && medium !== "coin")) return;
    this.table.send({ kind: "automatic_games.load", amount, medium });
  }

  play(): void {
    if (this.mayPlay) this.table.send({ kind: "automatic_games.play", amount: this.stake });
  }

  cashOut(): void {
    if (!this.mayCashOut) return;
    const medium = this.#mayLeaveBy("card") ? "card" : "coin";
    this.table.send({ kind: "automatic_games.cash_out", amount: 0, medium });
  }

  contest(game: number): void {
    this.table.send({ kind: "automatic_games.complain", game });
  }

  get status(): Status {
    const { view, table, say } = this;
    const word = (main: string, sub: string | null = null, mine = false): Status => ({
      main,
      sub,
      mine,
    });
    if (!view) return word(table.t("status.loading"));
    if (table.floor?.status === "closed") return word(table.t("status.closed"));
    if (view.owed > 0) {
      const amount = chips(view.owed, table.lang);
      return word(say("status.owed", { amount }), view.identity ? say("status.identity") : null);
    }
    if (!view.in_service) return word(say("status.open"));
    if (view.free > 0 && !this.turning && !table.veiled.has(RESULT)) {
      const won = chips(view.free_won, table.lang);
      return word(say("status.free", { left: view.free }), say("status.free.won", { won }));
    }
    if (this.waits && this.seated) {
      const called = this.called && say(this.called as Word);
      return word(called || say("status.holding"), say("status.hold_all"), true);
    }
    if (this.turning || table.veiled.has(RESULT)) {
      return word(say(this.dealt ? "status.dealing" : "status.spinning"));
    }
    if (view.last) return word(say("status.last"));
    if (!this.seated) {
      return word(say(table.floor?.seats.length ? "status.taken" : "status.vacant"));
    }
    return word(say(view.credit < this.stake ? "status.load" : "status.betting"), null, true);
  }

  get clocked(): boolean {
    return false;
  }

  get awaitsMe(): boolean {
    return false;
  }

  get staked(): number {
    const { view } = this;
    return view && view.holder === this.table.you ? view.credit + view.stake : 0;
  }

  get bounds(): { least: number; most: number | null } {
    const { view, table } = this;
    return { least: view?.least ?? table.info.minimum ?? 100, most: view?.most ?? null };
  }

  get limits(): string[] {
    const { least, most } = this.bounds;
    const { lang } = this.table;
    const words = {
      least: chips(least, lang),
      most: chips(most ?? 0, lang),
      step: chips(this.view?.step ?? least, lang),
    };
    return [this.say("limits", words)];
  }

  plan(frame: Frame): Plan {
    const dealt = dealtIn(frame);
    if (dealt) {
      this.#holding = new Set();
      return this.#turned([...FIVE]);
    }
    const ended = endedIn(frame);
    if (ended === undefined) return AT_ONCE;
    this.#before = this.view;
    this.#landing = ended;
    if (ended.cards.length > 0) {
      const kept = this.#before?.held ?? [];
      return this.#turned(
        FIVE.filter((no) => !kept.includes(no)),
        [RESULT],
      );
    }
    const reels = ended.stops.length;
    const stands = (no: number): number => (this.table.prefs.motion ? FIRST + no * NEXT : 0);
    const length = stands(reels - 1);
    return {
      steps: [
        ...ended.stops.map((_, no) => ({
          at: stands(no),
          keys: [reel(no)],
          sound: "stop" as const,
        })),
        { at: length, keys: [RESULT], sound: null },
      ],
      length,
      whole: true,
    };
  }

  /** Turns the cards at these positions one after the other, and shows what follows from them. */
  #turned(positions: number[], then: string[] = []): Plan {
    const at = (place: number): number => (this.table.prefs.motion ? place * CARD : 0);
    const length = at(positions.length);
    const steps: Plan["steps"] = positions.map((no, place) => ({
      at: at(place),
      keys: [card(no)],
      sound: "card",
    }));
    if (then.length > 0) steps.push({ at: length, keys: then, sound: null });
    return { steps, length, whole: true };
  }

  arrived(frame: Frame): void {
    const { say, table } = this;
    for (const event of frame.events) {
      if (event.kind === "automatic_games.played" && event.party === table.you) this.#pace();
      if (event.kind === "automatic_games.spin_stopped") table.notify("void", say("say.stopped"));
      if ("medium" in event && event.medium === "ticket" && event.party === table.you) {
        if (event.kind === "automatic_games.cashed_out") this.issued += 1;
        else this.taken += 1;
      }
      if (event.kind === "automatic_games.cashed_out" && event.timed_out) {
        if (event.party !== table.you) continue;
        table.notify("info", say("say.back", { amount: chips(event.amount, table.lang) }));
      }
      if (event.kind === "automatic_games.held" && event.timed_out && event.party === table.you) {
        table.notify("info", say("say.held_all"));
      }
      if (event.kind === "automatic_games.hand_paid" && event.party === table.you) {
        const how = event.means === "cash" ? "say.paid" : (`say.paid.${event.means}` as const);
        table.notify("win", say(how, { amount: chips(event.amount, table.lang) }));
      }
    }
  }

  /** Offers no other game before the pace floor, which the server holds. */
  #pace(): void {
    const { pace } = this.#now ?? { pace: 0 };
    if (pace === 0) return;
    this.#paced = true;
    window.clearTimeout(this.#waits);
    this.#waits = window.setTimeout(() => (this.#paced = false), pace);
  }

  shown(frame: Frame): void {
    const ended = endedIn(frame);
    const game = this.#now?.game;
    // What gives back less than was staked is no win, and is not feted as one.
    if (!ended || !game || ended.party !== this.table.you || ended.paid <= game.stake) return;
    this.table.sound("win");
  }

  refused(): void {}

  #spoken(cards: readonly string[]): string {
    return cards.map((each) => spoken(each, this.table.lang)).join(", ");
  }

  narrate(frame: Frame): string {
    const dealt = dealtIn(frame);
    if (dealt) {
      const called = this.#now?.called;
      const told = [this.#spoken(dealt.cards), called ? this.say(called as Word) : ""];
      return told.filter(Boolean).join(". ");
    }
    const ended = endedIn(frame);
    const game = this.#now?.game;
    if (!ended || !game) return "";
    const told = [...this.wins(game), this.total(game)].filter(Boolean);
    if (ended.brought > 0) told.push(this.say("brought", { free: ended.brought }));
    const won = told.join(". ") || this.say("lost");
    return ended.cards.length > 0 ? `${this.#spoken(ended.cards)}. ${won}` : won;
  }

  decide(command: string): boolean {
    if (command.startsWith(HOLD)) {
      if (!this.waits) return false;
      this.hold(Number(command.slice(HOLD.length + 1)));
      return true;
    }
    switch (command) {
      case "automatic_games.play":
        if (this.mayDraw) {
          this.draw();
          return true;
        }
        if (!this.mayPlay) return false;
        this.play();
        return true;
      case "automatic_games.load":
        if (!this.mayLoad) return false;
        this.load(this.loads[0] ?? this.bounds.least);
        return true;
      case "automatic_games.cash_out":
        if (!this.mayCashOut) return false;
        this.cashOut();
        return true;
      default:
        return false;
    }
  }

  past(result: string): string {
    if (result === "dealt") return this.say("dealt");
    const paid = Number(result);
    if (!Number.isInteger(paid)) return result;
    if (paid === 0) return this.say("lost");
    return this.say("past.won", { paid: chips(paid, this.table.lang) });
  }
}

function endedIn(frame: Frame): Ended | undefined {
  return frame.events.find((event) => event.kind === "automatic_games.game_ended");
}

function dealtIn(frame: Frame): Dealt | undefined {
  return frame.events.find((event) => event.kind === "automatic_games.dealt");
}
