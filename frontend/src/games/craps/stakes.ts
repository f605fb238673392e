/** My stakes on the layout: what may lie where, and the command that makes it so. */

import { chips } from "../../core/money";
import type { Command } from "../../core/connection/socket";
import { at, goesOn, type Layout, total } from "../../core/stakes";
import type { Stakes } from "../../widgets/chips/staking.svelte";
import { PRINTED } from "../../wire/printed/craps";
import type { Translate } from "../../core/i18n";
import type { Laying } from "../wheel/laying";
import { betOf, changes, flatOf, layoutOf, spotOf } from "./spots";
import type { Lying, View } from "./wire";
import type { Word } from "./words";

/** What the stakes want of the store. */
interface Table extends Laying {
  readonly say: Translate<Word>;
  readonly view: View | null;
  readonly lying: readonly Lying[];
  readonly landing: unknown;
  readonly ready: boolean;
  readonly canReady: boolean;
  nameOf(spot: string): string;
  /** Returns what of mine on a spot is a contract. */
  contract(spot: string): number;
  readyUp(): void;
}

export class CrapsStakes implements Stakes {
  readonly kind = "craps.stake";
  readonly resting = false;

  constructor(private readonly play: Table) {}

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || this.play.landing) return false;
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? goesOn(floor.status) : floor.accepting;
  }

  get there(): Layout {
    return layoutOf(this.play.lying);
  }

  get smallest(): number {
    return this.play.bounds.least || 100;
  }

  get usual(): number {
    return this.smallest;
  }

  get ready(): boolean {
    return this.play.ready;
  }

  get canReady(): boolean {
    return this.play.canReady;
  }

  ceiling(spot: string): number | null {
    const { view, staking } = this.play;
    if (!view) return null;
    const bet = betOf(spot);
    const most = view.bets.find((each) => each.bet === bet)?.most ?? null;
    const flat = flatOf(spot);
    if (flat !== "" && view.max_odds !== null) {
      const odds = view.max_odds * at(staking.wanted, flat);
      return most === null ? odds : Math.min(most, odds);
    }
    // Doubling leaves alone what does not grow.
    return this.objection(spot) === null ? most : at(this.there, spot);
  }

  fixed(): null {
    return null;
  }

  /** Leaves what is a contract where it lies, and takes odds along with their bet. */
  tidy(layout: Layout): Layout {
    const tidied = new Map(layout);
    for (const each of this.play.lying) {
      const spot = spotOf(each);
      const contract = this.play.contract(spot);
      if (at(tidied, spot) < contract) tidied.set(spot, contract);
    }
    for (const [spot] of layout) {
      const flat = flatOf(spot);
      if (flat !== "" && at(tidied, flat) === 0) tidied.set(spot, 0);
    }
    return tidied;
  }

  kept(layout: Layout): Layout {
    const bets = this.play.view?.bets ?? [];
    const now = new Set<string>(bets.filter((each) => each.now).map((each) => each.bet));
    return new Map(
      [...layout].filter(
        ([spot]) => !spot.includes("@") && flatOf(spot) === "" && now.has(betOf(spot)),
      ),
    );
  }

  worth(layout: Layout): number {
    return total(layout);
  }

  /** Returns why no chip may lie here now. */
  objection(spot: string): string | null {
    const { view, say, lying } = this.play;
    const bet = betOf(spot);
    const flat = flatOf(spot);
    const flats = flat === "" ? [] : lying.filter((each) => spotOf(each) === flat);
    if (flat !== "" && flats.length === 0) return say("not.flat");
    const mine = lying.filter((each) => spotOf(each) === spot);
    if (mine.some((each) => each.grows)) return null;
    if (spot.includes("@") && flat === "") return say("not.more");
    if (view && !view.bets.find((each) => each.bet === bet)?.now) {
      const { against, sort } = PRINTED.kinds[bet];
      return say(sort === "line" && against ? "not.now.come_out" : "not.now.point");
    }
    return null;
  }

  command(wanted: Layout, _there: Layout): Command | null {
    const wagers = changes(wanted, this.play.lying, this.smallest);
    return wagers.length > 0 ? { kind: "craps.stake", wagers } : null;
  }

  readyUp(): void {
    this.play.readyUp();
  }

  full(maximum: number, spot: string): void {
    const { table, say } = this.play;
    const most = chips(maximum, table.lang);
    table.notify("refusal", say("limit.most", { bet: this.play.nameOf(spot), most }));
  }
}
