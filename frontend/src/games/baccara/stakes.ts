/** Stakes on a layout of a few spots, each bet one of them. */

import type { Command } from "../../core/connection/socket";
import { different, goesOn, type Layout, total } from "../../core/stakes";
import type { Stakes } from "../../widgets/chips/staking.svelte";
import type { AnyView, Table } from "../table";

/** Whoever has bets that are a few spots. */
type Owner = Extract<AnyView, { spots: unknown[] }>["kind"];

/** A bet that is offered. */
interface Spot {
  readonly on: string;
  readonly least: number;
  readonly most: number;
}

/** What the stakes need to know of their game. */
export interface Spotted {
  /** The game's key, with which its messages begin. */
  readonly game: Owner;
  readonly table: Table;
  readonly view: { readonly phase: string; readonly spots: readonly Spot[] } | null;
  /** My bets as they lie there. */
  readonly wagers: readonly { on: string; amount: number }[];
  readonly bounds: { readonly least: number };
  readonly ready: boolean;
  readonly canReady: boolean;
  /** I may not stake at all now. */
  readonly barred?: boolean;
  /** Returns how much a bet takes, in a sentence. */
  limit(spot: string, most: number): string;
  readyUp(): void;
}

/** My stakes: each bet is one spot. */
export class SpotStakes implements Stakes {
  readonly resting = false;

  constructor(private readonly play: Spotted) {}

  get kind(): Command["kind"] {
    return `${this.play.game}.stake`;
  }

  get open(): boolean {
    const { view, table } = this.play;
    const { floor } = table;
    if (!view || !floor || table.you === null || table.busy) return false;
    if (this.play.barred === true) return false;
    if (table.link === "expired" || table.link === "gone") return false;
    return view.phase === "betting" ? goesOn(floor.status) : floor.accepting;
  }

  get there(): Layout {
    const layout = new Map<string, number>();
    for (const each of this.play.wagers) {
      layout.set(each.on, (layout.get(each.on) ?? 0) + each.amount);
    }
    return layout;
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

  #spot(spot: string): Spot | undefined {
    return this.play.view?.spots.find((each) => each.on === spot);
  }

  ceiling(spot: string): number | null {
    return this.#spot(spot)?.most ?? null;
  }

  fixed(): null {
    return null;
  }

  tidy(layout: Layout): Layout {
    return layout;
  }

  /** What was staked before, on the bets that are offered now. */
  kept(layout: Layout): Layout {
    return new Map([...layout].filter(([spot]) => this.#spot(spot) !== undefined));
  }

  worth(layout: Layout): number {
    return total(layout);
  }

  objection(): null {
    return null;
  }

  command(wanted: Layout, there: Layout): Command | null {
    const laid = new Map(there);
    for (const [spot, amount] of wanted) {
      const least = this.#spot(spot)?.least ?? this.smallest;
      // Chips below the minimum stay in the hand until there are enough of them.
      if (amount === 0 || amount >= least) laid.set(spot, amount);
    }
    if (different(laid, there).length === 0) return null;
    const wagers = [...laid].filter(([, amount]) => amount > 0);
    return {
      kind: this.kind,
      wagers: wagers.map(([on, amount], nth) => ({ id: `s${nth}`, on, amount })),
    } as Command;
  }

  readyUp(): void {
    this.play.readyUp();
  }

  full(maximum: number, spot: string): void {
    this.play.table.notify("refusal", this.play.limit(spot, maximum));
  }
}
