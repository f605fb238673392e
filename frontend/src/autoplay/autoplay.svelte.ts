/**
 * Staking again: the stakes of the last round and "deal" in one press, or by itself for some rounds.
 *
 * Knows no game: what is laid and when it may be is the game's `Stakes`. It lays nothing that the
 * player could not lay at that moment by hand, and ends by itself as soon as anything is not as it
 * was when he began it.
 */

import { untrack } from "svelte";
import type { Translate } from "../core/i18n";
import { different, type Layout, total } from "../core/stakes";
import type { Table } from "../games/table";
import type { Staking } from "../widgets/chips/staking.svelte";
import { translatorFor, type Word } from "./words";

/** The most rounds that are staked by themselves. */
export const MOST_ROUNDS = 100;
/** How long a result is seen before the next stake, in milliseconds. */
const SEEN = 2500;

/** Why the automatic stakes ended. */
type Reason = Extract<
  Word,
  "stopped" | "done" | "lost" | "purse" | "refused" | "changed" | "rules" | "line"
>;

/** Stakes that are laid by themselves. */
export interface Auto {
  /** Rounds that are still to be staked. */
  readonly left: number;
  /** What may be lost, in minor units; `null` where the rounds alone end it. */
  readonly limit: number | null;
  /** What is laid each time. */
  readonly layout: Layout;
  /** What the session had given when it began, and the rules of the table then. */
  readonly from: number;
  readonly rules: string;
}

/** What of a table decides when something is staked, and hears when it ends. */
export interface AutoplayTable extends Pick<
  Table,
  "lang" | "live" | "busy" | "floor" | "frame" | "told" | "notify"
> {
  /** What the session has given so far, in minor units. */
  readonly net: number | null;
}

export class Autoplay {
  readonly say: Translate<Word>;
  auto = $state.raw<Auto | null>(null);
  /** Stakes on their way, after which I am ready. */
  #going = $state.raw<Layout | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when the next stake could be laid; `null` while it could not. */
  #since: number | null = null;
  readonly end: () => void;

  constructor(
    private readonly store: AutoplayTable,
    private readonly staking: Staking,
  ) {
    this.say = translatorFor(store.lang);
    this.end = $effect.root(() => {
      $effect(() => this.#follow());
      $effect(() => this.#next());
    });
  }

  /** Whether the stakes of the last round can be laid now, and I be ready, in one press. */
  get offered(): boolean {
    const { staking, store } = this;
    const { rebetable } = staking;
    if (!store.live || this.auto || this.#going || !staking.game.open) return false;
    return staking.sum === 0 && total(rebetable) > 0 && staking.affords(rebetable);
  }

  /** What the stakes of the last round come to, in minor units. */
  get amount(): number {
    return this.staking.worth(this.auto?.layout ?? this.staking.rebetable);
  }

  /** What the automatic stakes have given so far, in minor units. */
  get net(): number {
    return (this.store.net ?? 0) - (this.auto?.from ?? 0);
  }

  /** Lays the stakes of the last round and says, once they lie, that my chips are down. */
  again(): void {
    if (this.offered) this.#lay();
  }

  /** Stakes now and in the rounds that follow, `rounds` in all. */
  start(rounds: number, limit: number | null): void {
    if (!this.offered) return;
    const layout = this.staking.rebetable;
    const from = this.store.net ?? 0;
    this.auto = { left: rounds, limit, layout, from, rules: this.store.floor?.rules ?? "" };
    // Its first stake is laid at once.
    this.#since = 0;
  }

  stop(why: Reason = "stopped"): void {
    untrack(() => {
      if (!this.auto) return;
      clearTimeout(this.#timer);
      this.auto = null;
      // What lies stays, but it is mine again to say that I am ready.
      this.#going = null;
      this.store.notify("info", this.say(why));
    });
  }

  #lay(): void {
    this.staking.rebet(this.auto?.layout);
    if (total(this.staking.wanted) > 0) this.#going = this.staking.wanted;
  }

  /** Sees stakes on their way to the layout, and says then that I am ready. */
  #follow(): void {
    const going = this.#going;
    if (!going) return;
    const { staking, store } = this;
    const { game } = staking;
    const lies = different(game.there, going).length === 0;
    if (!store.live) {
      this.#going = null;
      this.stop("line");
    } else if (!game.open) {
      this.#going = null;
    } else if (different(staking.wanted, going).length > 0) {
      this.#going = null;
      this.stop(total(staking.wanted) === 0 ? "refused" : "changed");
    } else if (lies && (game.ready || game.canReady)) {
      this.#going = null;
      untrack(() => staking.readyUp());
    }
  }

  /** Waits until the result of a round has been seen, and stakes again. */
  #next(): void {
    clearTimeout(this.#timer);
    const { auto, store, staking } = this;
    if (!auto || this.#going) return;
    const why = this.#over(auto);
    if (why) return this.stop(why);
    const { frame } = store;
    const seen = frame !== null && store.told === frame && !store.busy;
    if (!seen || !staking.game.open || staking.sum > 0 || total(staking.game.there) > 0) {
      this.#since = null;
      return;
    }
    if (auto.left === 0) return this.stop("done");
    if (auto.limit !== null && this.amount - this.net > auto.limit) return this.stop("lost");
    // The frames of others meanwhile do not put it off.
    this.#since ??= Date.now();
    const wait = Math.max(0, this.#since + SEEN - Date.now());
    this.#timer = setTimeout(() => this.#stake(), wait);
  }

  #stake(): void {
    const { auto } = this;
    if (!auto) return;
    // Nobody sees the page: it waits until somebody does.
    if (document.hidden) {
      this.#timer = setTimeout(() => this.#stake(), SEEN);
      return;
    }
    this.#since = null;
    this.auto = { ...auto, left: auto.left - 1 };
    this.#lay();
  }

  /** Returns why nothing more is staked by itself; `null` while all is as it was. */
  #over({ layout, rules }: Auto): Reason | null {
    const { store, staking } = this;
    const { game } = staking;
    if (!store.live) return "line";
    if (store.floor?.status === "closed" || store.floor?.rules !== rules) return "rules";
    if (!game.open) return null;
    if (staking.sum > 0) return different(staking.wanted, layout).length > 0 ? "changed" : null;
    if (store.busy || total(game.there) > 0) return null;
    if (different(game.kept(layout), layout).length > 0) return "rules";
    return staking.affords(layout) ? null : "purse";
  }
}
