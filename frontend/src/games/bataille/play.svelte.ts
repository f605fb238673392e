/** The game's part of the store: what lies on my boxes, and what I may choose. */

import { corner } from "../../core/cards";
import type { Command } from "../../core/connection/socket";
import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import type { Plan } from "../../core/reveal";
import { at, goesOn, type Layout } from "../../core/stakes";
import { type Stakes, Staking } from "../../widgets/chips/staking.svelte";
import type { Frame, Refusal } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { Table } from "../table";
import { narration } from "./announce";
import { plan } from "./reveal";
import { betOf, boxOf, bounds, command, confirmed, spot, tidy } from "./stakes";
import { type BoxView, net, type Option, type View, viewOf } from "./wire";
import { translatorFor, type Word } from "./words";

const READY = "bataille.ready";

export class BataillePlay implements Play {
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly keys = { l: "bataille.fight", a: "bataille.give_up" };
  /** The box that I was asked about last, with its round. */
  #asked = "";
  /** What was said before the frame that is being shown. */
  #said: Status | null = null;
  /** The boxes for which I have chosen: what the clock chose for me is announced. */
  #chosen = new Set<number>();

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
    this.staking = new Staking(table, new BatailleStakes(this));
  }

  get view(): View | null {
    return viewOf(this.table.frame?.view);
  }

  /** The last round is over and no stake of the next one lies on the layout. */
  get resting(): boolean {
    return this.view?.phase === "closed";
  }

  get #own(): BoxView[] {
    const { you } = this.table;
    return you === null ? [] : (this.view?.boxes.filter((box) => box.party === you) ?? []);
  }

  get #offered(): Option[] {
    return this.view?.options.filter((option) => this.table.mine.has(option.box)) ?? [];
  }

  get canReady(): boolean {
    return this.#offered.some((option) => option.command === READY);
  }

  get ready(): boolean {
    return this.view?.phase === "betting" && this.#own.length > 0 && !this.canReady;
  }

  /** Whether the player of a box has said that their stakes are complete. */
  isReady(box: number): boolean {
    const { view } = this;
    if (view?.phase !== "betting" || !view.boxes.some((each) => each.box === box)) return false;
    return !view.options.some((option) => option.box === box);
  }

  /** What the first box of mine with equal cards may do; empty while cards are still shown. */
  get acting(): Option[] {
    if (this.table.busy) return [];
    const offered = this.#offered.filter((option) => option.command !== READY);
    return offered.filter((option) => option.box === offered[0]?.box);
  }

  choose(option: Option): void {
    if (option.amount > (this.table.balance ?? 0)) return;
    if (option.command === "bataille.fight" || option.command === "bataille.give_up") {
      this.#chosen.add(option.box);
      this.table.send({ kind: option.command, box: option.box });
    }
  }

  // --- what the frame asks -------------------------------------------------------------------

  /** While a frame is being shown, what was said before: the rest would tell how it ends. */
  get status(): Status {
    return (this.table.busy && this.#said) || this.#now;
  }

  get #now(): Status {
    const { view, table, say } = this;
    const floor = table.floor;
    const sub = floor?.end?.rounds === 1 ? table.t("status.draining") : null;
    const just = (main: string, mine = false): Status => ({ main, sub, mine });
    if (!view || !floor) return just(table.t("status.loading"));
    if (floor.status === "closed") return just(table.t("status.closed"));
    switch (view.phase) {
      case "betting":
        if (!floor.shoe) return just(table.shoeless);
        if (this.ready) return just(say("status.waiting"));
        return just(say("status.betting"), this.staking.game.open);
      case "dealing":
        return just(say("status.dealing"));
      case "choosing": {
        const [mine] = this.acting;
        if (mine) {
          return {
            main: say("status.choose"),
            sub: say("status.box", { box: mine.box }),
            mine: true,
          };
        }
        const boxes = new Set(view.options.map((option) => option.box));
        const others = floor.seats.filter((seat) => boxes.has(seat.box));
        const names = new Set(others.map((seat) => seat.name));
        if (names.size !== 1) return just(say("status.choosing"));
        return just(say("status.chooses", { name: others[0]?.name ?? "" }));
      }
      case "battle":
        return just(say("status.battle"));
      case "closed":
        if (!floor.shoe) return just(table.shoeless);
        if (floor.accepting) return just(say("status.betting"), this.staking.game.open);
        return just(say("status.over"));
    }
  }

  get clocked(): boolean {
    return this.view?.phase === "betting" || this.view?.phase === "choosing";
  }

  get awaitsMe(): boolean {
    const betting = this.view?.phase === "betting" && this.staking.game.open && !this.ready;
    return betting || this.acting.length > 0;
  }

  get staked(): number {
    const { view } = this;
    if (!view || this.resting) return 0;
    const laid = this.#own.reduce((sum, { amount, tie, added }) => sum + amount + tie + added, 0);
    return view.settled
      .filter((each) => each.party === this.table.you)
      .reduce((sum, each) => sum - each.staked - each.added, laid);
  }

  get bounds(): { least: number; most: number | null } {
    const { view, table } = this;
    if (!view) return { least: table.info.minimum ?? 0, most: table.info.maximum };
    return bounds(view.rules, "main");
  }

  get limits(): string[] {
    const { view, say } = this;
    if (!view) return [];
    const { t, lang } = this.table;
    const words = (bet: "main" | "tie") => {
      const { least, most } = bounds(view.rules, bet);
      return { min: chips(least, lang), max: chips(most, lang) };
    };
    return [
      t("limits.main", words("main")),
      t("limits.step", { step: chips(view.rules.stake_increment_cents, lang) }),
      say("limits.tie", { ...words("tie"), pays: view.rules.tie_to_one }),
      say("limits.battle"),
      ...(view.rules.battle_tie_bonus ? [say("limits.bonus")] : []),
    ];
  }

  get stopCard(): boolean {
    return this.view?.stop_card ?? false;
  }

  plan(frame: Frame): Plan {
    return plan(frame.events);
  }

  arrived(frame: Frame, before: Frame | null): void {
    const { view, table } = this;
    const closing = frame.events.some((event) => event.kind === "bataille.bets_closed");
    if (before !== null && closing && view) {
      const late = this.staking.close(confirmed(view, table.you));
      if (late.some((name) => betOf(name) === "main")) {
        table.notify("info", this.say("notice.unsent"));
      }
      this.#chosen.clear();
    }
    this.#said = this.#showing(frame);
    if (!this.resting) this.staking.swept = false;
    if (before === null) this.staking.begin();
    this.staking.rebase();
    this.#notices(frame);
  }

  /** Returns what is said while a frame is shown: no more bets, a battle, else nothing else. */
  #showing({ events }: Frame): Status | null {
    const dealt = events.find((event) => event.kind === "bataille.dealt");
    if (!dealt) return null;
    const word = dealt.burnt ? "status.battle" : "status.dealing";
    return { main: this.say(word), sub: null, mine: false };
  }

  shown(frame: Frame): void {
    this.#ask();
    const { view, table } = this;
    const settled = frame.events.some((event) => event.kind === "bataille.stakes_settled");
    if (!settled || view?.phase !== "closed") return;
    const mine = view.settled.filter((each) => each.party === table.you);
    if (mine.length > 0) table.notifyNet(mine.reduce((sum, each) => sum + net(each), 0));
  }

  refused(sent: Command | undefined, refusal: Refusal): void {
    if (sent?.kind === "bataille.stake") this.staking.refused(refusal);
  }

  narrate(frame: Frame): string {
    return narration(frame.events, this.table, this.say);
  }

  decide(kind: string): boolean {
    const option = this.acting.find((each) => each.command === kind);
    if (option) this.choose(option);
    return option !== undefined;
  }

  past(result: string): string {
    const { frenchLetters } = this.table.prefs;
    return [...result].map((rank) => corner(rank, frenchLetters)).join(" · ");
  }

  #notices(frame: Frame): void {
    for (const event of frame.events) {
      if (event.kind === "bataille.dealt" && event.stop_card) {
        this.table.notify("info", this.say("notice.stop_card"));
      }
      if (event.kind !== "bataille.stakes_settled") continue;
      for (const { box, party, result } of event.settled) {
        if (result === "gave_up" && party === this.table.you && !this.#chosen.has(box)) {
          this.table.notify("info", this.say("notice.timed_out", { box }));
        }
      }
    }
  }

  /** Asks me about a box of mine with equal cards, once. */
  #ask(): void {
    const { table } = this;
    const fight = this.acting.find((option) => option.command === "bataille.fight");
    const key = fight ? `${table.floor?.round}/${fight.box}` : "";
    if (fight && key !== this.#asked) {
      const words = { box: fight.box, amount: chips(fight.amount, table.lang) };
      table.say(this.say("say.choose", words));
      table.sound("turn");
    }
    this.#asked = key;
  }
}

class BatailleStakes implements Stakes {
  readonly kind = "bataille.stake";

  constructor(private readonly play: BataillePlay) {}

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || table.mine.size === 0) return false;
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
    const rules = this.play.view?.rules;
    return rules ? Math.min(rules.table_min_cents, rules.tie_min_cents) : 100;
  }

  get usual(): number {
    return this.play.view?.rules.table_min_cents ?? 0;
  }

  get ready(): boolean {
    return this.play.ready;
  }

  get canReady(): boolean {
    return this.play.canReady;
  }

  ceiling(name: string): number | null {
    const rules = this.play.view?.rules;
    return rules ? bounds(rules, betOf(name)).most : null;
  }

  fixed(): null {
    return null;
  }

  tidy(layout: Layout): Layout {
    return tidy(layout);
  }

  kept(layout: Layout): Layout {
    return new Map([...layout].filter(([name]) => this.play.table.mine.has(boxOf(name))));
  }

  objection(name: string, wanted: Layout): string | null {
    if (betOf(name) === "main" || at(wanted, spot(boxOf(name), "main")) > 0) return null;
    return this.play.say("notice.main_first");
  }

  command(wanted: Layout, there: Layout): Command | null {
    const rules = this.play.view?.rules;
    return rules ? command(wanted, there, rules) : null;
  }

  readyUp(): void {
    if (this.canReady) this.play.table.send({ kind: READY });
  }

  full(maximum: number): void {
    void this.play.table.refuse({ code: "above_max", detail: { maximum } });
  }
}
