/**
 * Everything a table page shows, as reactive state.
 *
 * Truth comes from frames; this adds only what is not yet known to the server (chips being placed),
 * what is being shown step by step (veils), and the preferences of this device.
 */

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { narration, spokenTotal } from "../core/announce";
import { type Language, type Translate, translator } from "../core/i18n";
import { signed, tray } from "../core/money";
import { load, type Prefs, save } from "../core/prefs";
import { refusal } from "../core/refusals";
import { type Plan, plan } from "../core/reveal";
import { type Command, type Link, TableSocket } from "../core/socket";
import { play, type Sound } from "../core/sound";
import {
  at,
  ceiling,
  type Chips,
  cleared,
  command,
  confirmed,
  different,
  doubled,
  kept,
  type Layout,
  placed,
  type Spot,
  total,
} from "../core/stakes";
import type { Frame, Option, ReceiptShown, View, WalletShown, Welcome } from "../wire/types";

export interface TableInfo {
  id: number;
  name: string;
  rules: string;
  rules_title: Record<Language, string>;
  boxes: number;
  minimum: number | null;
  maximum: number | null;
}

export interface Notice {
  id: number;
  kind: "refusal" | "info" | "win" | "even" | "loss";
  text: string;
  clause: string | null;
}

const DEBOUNCE = 120;
const MOST_QUEUED = 3;
const READY = "blackjack.ready";

export class TableStore {
  readonly t: Translate;
  readonly lang: Language;
  readonly info: TableInfo;
  #socket: TableSocket;

  you = $state<string | null>(null);
  name = $state("");
  balance = $state<number | null>(null);
  link = $state<Link>("connecting");
  rtt = $state<number | null>(null);
  everOnline = $state(false);

  frame = $state.raw<Frame | null>(null);
  /** What the jackpots hold; newer than the frame when another table has fed them since. */
  pots = $state.raw<Frame["floor"]["pots"]>([]);
  /** The parts of the view that are not shown yet. */
  veiled = new SvelteSet<string>();
  /** The cards that arrived just now; only these fly in from the shoe. */
  fresh = new SvelteSet<string>();
  busy = $state(false);

  wanted = $state.raw<Layout>(new Map());
  #undo: Layout[] = [];
  undoable = $state(0);
  /** The player stakes on the next round while the last one still lies there. */
  swept = $state(false);
  lastStakes = $state.raw<Layout>(new Map());
  chip = $state(0);
  sending = new SvelteMap<string, Command["kind"]>();

  notices = $state<Notice[]>([]);
  polite = $state("");
  assertive = $state("");
  prefs = $state<Prefs>(load());
  seconds = $state<number | null>(null);
  /** The part of the running clock that is left, 1 to 0. */
  left = $state(0);
  startedAt = Date.now();
  startBalance = $state<number | null>(null);
  minutes = $state(0);

  #queue: Frame[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  #walletAhead: WalletShown | null = null;
  #sendTimer: ReturnType<typeof setTimeout> | null = null;
  #notices = 0;
  #turn = "";
  #lastTick = -1;

  constructor(info: TableInfo, language: Language, url: string) {
    this.info = info;
    this.lang = language;
    this.t = translator(language);
    this.lastStakes = this.#storedStakes();
    this.#socket = new TableSocket(url, {
      welcome: (message) => this.#welcome(message),
      frame: (frame) => this.#enqueue(frame),
      wallet: (message) => this.#wallet(message),
      receipt: (message, sent) => this.#receipt(message, sent),
      pots: (message) => (this.pots = message.pots),
      link: (link, rtt) => {
        this.link = link;
        if (rtt !== null) this.rtt = rtt;
        if (link === "online") this.everOnline = true;
      },
    });
  }

  start(): () => void {
    this.#socket.connect();
    const clock = setInterval(() => this.#tick(), 100);
    return () => {
      clearInterval(clock);
      this.#socket.stop();
    };
  }

  reconnect(): void {
    this.#socket.connect();
  }

  // --- what the server says ------------------------------------------------------------------

  #welcome(message: Welcome): void {
    this.you = message.you;
    this.name = message.name;
    this.balance = message.balance;
    this.startBalance ??= this.#storedStart(message.balance);
    this.#queue = [];
  }

  #wallet(message: WalletShown): void {
    // A win is not told before the cards that made it are shown.
    if (this.busy || this.#queue.length > 0 || message.seq > (this.frame?.seq ?? -1)) {
      this.#walletAhead = message;
    } else {
      this.balance = message.balance;
    }
  }

  #receipt(message: ReceiptShown, sent: Command | undefined): void {
    this.sending.delete(message.cause);
    if (!message.refused) return;
    const { text, clause } = refusal(message.refused, this.lang);
    this.notify("refusal", text, clause);
    if (sent?.kind === "blackjack.stake") this.#resetWanted();
  }

  #enqueue(frame: Frame): void {
    if (frame.cause !== null) this.sending.delete(frame.cause);
    const unhurried = this.prefs.motion && !document.hidden && frame.events.length > 0;
    if (!unhurried || this.#queue.length >= MOST_QUEUED || this.frame === null) {
      this.#queue = [];
      this.#finish();
      this.#show(frame, unhurried && this.frame !== null);
      return;
    }
    this.#queue.push(frame);
    if (!this.busy) this.#next();
  }

  #next(): void {
    const frame = this.#queue.shift();
    if (frame) this.#show(frame, true);
  }

  #show(frame: Frame, animated: boolean): void {
    const before = this.frame;
    const steps: Plan = animated ? plan(frame) : { steps: [], length: 0 };
    for (const step of steps.steps) for (const key of step.keys) this.veiled.add(key);
    this.fresh.clear();
    this.#roundTurned(before, frame);
    if (frame.view.phase !== "closed") this.swept = false;
    if (before === null) this.chip = this.#firstChip(frame.view);
    this.frame = frame;
    this.pots = frame.floor.pots;
    this.#rebase();
    this.polite = narration(frame, this.mine, this.lang) || this.polite;
    this.#eventNotices(frame);
    if (steps.steps.length === 0) {
      this.#settled();
      return;
    }
    this.busy = true;
    for (const step of steps.steps) {
      this.#timers.push(
        setTimeout(() => {
          for (const key of step.keys) {
            if (key.startsWith("card:")) this.fresh.add(key);
            this.veiled.delete(key);
          }
          if (step.sound) this.sound(step.sound);
        }, step.at),
      );
    }
    this.#timers.push(
      setTimeout(() => {
        this.#finish();
        this.#settled();
        this.#next();
      }, steps.length),
    );
  }

  /** The first chip that makes a stake by itself. */
  #firstChip(view: View): number {
    const values = this.#chipValues(view);
    const first = values.findIndex((value) => value >= view.limits.main_min);
    return Math.max(0, first);
  }

  #chipValues(view: View | null): number[] {
    const limits = view?.limits;
    return tray(
      Math.min(
        limits?.main_min ?? this.info.minimum ?? 100,
        limits?.queen_of_hearts_min ?? Number.POSITIVE_INFINITY,
      ),
    );
  }

  #finish(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.veiled.clear();
    this.busy = false;
  }

  #settled(): void {
    this.busy = false;
    const ahead = this.#walletAhead;
    if (ahead && this.#queue.length === 0 && ahead.seq <= (this.frame?.seq ?? -1)) {
      this.balance = ahead.balance;
      this.#walletAhead = null;
    }
    this.#sayTurn();
    this.#sayNet();
  }

  #roundTurned(before: Frame | null, frame: Frame): void {
    if (!before) return;
    const closed = frame.events.some((event) => event.kind === "blackjack.bets_closed");
    if (!closed) return;
    const there = confirmed(frame.view, this.you);
    if (total(there) > 0) {
      this.lastStakes = there;
      this.#storeStakes(there);
    }
    if (different(this.wanted, there).some((box) => at(this.wanted, box).main > 0)) {
      this.notify("info", this.t("notice.unsent"));
    }
    this.#undo = [];
    this.undoable = 0;
    // A stake still on its way is too late; its refusal will say so.
    if (this.#sendTimer !== null) clearTimeout(this.#sendTimer);
    this.#sendTimer = null;
    for (const [id, kind] of this.sending) if (kind === "blackjack.stake") this.sending.delete(id);
  }

  #rebase(): void {
    const view = this.view;
    if (!view) return;
    if (this.canStake && this.#hasUnsent(view)) return;
    this.wanted = this.there;
  }

  #hasUnsent(view: View): boolean {
    if (this.#sendTimer !== null) return true;
    if ([...this.sending.values()].includes("blackjack.stake")) return true;
    // Chips kept back because they are below the minimum stay in the player's hand.
    const there = this.there;
    return (
      command(this.wanted, there, view.limits) === null && different(this.wanted, there).length > 0
    );
  }

  #resetWanted(): void {
    this.wanted = this.there;
    this.#undo = [];
    this.undoable = 0;
  }

  #eventNotices(frame: Frame): void {
    for (const event of frame.events) {
      if (event.kind === "blackjack.stop_card_out") this.notify("info", this.t("notice.stop_card"));
      if (event.kind === "table.voided") this.notify("info", this.t("notice.voided"));
      if (event.kind === "blackjack.stood" && event.timed_out && this.mine.has(event.box)) {
        this.notify("info", this.t("notice.timed_out"));
      }
    }
  }

  #sayTurn(): void {
    const turn = this.view?.turn;
    const key =
      turn && this.mine.has(turn.box) ? `${this.floor?.round}/${turn.box}/${turn.hand}` : "";
    if (key && key !== this.#turn && turn) {
      const hand = this.view?.boxes
        .find((box) => box.box === turn.box)
        ?.hands.find((each) => each.hand === turn.hand);
      const spoken = hand ? spokenTotal(hand, this.lang) : "";
      this.assertive = this.t("say.your_turn", { box: turn.box, total: spoken });
      this.sound("turn");
    }
    this.#turn = key;
  }

  #sayNet(): void {
    const frame = this.frame;
    if (!frame?.events.some((event) => event.kind === "blackjack.round_closed")) return;
    const own = frame.view.boxes.filter((box) => box.party === this.you && this.you !== null);
    if (own.length === 0) return;
    const net = own.reduce((sum, box) => sum + box.returned - box.staked, 0);
    const amount = signed(net, this.lang);
    if (net > 0) this.notify("win", this.t("notice.net_win", { amount }));
    else if (net === 0) this.notify("even", this.t("notice.net_even"));
    else this.notify("loss", this.t("notice.net_loss", { amount }));
  }

  // --- what is known -------------------------------------------------------------------------

  get view(): View | null {
    return this.frame?.view ?? null;
  }

  get floor(): Frame["floor"] | null {
    return this.frame?.floor ?? null;
  }

  get mine(): ReadonlySet<number> {
    const you = this.you;
    const seats = this.floor?.seats ?? [];
    return new Set(
      you === null ? [] : seats.filter((seat) => seat.party === you).map((seat) => seat.box),
    );
  }

  /** The last round is over and no stake of the next one lies on the layout. */
  get resting(): boolean {
    return this.view?.phase === "closed";
  }

  get canStake(): boolean {
    const { view, floor } = this;
    if (!view || !floor || this.you === null || this.mine.size === 0) return false;
    if (this.link === "expired" || this.link === "gone") return false;
    return view.phase === "betting" ? floor.status !== "closed" : floor.accepting;
  }

  get #offered(): Option[] {
    const mine = this.mine;
    return this.view?.options.filter((option) => mine.has(option.box)) ?? [];
  }

  /** What my hands may do now; empty while cards are still being shown. */
  get options(): Option[] {
    if (this.busy) return [];
    return this.#offered.filter((option) => option.command !== READY);
  }

  get canReady(): boolean {
    return this.#offered.some((option) => option.command === READY);
  }

  get there(): Layout {
    return this.view && !this.resting ? confirmed(this.view, this.you) : new Map();
  }

  get chipValues(): number[] {
    return this.#chipValues(this.view);
  }

  get chipValue(): number {
    return this.chipValues[this.chip] ?? 0;
  }

  /** What a spot of mine shows: what I want there, or what lies there. */
  chipsAt(box: number): Chips {
    return this.canStake ? at(this.wanted, box) : at(this.there, box);
  }

  pendingAt(box: number): boolean {
    return this.canStake && different(this.wanted, this.there).includes(box);
  }

  get staked(): number {
    return (this.view?.boxes ?? [])
      .filter((box) => this.you !== null && box.party === this.you)
      .reduce((sum, box) => sum + (this.resting ? 0 : box.staked - box.returned), 0);
  }

  get net(): number | null {
    if (this.balance === null || this.startBalance === null) return null;
    return this.balance + Math.max(0, this.staked) - this.startBalance;
  }

  get ready(): boolean {
    const own = this.view?.boxes.filter((box) => box.party === this.you) ?? [];
    return !this.resting && own.length > 0 && own.every((box) => box.ready);
  }

  get rebetable(): Layout {
    return kept(this.lastStakes, [...this.mine]);
  }

  // --- what I do -----------------------------------------------------------------------------

  sit(box: number): void {
    this.#send({ kind: "table.sit", box });
  }

  leave(box: number): void {
    this.#send({ kind: "table.leave", box });
  }

  /** Puts the chosen chip on a spot, or takes one back. */
  place(box: number, spot: Spot, direction: 1 | -1 = 1): void {
    if (!this.canStake || !this.view) return;
    const before = at(this.wanted, box)[spot];
    if (direction < 0 && before === 0) return;
    if (spot === "queen_of_hearts" && direction > 0 && at(this.wanted, box).main === 0) {
      this.notify("info", this.t("notice.main_first"));
      return;
    }
    const most = ceiling(this.view.limits, spot);
    if (direction > 0 && most !== null && before + this.chipValue > most && before >= most) {
      this.notify(
        "refusal",
        refusal({ code: "above_max", detail: { maximum: most } }, this.lang).text,
      );
      return;
    }
    this.sound("chip");
    let change = this.chipValue * direction;
    if (direction > 0 && most !== null && before + change > most) change = most - before;
    this.#want(placed(this.wanted, box, spot, change));
  }

  undo(): void {
    const before = this.#undo.pop();
    if (!before || !this.canStake) return;
    this.undoable = this.#undo.length;
    this.wanted = before;
    this.#schedule();
  }

  clear(): void {
    if (total(this.wanted) > 0) this.#want(cleared(this.wanted));
  }

  rebet(): void {
    if (total(this.rebetable) > 0) this.#want(this.rebetable);
  }

  double(): void {
    if (total(this.wanted) > 0) this.#want(doubled(this.wanted));
  }

  readyUp(): void {
    if (this.canReady) this.#send({ kind: READY });
  }

  choose(option: Option): void {
    const { box, hand } = option;
    switch (option.command) {
      case "blackjack.hit":
      case "blackjack.stand":
      case "blackjack.double":
      case "blackjack.split":
      case "blackjack.surrender":
        this.#send({ kind: option.command, box, hand });
        break;
      case "blackjack.insure":
        this.#send({ kind: option.command, box, amount: option.amount });
        break;
      case "blackjack.decline":
      case "blackjack.even_money":
        this.#send({ kind: option.command, box });
        break;
    }
  }

  #want(layout: Layout): void {
    if (!this.canStake) return;
    this.swept = this.resting;
    this.#undo.push(this.wanted);
    this.undoable = this.#undo.length;
    this.wanted = layout;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#sendTimer !== null) clearTimeout(this.#sendTimer);
    this.#sendTimer = setTimeout(() => {
      this.#sendTimer = null;
      if (!this.view) return;
      const stake = command(this.wanted, this.there, this.view.limits);
      if (stake) this.#send(stake);
    }, DEBOUNCE);
  }

  #send(message: Command): void {
    this.sending.set(this.#socket.send(message), message.kind);
  }

  // --- sounds, words, clock ------------------------------------------------------------------

  sound(sound: Sound): void {
    if (this.prefs.sound && !document.hidden) play(sound);
  }

  savePrefs(): void {
    save(this.prefs);
  }

  notify(kind: Notice["kind"], text: string, clause: string | null = null): void {
    const id = ++this.#notices;
    this.notices = [
      ...this.notices.filter((each) => each.text !== text).slice(-2),
      { id, kind, text, clause },
    ];
    if (kind === "refusal") this.assertive = text;
    setTimeout(() => this.dismiss(id), kind === "refusal" ? 7000 : 4500);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((each) => each.id !== id);
  }

  #tick(): void {
    const frame = this.frame;
    this.minutes = Math.floor((Date.now() - this.startedAt) / 60_000);
    if (!frame || frame.due_at === null || !frame.window || this.#noClock(frame.view)) {
      this.seconds = null;
      this.left = 0;
      return;
    }
    const remaining = Math.max(0, frame.due_at - this.#socket.clock.now());
    this.left = Math.min(1, remaining / frame.window);
    this.seconds = Math.ceil(remaining / 1000);
    if (this.seconds !== this.#lastTick && (this.seconds === 10 || this.seconds === 5)) {
      if (this.awaitsMe) this.polite = this.t("say.seconds", { seconds: this.seconds });
    }
    if (this.seconds !== this.#lastTick && this.seconds <= 3 && this.seconds > 0 && this.awaitsMe) {
      this.sound("tick");
    }
    this.#lastTick = this.seconds;
  }

  /** Only the players' clocks are shown: what the house does takes no deadline. */
  #noClock(view: View): boolean {
    return view.phase !== "betting" && view.phase !== "insurance" && view.phase !== "play";
  }

  get awaitsMe(): boolean {
    const { view } = this;
    const asked =
      this.options.length > 0 &&
      (view?.phase === "insurance" || (view?.turn != null && this.mine.has(view.turn.box)));
    return asked || (this.canStake && this.view?.phase === "betting" && !this.ready);
  }

  // --- what this device remembers ------------------------------------------------------------

  #storedStakes(): Layout {
    try {
      const stored: unknown = JSON.parse(
        localStorage.getItem(`sabot.stakes.${this.info.id}`) ?? "[]",
      );
      return new Map(stored as [number, Chips][]);
    } catch {
      return new Map();
    }
  }

  #storeStakes(layout: Layout): void {
    try {
      localStorage.setItem(`sabot.stakes.${this.info.id}`, JSON.stringify([...layout]));
    } catch {
      // Without storage the rebet lasts as long as the page.
    }
  }

  #storedStart(balance: number | null): number | null {
    if (balance === null) return null;
    try {
      const stored = sessionStorage.getItem(`sabot.session.${this.you}`);
      if (stored) {
        const [startedAt, start] = JSON.parse(stored) as [number, number];
        this.startedAt = startedAt;
        return start;
      }
      sessionStorage.setItem(
        `sabot.session.${this.you}`,
        JSON.stringify([this.startedAt, balance]),
      );
    } catch {
      // Without storage the session is this page.
    }
    return balance;
  }
}
