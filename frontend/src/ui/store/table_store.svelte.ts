/**
 * What the page of a table shows, whatever its game, as reactive state.
 *
 * Truth comes from frames; this adds only what is being shown step by step (veils), what is on its
 * way, and the preferences of this device. The game's own part is its `Play`.
 */

import { untrack } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { ChanceMessage, Watch } from "../../fairness/watch.svelte";
import type { Chat } from "../../chat/chat.svelte";
import type { Repeat } from "../../autoplay/autoplay.svelte";
import { type Language, type Translate, translator } from "../../core/i18n";
import { signed } from "../../core/money";
import { inLanguage } from "../../core/names";
import { load, type Prefs, save } from "../../core/prefs";
import type { Refusals } from "../../core/refusals";
import { AT_ONCE } from "../../core/reveal";
import type { Command, Link, Listener, Source } from "../../core/connection/socket";
import type { Sound } from "../../core/sound";
import type { Game, Play } from "../../games/contract";
import type { AnyOwn, Colours, Table, TableInfo } from "../../games/table";
import type {
  BulletinsShown,
  FloorShown,
  Frame,
  OwnShown,
  ReceiptShown,
  Refusal,
  WalletShown,
  Welcome,
  WritingShown,
} from "../../wire/types";

export interface Notice {
  id: number;
  kind: keyof typeof LASTS;
  text: string;
  clause: string | null;
}

/** A sentence of a live region: new each time that it is said, be its words the same. */
export interface Announcement {
  id: number;
  text: string;
}

/** What opens over the table. */
export type PanelName = "rules" | "shoe" | "settings" | "auto" | "chat" | "cash" | "practice";

const MOST_QUEUED = 6;
/** So many sentences stay to be read again. */
const MOST_SAID = 12;
/** What is asked is said when nothing has come for so long, in milliseconds. */
const PAUSE = 400;
/** How long the last round is still seen at a table that has closed, in milliseconds. */
const LAST_LOOK = 6000;
/** For how long a notice stays, in milliseconds. */
const LASTS = { refusal: 7000, info: 4500, win: 4500, even: 4500, loss: 4500, void: 30_000 };
const NOTHING: ReadonlySet<number> = new Set();

export class TableStore implements Table {
  readonly t: Translate;
  readonly lang: Language;
  readonly info: TableInfo;
  readonly game: Game;
  readonly play: Play;
  #source: Source;

  you = $state<string | null>(null);
  balance = $state<number | null>(null);
  /** Minor units of my cash that go with my next stake, at the jeux de cercle. */
  notes = $state(0);
  /** Minor units in hand in colour chips. */
  #hand = $state(0);
  own = $state.raw<AnyOwn>(null);
  /** What I have handed in in writing in this session, oldest first. */
  writings = $state.raw<readonly WritingShown[]>([]);
  /** I have said that I wish to play, and hold no box yet. */
  wishes = $state(false);
  link = $state<Link>("connecting");
  rtt = $state<number | null>(null);
  everOnline = $state(false);

  /** What verifies the cards and takes part in the shuffle; `null` until it is loaded. */
  watch = $state.raw<Watch | null>(null);
  /** What stakes again for me; `null` until it is loaded, and at a table without a layout. */
  repeat = $state.raw<Repeat | null>(null);
  /** What players say to each other; `null` until it is loaded. */
  chat = $state.raw<Chat | null>(null);
  /** Says aloud what is told of a frame; `null` where nobody has asked for it. */
  calls: ((text: string) => void) | null = null;
  /** What may be said at the table. */
  talk = $state<Welcome["chat"]>("off");
  /** What the house tells players here, what is over by now included. */
  posted = $state.raw<Pick<BulletinsShown, "version" | "bulletins">>({ version: 0, bulletins: [] });
  panel = $state<PanelName | null>(null);
  /** I am shown round the page. */
  touring = $state(false);
  frame = $state.raw<Frame | null>(null);
  told = $state.raw<Frame | null>(null);
  /** My chips on the layout, in minor units; like the balance never ahead of what is shown. */
  inPlay = $state(0);
  /** What the jackpots hold; newer than the frame when another table has fed them since. */
  pots = $state.raw<Frame["floor"]["pots"]>([]);
  /** So many parts of the felt are still being drawn. */
  #undrawn = $state(0);
  veiled = new SvelteSet<string>();
  fresh = new SvelteSet<string>();
  busy = $state(false);
  cleared = $state(false);
  sending = new SvelteMap<string, Command["kind"]>();

  notices = $state<Notice[]>([]);
  /** Lists, so that of two sentences none is lost, and they are heard in their order. */
  polite = $state.raw<readonly Announcement[]>([]);
  assertive = $state.raw<readonly Announcement[]>([]);
  prefs = $state<Prefs>(load());
  seconds = $state<number | null>(null);
  /** The part of the running clock that is left, 1 to 0, in hundredths: finer none is seen. */
  left = $state(0);
  startedAt = Date.now();
  startBalance = $state<number | null>(null);
  minutes = $state(0);

  #queue: Frame[] = [];
  /** What came before the watch; `null` once there will be nobody to hear it. */
  #unheard: ChanceMessage[] | null = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** Balances that are not shown yet: of the wallet, of my colour chips. */
  #ahead = new Map<WalletShown["of"], WalletShown>();
  #ownAhead: OwnShown[] = [];
  /** The number of what is shown as mine: what comes later with a lower one is stale. */
  #ownSeq = -1;
  /** My commands that were carried out and are not shown yet, by the number they led to. */
  #done = new Map<string, number>();
  /** What is being shown must be seen to its end. */
  #whole = false;
  /** The table was open when I saw it last. */
  #open = false;
  /** Clears a table away that has closed. */
  #clearing: ReturnType<typeof setTimeout> | null = null;
  /** The next writings are those that were there when I came: nothing about them is news. */
  #greeted = true;
  #notices = 0;
  #sayings = 0;
  /** What is to be said once the frame has been told that is being shown. */
  #unsaid: string[] = [];
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** What has been asked last, and after which round; `null` before anything was. */
  #asked: string | null = null;
  #lastTick = -1;

  constructor(
    info: TableInfo,
    game: Game,
    language: Language,
    source: (listener: Listener) => Source,
  ) {
    this.info = info;
    this.game = game;
    this.balance = info.balance ?? null;
    this.lang = language;
    this.t = translator(language, game.instead);
    this.#source = source({
      welcome: (message) => this.#welcome(message),
      frame: (told) => {
        const frame = inLanguage(told, language);
        this.#hear(frame);
        this.#enqueue(frame);
      },
      wallet: (message) => this.#wallet(message),
      writings: (message) => this.#writings(message.writings),
      own: (message) => {
        this.#hear(message);
        this.#own(message);
      },
      signed: (message) => this.#hear(message),
      receipt: (message, sent) => this.#receipt(message, sent),
      settled: (cause) => this.sending.delete(cause),
      lapsed: (id) => {
        this.sending.delete(id);
        this.notify("info", this.t("link.lapsed"));
      },
      pots: (message) => (this.pots = message.pots),
      bulletins: (message) => {
        // One act of the office may be told after the next: the older list is not shown.
        if (message.version >= this.posted.version) this.posted = message;
      },
      chat: (message) => this.chat?.hear(message),
      decision: ({ table, round }) =>
        this.notify(
          "info",
          round === null
            ? this.t("notice.decided", { table })
            : this.t("notice.decided_round", { table, round }),
        ),
      link: (link, rtt) => this.#linked(link, rtt),
    });
    this.play = game.begin(this);
  }

  /** Whether the felt is drawn, and what lies on it known. */
  get drawn(): boolean {
    return this.#undrawn === 0 && this.frame !== null;
  }

  unfinished(): () => void {
    this.#undrawn += 1;
    return () => (this.#undrawn -= 1);
  }

  start(): () => void {
    this.#source.connect();
    const clock = setInterval(() => this.#tick(), 100);
    return () => {
      clearInterval(clock);
      clearTimeout(this.#asking);
      this.#source.stop();
    };
  }

  /** Lets a watch hear everything that was said, from the beginning; `null` when there is none. */
  watched(watch: Watch | null): void {
    this.watch = watch;
    for (const each of this.#unheard ?? []) watch?.hear(each);
    this.#unheard = null;
  }

  // --- what the server says ------------------------------------------------------------------

  #welcome(message: Welcome): void {
    this.you = message.you;
    this.balance = message.balance;
    this.wishes = message.wishes;
    this.talk = message.chat;
    // What practice brings is no part of what a session brought.
    if (!this.info.practice) this.startBalance ??= this.#storedStart(message.balance);
    this.#queue = [];
    this.#ownAhead = [];
    this.#ownSeq = -1;
    this.own = null;
    this.#greeted = true;
  }

  #linked(link: Link, rtt: number | null): void {
    if (rtt !== null) this.rtt = rtt;
    // What was lost stays lost until it is back: that it is tried is no news.
    if (link === "connecting" && this.everOnline) return;
    if (link === "online" && this.everOnline && !this.live) this.say(this.t("link.back"));
    this.link = link;
    if (link === "online") this.everOnline = true;
  }

  #hear(message: ChanceMessage): void {
    if (this.watch) this.watch.hear(message);
    else this.#unheard?.push(message);
  }

  #wallet(message: WalletShown): void {
    // A win is not announced before the cards that made it are shown.
    if (this.busy || this.#queue.length > 0 || message.seq > (this.frame?.seq ?? -1)) {
      this.#ahead.set(message.of, message);
    } else {
      this.#holds(message);
      this.#count();
    }
  }

  #holds({ of, balance }: WalletShown): void {
    const { practice } = this.info;
    if (of === "colours") this.#hand = balance;
    else if ((of === "practice") === (practice ?? false)) {
      // Nobody wins practice chips between two rounds: he had lost his, and has others.
      if (practice && balance > (this.balance ?? balance) && this.inPlay === 0) {
        this.say(this.t("practice.anew"));
      }
      this.balance = balance;
    }
  }

  #writings(writings: readonly WritingShown[]): void {
    const before = new Map(this.writings.map((each) => [each.id, each.state]));
    this.writings = writings;
    for (const each of this.#greeted ? [] : writings) {
      if (each.state !== "pending" && before.get(each.id) === "pending") {
        const { reason } = each;
        this.notify("info", this.t(`writing.${each.state}`, { reason }));
      }
    }
    this.#greeted = false;
  }

  #own(message: OwnShown): void {
    this.#ownAhead.push(message);
    this.#takeOwn();
  }

  /** Takes over what is mine alone, up to the frame that is shown. */
  #takeOwn(): void {
    const shown = this.frame?.seq ?? -1;
    let last: OwnShown | null = null;
    for (const each of this.#ownAhead) {
      if (each.seq <= shown && each.seq >= (last?.seq ?? this.#ownSeq)) last = each;
    }
    this.#ownAhead = this.#ownAhead.filter((each) => each.seq > shown);
    if (!last) return;
    this.#ownSeq = last.seq;
    this.own = last.own;
    this.play.owned?.();
    this.#count();
  }

  #receipt(message: ReceiptShown, sent: Command | undefined): void {
    this.#answered(message.cause, message.seq);
    if (!message.refused || this.watch?.refused(sent, message.refused)) return;
    void this.refuse(message.refused);
    if (sent?.kind === "table.wish") this.wishes = !sent.wishes;
    this.play.refused(sent, message.refused);
  }

  /** Waits for a command of mine until the table's number to which it led is shown. */
  #answered(cause: string, seq: number | null): void {
    if (seq === null || seq <= (this.frame?.seq ?? -1)) this.sending.delete(cause);
    else if (this.sending.has(cause)) this.#done.set(cause, seq);
  }

  #enqueue(frame: Frame): void {
    if (frame.cause !== null) this.#answered(frame.cause, frame.seq);
    const watched = this.prefs.motion && !document.hidden;
    const late = !this.#whole && this.#queue.length >= MOST_QUEUED;
    if (!watched || late || this.frame === null) {
      this.#queue = [];
      this.#finish();
      this.#show(frame, watched && this.frame !== null);
      return;
    }
    // A frame in which nothing happens waits too: it would tell the end of what is being shown.
    if (frame.events.length === 0 && this.#queue.at(-1)?.events.length === 0) this.#queue.pop();
    this.#queue.push(frame);
    if (!this.busy) this.#next();
  }

  /** Shows at once what comes next, whatever is being shown. */
  protected skip(): void {
    this.#queue = [];
    this.#finish();
  }

  /** How many times as fast as usual frames are shown. */
  protected get pace(): number {
    return 1;
  }

  #next(): void {
    while (!this.busy) {
      const frame = this.#queue.shift();
      if (!frame) return;
      // What piled up while something had to be seen to its end is not shown step by step.
      this.#show(frame, this.#queue.length < MOST_QUEUED);
    }
  }

  #show(frame: Frame, animated: boolean): void {
    const before = this.frame;
    clearTimeout(this.#asking);
    const { steps, length, whole = false } = animated ? this.play.plan(frame) : AT_ONCE;
    for (const step of steps) for (const key of step.keys) this.veiled.add(key);
    this.fresh.clear();
    this.frame = frame;
    this.pots = frame.floor.pots;
    for (const [cause, seq] of this.#done) {
      if (seq > frame.seq) continue;
      this.#done.delete(cause);
      this.sending.delete(cause);
    }
    this.#takeOwn();
    if (this.mine.size > 0) this.wishes = false;
    this.play.arrived(frame, before);
    for (const event of frame.events) {
      if (event.kind === "table.voided") {
        this.notify("void", this.t("notice.voided", { reason: event.reason }));
      }
    }
    if (steps.length === 0) {
      this.#settled(frame);
      return;
    }
    this.busy = true;
    this.#whole = whole;
    for (const step of steps) {
      this.#timers.push(
        setTimeout(() => {
          for (const key of step.keys) {
            this.fresh.add(key);
            this.veiled.delete(key);
          }
          if (step.sound) this.sound(step.sound);
        }, step.at / this.pace),
      );
    }
    this.#timers.push(
      setTimeout(() => {
        this.#finish();
        this.#settled(frame);
        this.#next();
      }, length / this.pace),
    );
  }

  #finish(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.veiled.clear();
    this.busy = false;
    this.#whole = false;
  }

  #settled(frame: Frame): void {
    this.busy = false;
    this.#clear(frame);
    for (const [of, ahead] of this.#queue.length === 0 ? this.#ahead : []) {
      if (ahead.seq > frame.seq) continue;
      this.#holds(ahead);
      this.#ahead.delete(of);
    }
    this.told = frame;
    this.#count();
    const waited = this.#unsaid.splice(0);
    const told = this.play.narrate(frame);
    // What the page finds when it opens is no news.
    if (frame.events.length > 0) this.calls?.(told);
    for (const text of [told, ...waited]) this.say(text);
    this.play.shown(frame);
    this.#asking = setTimeout(() => this.#ask(), PAUSE);
  }

  /** Says what the table asks of me, unless it was just said; to whoever comes, what it does. */
  #ask(): void {
    const { main, sub, mine } = this.play.status;
    const asked = mine || this.#asked === null ? `${this.floor?.recent[0]?.number}/${main}` : "";
    const said = this.polite.at(-1)?.text.includes(main) ?? false;
    if (asked !== "" && asked !== this.#asked && !said) this.say(sub ? `${main} – ${sub}` : main);
    this.#asked = asked;
  }

  /** Whoever saw the table close has a last look at it; whoever comes later finds it cleared. */
  #clear(frame: Frame): void {
    const closed = frame.floor.status === "closed";
    if (closed && this.#clearing !== null) return;
    if (this.#clearing !== null) clearTimeout(this.#clearing);
    this.#clearing = null;
    if (closed && this.#open) {
      this.#clearing = setTimeout(() => (this.cleared = true), LAST_LOOK);
    } else {
      this.cleared = closed;
    }
    this.#open = !closed;
  }

  #count(): void {
    if (!this.busy && this.#ahead.size === 0) this.inPlay = Math.max(0, this.play.staked);
  }

  // --- what is known -------------------------------------------------------------------------

  get live(): boolean {
    return this.link === "online";
  }

  get floor(): FloorShown | null {
    return this.frame?.floor ?? null;
  }

  get seating(): boolean {
    const status = this.floor?.status;
    return status === "open" || status === "ending";
  }

  /** What is said in place of a shoe that does not lie there yet. */
  get shoeless(): string {
    const { floor, t } = this;
    if (floor?.shuffling?.stage === "waiting") return t("shoe.unshuffled");
    if (floor?.shuffling && floor.shuffling.stage !== "shuffling") return t("shoe.making");
    return t(floor?.status === "closed" ? "shoe.none" : "status.shuffling");
  }

  get mine(): ReadonlySet<number> {
    const { you, floor } = this;
    if (you === null || !floor) return NOTHING;
    return new Set(floor.seats.filter((seat) => seat.party === you).map((seat) => seat.box));
  }

  get colours(): Colours | null {
    const mine = this.floor?.colours.find((each) => each.party === this.you);
    return mine ? { ...mine, hand: this.#hand } : null;
  }

  get purse(): number | null {
    return this.colours?.hand ?? (this.balance === null ? null : this.balance + this.notes);
  }

  /** Whether I cannot pay the least stake and no chip of mine lies: I cannot play on. */
  get broke(): boolean {
    const { balance, frame, told, play } = this;
    if (this.you === null || balance === null || frame === null || told !== frame) return false;
    if (frame.floor.status === "closed") return false;
    const mine = balance + (this.colours?.hand ?? 0);
    return this.inPlay === 0 && play.staked <= 0 && mine < Math.max(1, play.bounds.least);
  }

  /** Takes chips over that the house has given me: they are no winnings of the session. */
  refilled(granted: number, balance: number): void {
    this.balance = balance;
    this.startBalance = (this.startBalance ?? 0) + granted;
    this.#storeStart();
  }

  /** What the session has given so far: chips on the layout count as mine. */
  get net(): number | null {
    if (this.balance === null || this.startBalance === null) return null;
    return this.balance + (this.colours?.hand ?? 0) + this.inPlay - this.startBalance;
  }

  // --- what I do -----------------------------------------------------------------------------

  sit(box: number): void {
    this.send({ kind: "table.sit", box });
  }

  leave(box: number): void {
    this.send({ kind: "table.leave", box });
  }

  report(): void {
    this.panel ??= "practice";
  }

  /** The box that is due to me, though another holds it beside his own (HOUSE-22). */
  get due(): number | null {
    const { floor, you } = this;
    return (you && floor?.yielding.find((each) => each.due_to === you)?.box) || null;
  }

  /** Says that I wish to play and have no box, or no longer. */
  wish(wishes: boolean): void {
    if (this.live) this.wishes = wishes;
    this.send({ kind: "table.wish", wishes });
  }

  unsent(): void {
    this.notify("refusal", this.t("link.unsent"));
  }

  send(command: Command): string {
    // What the page gives to the making of a shoe by itself may wait for the line.
    if (!this.live && !this.watch?.quiet(command)) {
      this.unsent();
      return "";
    }
    const notes = this.game.notes?.includes(command.kind) ? this.notes : 0;
    if (notes > 0) this.notes = 0;
    const id = this.#source.send(command, notes);
    this.sending.set(id, command.kind);
    return id;
  }

  forget(kind: Command["kind"]): void {
    for (const [id, each] of this.sending) if (each === kind) this.sending.delete(id);
  }

  // --- sounds, words, clock ------------------------------------------------------------------

  sound(sound: Sound): void {
    if (!this.prefs.sound || document.hidden) return;
    // Most play without; whoever has sound hears the first one when it is loaded.
    void import("../../core/sound")
      .then(({ play }) => play(sound, this.prefs.volume))
      .catch(() => null);
  }

  savePrefs(): void {
    save(this.prefs);
  }

  say(text: string, early = false): void {
    if (text === "") return;
    untrack(() => {
      if (this.frame !== this.told && !early) this.#unsaid.push(text);
      else this.polite = this.#with(this.polite, text);
    });
  }

  alert(text: string): void {
    untrack(() => (this.assertive = this.#with(this.assertive, text)));
  }

  #with(before: readonly Announcement[], text: string): readonly Announcement[] {
    return [...before.slice(1 - MOST_SAID), { id: ++this.#sayings, text }];
  }

  notify(kind: Notice["kind"], text: string, clause: string | null = null): void {
    const id = ++this.#notices;
    this.notices = [
      ...this.notices.filter((each) => each.text !== text).slice(-2),
      { id, kind, text, clause },
    ];
    if (kind === "refusal") this.alert(text);
    else this.say(text);
    setTimeout(() => this.dismiss(id), LASTS[kind]);
  }

  async refuse(refused: Refusal): Promise<void> {
    try {
      const [{ refusal }, words] = await this.sentences();
      const { text, clause } = refusal(refused, this.lang, words);
      this.notify("refusal", text, clause);
    } catch {
      // Better the bare code than silence.
      this.notify("refusal", refused.code);
    }
  }

  /** Loads what refusals say, so that it is there when the line is down. */
  sentences(): Promise<[typeof import("../../core/refusals"), Refusals]> {
    return Promise.all([import("../../core/refusals"), this.game.refusals()]);
  }

  notifyNet(net: number): void {
    const amount = signed(net, this.lang);
    if (net > 0) this.notify("win", this.t("notice.net_win", { amount }));
    else if (net === 0) this.notify("even", this.t("notice.net_even"));
    else this.notify("loss", this.t("notice.net_loss", { amount }));
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((each) => each.id !== id);
  }

  now(): number {
    return this.#source.clock.now();
  }

  #tick(): void {
    const { frame, play } = this;
    this.minutes = Math.floor((Date.now() - this.startedAt) / 60_000);
    const clocked = play.clocked || frame?.floor.shuffling != null;
    if (!frame || frame.due_at === null || !frame.window || !clocked) {
      this.seconds = null;
      this.left = 0;
      return;
    }
    const remaining = Math.max(0, frame.due_at - this.now());
    this.left = Math.min(1, Math.ceil((remaining / frame.window) * 100) / 100);
    this.seconds = Math.ceil(remaining / 1000);
    if (this.seconds === this.#lastTick) return;
    this.#lastTick = this.seconds;
    if (!play.awaitsMe) return;
    if (this.seconds === 10 || this.seconds === 5) {
      this.say(this.t("say.seconds", { seconds: this.seconds }));
    }
    if (this.seconds <= 3 && this.seconds > 0) this.sound("tick");
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
    } catch {
      // Without storage the session is this page.
    }
    this.startBalance = balance;
    this.#storeStart();
    return balance;
  }

  #storeStart(): void {
    try {
      sessionStorage.setItem(
        `sabot.session.${this.you}`,
        JSON.stringify([this.startedAt, this.startBalance]),
      );
    } catch {
      // Without storage the session is this page.
    }
  }
}
