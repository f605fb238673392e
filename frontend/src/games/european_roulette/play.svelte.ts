/** European roulette's part of the store: announced bets, and the choice after a zero. */

import type { Translate } from "../../core/i18n";
import type { Command } from "../../core/connection/socket";
import { at, type Layout } from "../../core/stakes";
import type { Stakes } from "../../widgets/chips/staking.svelte";
import type { Table } from "../table";
import { PRINTED } from "../../wire/printed/european_roulette";
import { LayoutStakes } from "../wheel/layout_play.svelte";
import { WheelPlay } from "../wheel/play.svelte";
import { announced } from "../wheel/roulette";
import type { Colour } from "../wheel/words";
import { announcedOf, chipsOf, kindOf, mustBeWritten } from "./announced";
import type { Call, Caller } from "./calling";
import { colourOf, POCKETS } from "./layout";
import { nameOf } from "./names";
import { command, confirmed, expanded, kept, worth } from "./stakes";
import type { Own, View } from "./wire";
import { translatorFor, type Word } from "./words";

export class RoulettePlay extends WheelPlay<View, Own> implements Caller {
  declare readonly say: Translate<Word>;
  override readonly keys = { m: "european_roulette.half", p: "european_roulette.prison" };
  readonly numbers = POCKETS;
  readonly colours = ["red", "black", "green"] as const;

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "european_roulette" {
    return "european_roulette";
  }

  colourOf(number: number): Colour {
    return colourOf(number);
  }

  announcement(number: number): string {
    return announced(number, PRINTED.chances, this.say);
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "european_roulette.ready" });
  }

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word, { chosen: "" }).trim();
  }

  protected override stakes(): Stakes {
    return new RouletteStakes(this);
  }

  override confirmed(): Layout {
    return confirmed(this.own);
  }

  command(wanted: Layout, there: Layout): Command | null {
    const locked = new Set(kept(this.own).map((each) => each.id));
    return command(wanted, there, this.staking.game.smallest, locked);
  }

  /** The chips that announced bets of mine have put on each position. */
  get announced(): Layout {
    return expanded(this.own);
  }

  override lying(on: string): number {
    return super.lying(on) + at(this.announced, on);
  }

  override nameOf(spot: string): string {
    return nameOf(spot, this.say);
  }

  /** Tells whether the table takes a kind of announced bet. */
  offers(bet: string): boolean {
    return this.view?.announced.includes(kindOf(bet)) ?? false;
  }

  /** Returns what a call would lay, or why it is refused, as a sentence; lays nothing. */
  async read(text: string): Promise<Call | string> {
    return (await import("./calling")).read(this, text);
  }

  /** Lays what a call says, as it was read; returns why it is refused, or `null`. */
  async lay(call: Call): Promise<string | null> {
    const barred = (await import("./calling")).barring(this, call.laid);
    if (barred !== null) return barred;
    this.staking.lay(call.laid);
    this.table.notify("info", this.say("name.laid", { bets: call.lines.join(", ") }));
    return null;
  }

  /** Hands an announcement in, in writing; returns why it is not understood, or `null`. */
  async write(text: string): Promise<string | null> {
    const [{ written }, { explained }] = await Promise.all([
      import("./naming"),
      import("./doubts"),
    ]);
    const bet = written(text);
    if (typeof bet !== "string") return explained(bet, this.table.lang, "written");
    this.table.send({ kind: "table.write", text: bet });
    return null;
  }

  /** Whoever is signed in as the table's inspector; `null` when nobody is. */
  get inspector(): string | null {
    return this.table.floor?.staff.find((each) => each.duty === "inspector")?.name ?? null;
  }

  /** Tells whether an announcement may be given: a written one has been endorsed. */
  mayGive(bet: string): boolean {
    if (!mustBeWritten(bet)) return true;
    return this.table.writings.some((each) => each.text === bet && each.state === "endorsed");
  }

  /** How many chips of one unit an announcement takes. */
  chipsOf(bet: string): number {
    if (!mustBeWritten(bet)) return chipsOf(bet);
    const chips = this.table.writings.find((each) => each.text === bet)?.chips ?? [];
    return chips.reduce((sum, each) => sum + each.chips, 0);
  }
}

class RouletteStakes extends LayoutStakes {
  constructor(private readonly roulette: RoulettePlay) {
    super(roulette);
  }

  override ceiling(spot: string): number | null {
    if (announcedOf(spot) !== null) return null;
    const most = super.ceiling(spot);
    return most === null ? null : Math.max(0, most - at(this.roulette.announced, spot));
  }

  override kept(layout: Layout): Layout {
    return new Map([...layout].filter(([spot]) => this.roulette.mayGive(announcedOf(spot) ?? "")));
  }

  override worth(layout: Layout): number {
    return worth(layout, (bet) => this.roulette.chipsOf(bet));
  }
}
