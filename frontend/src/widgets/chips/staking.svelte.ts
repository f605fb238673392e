/** Chips that a player lays on spots: what is wanted, what is on its way, undo and rebet. */

import {
  at,
  cleared,
  different,
  doubled,
  EMPTY,
  type Layout,
  placed,
  total,
} from "../../core/stakes";
import { tray } from "../../core/money";
import type { Command } from "../../core/connection/socket";
import type { Table } from "../../games/table";
import type { Refusal } from "../../wire/types";

/** What a game says of its stakes. */
export interface Stakes {
  /** The kind of the command that lays chips. */
  readonly kind: Command["kind"];
  /** Whether I may lay chips now. */
  readonly open: boolean;
  /** What the server has of mine on the layout. */
  readonly there: Layout;
  /** The last round's chips still lie there; the first chip of mine sweeps them away. */
  readonly resting: boolean;
  /** The least that any spot takes; the tray begins with it. Minor units. */
  readonly smallest: number;
  /** The chips that the house shows, in minor units; without them those about the smallest. */
  readonly chips?: number[] | undefined;
  /** The least chip that makes a stake by itself. */
  readonly usual: number;
  /** Whether I have said that my chips are down, and whether I may say so. */
  readonly ready: boolean;
  readonly canReady: boolean;
  /** The highest total that a spot may show, `null` when the house sets none. */
  ceiling(spot: string): number | null;
  /** The one amount that a spot takes; `null` where any will do. */
  fixed(spot: string): number | null;
  /** Takes what hangs on a spot along when it is emptied. */
  tidy(layout: Layout): Layout;
  /** The part of earlier stakes that may be laid again. */
  kept(layout: Layout): Layout;
  /** Returns what the chips of a layout come to; without it they are summed up. */
  worth?(layout: Layout): number;
  /** Returns why a chip may not lie here yet, as a sentence; `null` when it may. */
  objection(spot: string, wanted: Layout): string | null;
  /** Returns the command that makes the layout as wanted; `null` when nothing can be sent. */
  command(wanted: Layout, there: Layout): Command | null;
  /** Says that my chips are down. */
  readyUp(): void;
  /** A spot has no room for another chip. */
  full(maximum: number, spot: string): void;
}

const DEBOUNCE = 120;

/** The chips of one player at one table. */
export class Staking {
  wanted = $state.raw<Layout>(EMPTY);
  undoable = $state(0);
  chip = $state(0);
  /** I stake on the next round while the last one still lies there. */
  swept = $state(false);
  last = $state.raw<Layout>(EMPTY);
  /** My chips wait for a shoe, which is being made: they go down once it is there. */
  held = $state(false);
  #undo: Layout[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly table: Table,
    readonly game: Stakes,
  ) {
    this.last = this.#stored();
  }

  get chipValues(): number[] {
    const mine = this.table.colours;
    return mine ? [mine.unit] : (this.game.chips ?? tray(this.game.smallest));
  }

  get chipValue(): number {
    return this.chipValues[this.chip] ?? this.chipValues[0] ?? 0;
  }

  get sum(): number {
    return total(this.wanted);
  }

  /** What I staked in the last round, as far as I may stake it again. */
  get rebetable(): Layout {
    return this.game.kept(this.last);
  }

  /** What chips come to, in minor units. */
  worth(layout: Layout): number {
    return this.game.worth?.(layout) ?? total(layout);
  }

  /** Whether my purse can pay a layout: what lies there is paid already. */
  affords(layout: Layout): boolean {
    const { purse } = this.table;
    return purse == null || this.worth(layout) - this.worth(this.game.there) <= purse;
  }

  /** Whether my purse can pay one chip more of a value, in minor units. */
  affordsChip(value: number): boolean {
    const { purse } = this.table;
    const more = this.worth(this.wanted) - this.worth(this.game.there) + value;
    return purse == null || more <= purse;
  }

  /** What {@link double} would lay. */
  get doubled(): Layout {
    return doubled(this.wanted, (spot) => this.game.ceiling(spot));
  }

  /** Whether I may change my stakes now; tells me when I may not because the line is lost. */
  #may(): boolean {
    const { game, table } = this;
    if (!game.open) return false;
    if (!table.live) table.unsent();
    return table.live;
  }

  /** What a spot of mine shows: what I want there, or what lies there. */
  at(spot: string): number {
    return at(this.#mine ? this.wanted : this.game.there, spot);
  }

  /** Whether what I want is shown, and not what lies there. */
  get #mine(): boolean {
    return this.held || this.game.open;
  }

  pending(spot: string): boolean {
    return this.#mine && at(this.wanted, spot) !== at(this.game.there, spot);
  }

  /** Puts the chosen chip on a spot, or takes one back. */
  place(spot: string, direction: 1 | -1 = 1): void {
    const { game } = this;
    if (!this.#may()) return;
    const before = at(this.wanted, spot);
    if (direction < 0 && before === 0) return;
    const objection = direction > 0 ? game.objection(spot, this.wanted) : null;
    if (objection !== null) {
      this.table.notify("info", objection);
      return;
    }
    const fixed = game.fixed(spot);
    if (fixed !== null) {
      const laid = placed(this.wanted, spot, (direction > 0 && before === 0 ? fixed : 0) - before);
      if (this.affords(laid)) this.table.sound("chip");
      this.#afford(laid);
      return;
    }
    const most = game.ceiling(spot);
    if (direction > 0 && most !== null && before >= most) {
      game.full(most, spot);
      return;
    }
    const change = this.chipValue * direction;
    const laid = placed(
      this.wanted,
      spot,
      most === null ? change : Math.min(change, most - before),
    );
    if (direction < 0 || this.affords(laid)) this.table.sound("chip");
    if (direction < 0) this.#want(laid);
    else this.#afford(laid);
  }

  /** Puts an amount on each of several spots, in minor units; one undo takes them all back. */
  lay(amounts: Layout): void {
    if (!this.#may()) return;
    let layout = this.wanted;
    for (const [spot, amount] of amounts) layout = placed(layout, spot, amount);
    this.table.sound("chip");
    this.#want(layout);
  }

  undo(): void {
    if (!this.#may()) return;
    const before = this.#undo.pop();
    if (!before) return;
    this.undoable = this.#undo.length;
    this.wanted = before;
    this.#schedule();
  }

  clear(): void {
    if (this.sum > 0) this.#want(cleared(this.wanted));
  }

  rebet(layout = this.rebetable): void {
    if (total(layout) > 0) this.#afford(layout);
  }

  double(): void {
    if (this.sum > 0) this.#afford(this.doubled);
  }

  /** Wants a layout that my purse can pay, or says that it cannot. */
  #afford(layout: Layout): void {
    if (this.affords(layout)) this.#want(layout);
    else this.table.notify("info", this.table.t("chips.too_few"));
  }

  /** Says that my chips are down; a chip laid a moment ago goes first. */
  readyUp(): void {
    if (!this.game.canReady || !this.#may()) return;
    if (this.#timer !== null) this.#send();
    this.game.readyUp();
  }

  /** Chooses the first chip that makes a stake by itself. */
  begin(): void {
    this.chip = Math.max(
      0,
      this.chipValues.findIndex((value) => value >= this.game.usual),
    );
  }

  /** Takes over what the server has, unless something of mine is still on its way. */
  rebase(): void {
    if (this.held || (this.game.open && this.#unsent)) return;
    this.wanted = this.game.there;
  }

  /** Forgets what I wanted, as it was refused, unless it only waits for a shoe. */
  refused({ code }: Refusal): void {
    this.held = code.startsWith("shoe_");
    if (!this.held) this.reset();
  }

  /** Lays what waited for a shoe, once stakes are taken. */
  resume(): void {
    if (!this.held || !this.table.floor?.accepting) return;
    this.held = false;
    this.#schedule();
  }

  /** Forgets what I wanted. */
  reset(): void {
    this.held = false;
    this.wanted = this.game.there;
    this.#undo = [];
    this.undoable = 0;
  }

  /** Forgets the round that is over, unless a chip was laid for the next one a moment ago. */
  renew(): void {
    if (!this.held && (!this.game.open || this.#timer === null)) this.reset();
  }

  /**
   * No more bets: `there` is what I staked, also when the round is over in the same breath. Returns
   * the spots whose chips came too late.
   */
  close(there: Layout): string[] {
    if (total(there) > 0) {
      this.last = there;
      this.#store(there);
    }
    const late = different(this.wanted, there).filter((spot) => at(this.wanted, spot) > 0);
    this.#undo = [];
    this.undoable = 0;
    // A stake still on its way is too late; its refusal will say so.
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.table.forget(this.game.kind);
    return late;
  }

  get #unsent(): boolean {
    if (this.#timer !== null) return true;
    if ([...this.table.sending.values()].includes(this.game.kind)) return true;
    // Chips kept back because they are below the minimum stay in the player's hand. What lies there
    // and is not mentioned is not wanted away: a page that was loaded anew knows of none of it.
    const there = this.game.there;
    return (
      this.game.command(this.wanted, there) === null &&
      different(this.wanted, there).some((spot) => this.wanted.has(spot))
    );
  }

  #want(layout: Layout): void {
    if (!this.#may()) return;
    this.swept = this.game.resting;
    this.#undo.push(this.wanted);
    this.undoable = this.#undo.length;
    this.wanted = this.game.tidy(layout);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), DEBOUNCE);
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    // The line was lost a moment ago: nothing of it is sent later.
    if (!this.table.live) {
      this.reset();
      this.table.unsent();
      return;
    }
    const command = this.game.command(this.wanted, this.game.there);
    if (command) this.table.send(command);
  }

  #stored(): Layout {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return new Map(stored as [string, number][]);
    } catch {
      return EMPTY;
    }
  }

  #store(layout: Layout): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify([...layout]));
    } catch {
      // Without storage the rebet lasts as long as the page.
    }
  }

  get #key(): string {
    return `sabot.spots.${this.table.info.id}`;
  }
}
