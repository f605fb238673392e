/** Blackjack's part of the store: whose turn it is, what I may do, what lies on my boxes. */

import type { Back } from "../../core/cards";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Command } from "../../core/connection/socket";
import { at, goesOn, type Layout } from "../../core/stakes";
import { chips } from "../../core/money";
import type { Translate } from "../../core/i18n";
import { type Stakes, Staking } from "../../widgets/chips/staking.svelte";
import type { Frame, Judged, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { Table } from "../table";
import { Ahead } from "./ahead.svelte";
import { pastResult, spokenTotal } from "./called";
import { DECISIONS } from "./keys";
import { LOW, SMALL, TOUCHED } from "./narrow.svelte";
import { backs, plan } from "./reveal";
import { hasStrip } from "./side_bets";
import { betOf, boxOf, bounds, command, confirmed, kept, spot, tidy } from "./stakes";
import { type BoxView, type Option, type View, viewOf } from "./wire";
import { translatorFor, type Word } from "./words";

type Share = Pick<BoxView, "party" | "ready" | "staked" | "returned" | "at_stake">;

const READY = "blackjack.ready";
/** For how long a decision that was pressed once can be confirmed, in milliseconds. */
const CONFIRMABLE = 5000;
/** A second press that comes sooner is a double click, not a confirmation. */
const DOUBLE_CLICK = 350;

export class BlackjackPlay implements Play {
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly keys = DECISIONS;
  /** What I have pressed before my turn. */
  readonly ahead = new Ahead(this);
  /** The box of mine whose sheet is open. */
  sheet = $state<number | null>(null);
  #turn = "";
  /** The turn with the number of cards at which I was asked. */
  #question = "";
  /** Says what a screen reader hears, and what side bets pay, once it was loaded: nothing is said
   * of a frame before the page is drawn. */
  telling = $state.raw<typeof import("./announce") | null>(null);
  /** What was asked when the last frame had been shown, and what is said while one is shown. */
  #said: Status | null = null;
  #meanwhile = $state.raw<Status | null>(null);
  /** The surrender that was pressed once: its round, box and hand. */
  #armed = $state("");
  #armedAt = 0;
  #disarming: ReturnType<typeof setTimeout> | undefined;
  /** What my last decision was worth, until the next cards are dealt; at practice tables only. */
  judged = $state.raw<Judged | null>(null);
  /** I have decided something since this page was opened. */
  #decided = false;

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
    this.staking = new Staking(table, new BlackjackStakes(this));
    void import("./announce").then((loaded) => (this.telling = loaded)).catch(() => null);
  }

  get view(): View | null {
    return viewOf(this.table.frame?.view);
  }

  /** Returns the spot of a box's stake, as the stakes name it. */
  mainSpot(box: number): string {
    return spot(box, "main");
  }

  /** The last round is over and no stake of the next one lies on the layout. */
  get resting(): boolean {
    return this.view?.phase === "closed";
  }

  /**
   * Whether the felt has no room for all that may be touched at my boxes: then side bets, and what
   * is done with a seat, are in a sheet of each box.
   */
  get tight(): boolean {
    const limits = this.view?.limits;
    const strip = limits !== undefined && hasStrip(limits);
    const small = strip ? Number(!LOW.current) : LOW.current ? 1 : 2;
    const most = SMALL.current ? small : TOUCHED.current && (limits?.sides.length ?? 0) > 1 ? 1 : 7;
    return this.table.mine.size > most;
  }

  /** Whether I may stake behind the holder of a box, who plays the hand for both of us. */
  welcoming(box: number): boolean {
    const { you, floor } = this.table;
    const seat = floor?.seats.find((each) => each.box === box);
    if (!seat || you === null || seat.party === you) return false;
    return seat.welcomes && (this.view?.limits.standing ?? false);
  }

  get #offered(): Option[] {
    const { mine, you } = this.table;
    const { view } = this;
    if (!view) return [];
    return [
      ...view.options.filter((option) => mine.has(option.box)),
      ...view.standing_options.filter((each) => each.party === you).map((each) => each.option),
    ];
  }

  /** The backs of the cards that the frame brought, which fly from the shoe. */
  get backs(): ReadonlyMap<string, Back> {
    const { frame, floor } = this.table;
    return frame && this.view
      ? backs({ events: frame.events, view: this.view }, floor?.shoe?.backs ?? "")
      : new Map();
  }

  /** What my hands may do now; empty while cards are still being shown. */
  get options(): Option[] {
    if (this.table.busy) return [];
    return this.#offered.filter((option) => option.command !== READY);
  }

  get canReady(): boolean {
    return this.#offered.some((option) => option.command === READY);
  }

  get ready(): boolean {
    const own = this.#own;
    return !this.resting && own.length > 0 && own.every((box) => box.ready);
  }

  /** My part of every box where I have chips: as its holder, or standing behind him. */
  get #own(): Share[] {
    const { you } = this.table;
    if (you === null || !this.view) return [];
    return this.view.boxes.flatMap((box) =>
      [box, ...box.standing].filter((each) => each.party === you),
    );
  }

  /** The options of the box that decides: the one in turn, else the first that has an offer. */
  get acting(): Option[] {
    const { options } = this;
    const turn = this.view?.turn;
    const first =
      options.find((each) => each.box === turn?.box) ??
      options.find((each) => each.command === "blackjack.decline") ??
      options[0];
    if (!first) return [];
    const hand = turn?.box === first.box ? turn.hand : first.hand;
    return options.filter(
      (each) => each.box === first.box && (each.hand === hand || each.hand === ""),
    );
  }

  /** What basic strategy would do with the hand that decides; `null` but at practice tables. */
  get advised(): string | null {
    const { acting } = this;
    const told = this.table.floor?.advice.find((each) => each.box === acting[0]?.box);
    return acting.find((each) => each.command === told?.command)?.command ?? null;
  }

  /** Lets others stake behind me on a box of mine, or no longer. */
  welcome(box: number, welcomes: boolean): void {
    this.table.send({ kind: "table.welcome", box, welcomes });
  }

  /** Whether I have a hand in this round that may still be asked for a decision. */
  get engaged(): boolean {
    const { view, table } = this;
    if (!view || view.phase === "betting" || view.phase === "dealer" || this.resting) return false;
    return view.boxes.some(
      ({ box, hands, void: annulled }) =>
        table.mine.has(box) && !annulled && (hands.length === 0 || hands.some((each) => each.open)),
    );
  }

  /** Whether my purse lacks the chips that an option costs. */
  unpayable(option: Option): boolean {
    return option.amount > (this.table.balance ?? 0);
  }

  /** Whether an option was pressed once and a second press gives it. */
  armed(option: Option): boolean {
    return option.command === "blackjack.surrender" && this.#armed === this.#named(option);
  }

  disarm(): void {
    clearTimeout(this.#disarming);
    this.#armed = "";
  }

  #named({ box, hand }: Option): string {
    return `${this.table.floor?.round}/${box}/${hand}`;
  }

  /** Says whether a surrender is meant: it costs half the stake and cannot be taken back. */
  #confirmed(option: Option): boolean {
    if (this.armed(option)) return Date.now() - this.#armedAt > DOUBLE_CLICK;
    this.disarm();
    this.#armed = this.#named(option);
    this.#armedAt = Date.now();
    this.#disarming = setTimeout(() => this.disarm(), CONFIRMABLE);
    this.table.alert(this.say("say.surely", { box: option.box }));
    return false;
  }

  choose(option: Option): void {
    const { box, hand } = option;
    if (this.unpayable(option)) return;
    if (option.command === "blackjack.surrender" && !this.#confirmed(option)) return;
    this.disarm();
    switch (option.command) {
      case "blackjack.hit":
      case "blackjack.stand":
      case "blackjack.double":
      case "blackjack.split":
      case "blackjack.surrender":
        this.table.send({ kind: option.command, box, hand });
        break;
      case "blackjack.insure":
        this.table.send({ kind: option.command, box, amount: option.amount });
        break;
      case "blackjack.decline":
      case "blackjack.even_money":
      case "blackjack.refuse_exposed":
        this.table.send({ kind: option.command, box });
        break;
      case "blackjack.match":
        this.table.send({ kind: option.command, box, hand, matches: true });
        break;
    }
  }

  // --- what the frame asks -------------------------------------------------------------------

  /** While a frame is being shown, what it shows; who comes next would tell how it ends. */
  get status(): Status {
    return (this.table.busy && this.#meanwhile) || this.#asked;
  }

  get #asked(): Status {
    const { view, table, say } = this;
    const floor = table.floor;
    const last = floor?.end?.rounds === 1 ? table.t("status.draining") : null;
    const just = (main: string, mine = false): Status => ({ main, sub: last, mine });
    if (!view || !floor) return just(table.t("status.loading"));
    switch (view.phase) {
      case "betting":
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (!floor.shoe) return just(table.shoeless);
        if (this.ready) return just(say("status.waiting"));
        return just(say("status.betting"), this.staking.game.open);
      case "dealing":
        return just(say("status.dealing"));
      case "side_bets":
        return just(say("status.side_bets"));
      case "insurance":
        return this.options.length > 0
          ? just(say("status.insurance"), true)
          : just(say("status.insurance_others"));
      case "play": {
        const { turn } = view;
        if (!turn) return just(say("status.dealing"));
        const sub = say("status.box", { box: turn.box });
        if (table.mine.has(turn.box)) return { main: say("status.your_turn"), sub, mine: true };
        const name = floor.seats.find((seat) => seat.box === turn.box)?.name ?? "";
        return { main: say("status.their_turn", { name }), sub, mine: false };
      }
      case "dealer":
        return just(say("status.dealer"));
      case "closed":
        if (floor.status === "closed") return just(table.t("status.closed"));
        if (!floor.shoe) return just(table.shoeless);
        if (floor.accepting) return just(say("status.betting"), this.staking.game.open);
        return just(say("status.over"));
    }
  }

  /** Only the players' clocks are shown: what the house does takes no deadline. */
  get clocked(): boolean {
    const phase = this.view?.phase;
    return phase === "betting" || phase === "insurance" || phase === "play";
  }

  get awaitsMe(): boolean {
    const { view } = this;
    const asked =
      this.options.length > 0 &&
      (view?.phase === "insurance" || (view?.turn != null && this.table.mine.has(view.turn.box)));
    return asked || (this.staking.game.open && view?.phase === "betting" && !this.ready);
  }

  get staked(): number {
    return this.#own.reduce((sum, share) => sum + share.at_stake, 0);
  }

  get bounds(): { least: number; most: number | null } {
    const limits = this.view?.limits;
    if (!limits) return { least: this.table.info.minimum ?? 0, most: this.table.info.maximum };
    return { least: limits.main_min, most: limits.main_max };
  }

  get limits(): string[] {
    const limits = this.view?.limits;
    if (!limits) return [];
    const { t, lang } = this.table;
    const words = (least: number, most: number | null): { min: string; max: string } => ({
      min: chips(least, lang),
      max: most === null ? "" : chips(most, lang),
    });
    const { main_min, main_max } = limits;
    const said = [
      t(main_max === null ? "limits.main_open" : "limits.main", words(main_min, main_max)),
      t("limits.step", { step: chips(limits.main_step, lang) }),
    ];
    const { telling } = this;
    return telling ? [...said, ...limits.sides.map((side) => telling.terms(side, lang))] : said;
  }

  get stopCard(): boolean {
    return this.view?.stop_card ?? false;
  }

  plan(frame: Frame): Plan {
    const view = viewOf(frame.view);
    return view ? plan({ events: frame.events, view }) : AT_ONCE;
  }

  arrived(frame: Frame, before: Frame | null): void {
    const closing = frame.events.some((event) => event.kind === "blackjack.bets_closed");
    const { view } = this;
    if (before !== null && closing && view) {
      const late = this.staking.close(confirmed(view, this.table.you));
      if (late.some((name) => betOf(name) === "main")) {
        this.table.notify("info", this.say("notice.unsent"));
      }
    }
    this.#meanwhile = this.#showing(frame);
    if (!this.resting) this.staking.swept = false;
    this.#judge(frame, before, closing);
    if (before === null) this.staking.begin();
    this.staking.rebase();
    this.ahead.arrived();
    this.#notices(frame);
  }

  /** Takes what is said of my decision; whoever gives up his last box is shown the report. */
  #judge({ floor }: Frame, before: Frame | null, closing: boolean): void {
    const { you } = this.table;
    const mine = floor.judged.find((each) => each.party === you);
    if (mine || closing) this.judged = mine ?? null;
    this.#decided ||= mine !== undefined;
    const sat = before?.floor.seats.some((each) => each.party === you);
    if (this.#decided && sat && !floor.seats.some((each) => each.party === you)) {
      this.#decided = false;
      this.table.report();
    }
  }

  /** Returns what is said while a frame is shown: no more bets, the dealer draws, else as before. */
  #showing({ events }: Frame): Status {
    const just = (word: Word): Status => ({ main: this.say(word), sub: null, mine: false });
    if (events.some((event) => event.kind === "blackjack.bets_closed")) {
      return just("status.dealing");
    }
    const dealer = events.some((event) => event.kind === "blackjack.card_dealt" && event.box === 0);
    if (dealer && (this.view?.dealer.cards.length ?? 0) > 1) return just("status.dealer");
    return { ...(this.#said ?? just("status.dealing")), mine: false };
  }

  shown(frame: Frame): void {
    this.#said = this.#asked;
    this.#sayTurn();
    this.#sayNet(frame);
    this.ahead.due();
  }

  refused(sent: Command | undefined, refusal: Refusal): void {
    if (sent?.kind === "blackjack.stake") this.staking.refused(refusal);
  }

  narrate(frame: Frame): string {
    const { view, table } = this;
    if (!view) return "";
    const { mine, you, lang } = table;
    return (
      this.telling?.narration(
        { events: frame.events, view },
        { mine, you, several: this.#several },
        lang,
      ) ?? ""
    );
  }

  /** Whether more than one thing of mine is decided in the round. */
  get #several(): boolean {
    const shares = this.view?.boxes.flatMap((box) => [box, ...box.standing]) ?? [];
    const own = shares.filter((each) => each.party === this.table.you);
    return own.length > 1 || own.some((each) => "hands" in each && each.hands.length > 1);
  }

  decide(kind: string): boolean {
    const option = this.acting.find((each) => each.command === kind);
    if (!option) return this.ahead.press(kind);
    this.choose(option);
    return true;
  }

  past(result: string): string {
    return pastResult(result, this.table.lang);
  }

  #notices(frame: Frame): void {
    for (const event of frame.events) {
      if (event.kind === "blackjack.stop_card_out") {
        this.table.notify("info", this.say("notice.stop_card"));
      }
      if (event.kind === "blackjack.stood" && event.timed_out && this.table.mine.has(event.box)) {
        this.table.notify("info", this.say("notice.timed_out"));
      }
    }
  }

  #sayTurn(): void {
    const { table, view } = this;
    const turn = view?.turn;
    const hand = view?.boxes
      .find((box) => box.box === turn?.box)
      ?.hands.find((each) => each.hand === turn?.hand);
    // Each card of mine is a new question.
    const key =
      turn && table.mine.has(turn.box) ? `${table.floor?.round}/${turn.box}/${turn.hand}` : "";
    const question = hand ? `${key}/${hand.cards.length}` : "";
    if (key && hand && turn && question !== this.#question) {
      table.say(this.say("say.your_turn", { box: turn.box, total: spokenTotal(hand, table.lang) }));
    }
    if (key && key !== this.#turn) table.sound("turn");
    this.#turn = key;
    this.#question = question;
  }

  #sayNet(frame: Frame): void {
    if (!frame.events.some((event) => event.kind === "blackjack.round_closed")) return;
    const own = this.#own;
    if (own.length === 0) return;
    this.table.notifyNet(own.reduce((sum, box) => sum + box.returned - box.staked, 0));
  }
}

class BlackjackStakes implements Stakes {
  readonly kind = "blackjack.stake";

  constructor(private readonly play: BlackjackPlay) {}

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null) return false;
    if (table.mine.size === 0 && !floor.seats.some((seat) => this.play.welcoming(seat.box))) {
      return false;
    }
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? goesOn(floor.status) : floor.accepting;
  }

  get there(): Layout {
    const { view, resting, table } = this.play;
    return view && !resting ? confirmed(view, table.you) : new Map();
  }

  get resting(): boolean {
    return this.play.resting;
  }

  get smallest(): number {
    const limits = this.play.view?.limits;
    return Math.min(
      limits?.main_min ?? this.play.table.info.minimum ?? 100,
      ...(limits?.sides ?? []).filter((side) => side.least !== side.most).map((side) => side.least),
    );
  }

  get usual(): number {
    return this.play.view?.limits.main_min ?? 0;
  }

  get ready(): boolean {
    return this.play.ready;
  }

  get canReady(): boolean {
    return this.play.canReady;
  }

  ceiling(name: string): number | null {
    const { view } = this.play;
    return view ? (bounds(view.limits, betOf(name))?.most ?? null) : null;
  }

  fixed(name: string): number | null {
    const { view } = this.play;
    const bound = view ? bounds(view.limits, betOf(name)) : null;
    return bound && bound.least === bound.most ? bound.least : null;
  }

  tidy(layout: Layout): Layout {
    return tidy(layout);
  }

  kept(layout: Layout): Layout {
    return kept(layout, (box) => this.#may(box));
  }

  objection(name: string, wanted: Layout): string | null {
    if (betOf(name) === "main" || at(wanted, spot(boxOf(name), "main")) > 0) return null;
    return this.play.say("notice.main_first");
  }

  command(wanted: Layout, there: Layout): Command | null {
    const { view } = this.play;
    const standing = (box: number): boolean => !this.play.table.mine.has(box);
    return view ? command(wanted, there, view.limits, standing) : null;
  }

  #may(box: number): boolean {
    const { table } = this.play;
    return (table.mine.has(box) && !this.#gone(box)) || this.play.welcoming(box);
  }

  /** Another waits for this box of mine, and nothing of the round lies on it (HOUSE-22). */
  #gone(box: number): boolean {
    const { table, resting, view } = this.play;
    const lies = !resting && view?.boxes.some((each) => each.box === box);
    return (
      !lies && (table.floor?.yielding.some((each) => each.box === box && each.due_to) ?? false)
    );
  }

  readyUp(): void {
    if (this.canReady) this.play.table.send({ kind: READY });
  }

  full(maximum: number): void {
    void this.play.table.refuse({ code: "above_max", detail: { maximum } });
  }
}
