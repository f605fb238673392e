/** Boule's part of the store. */

import type { Translate } from "../../core/i18n";
import type { Command } from "../../core/socket";
import { different, type Layout } from "../../core/stakes";
import type { Table } from "../table";
import { WheelPlay } from "../wheel/play.svelte";
import type { Colour } from "../wheel/words";
import { chancesOf, colourOf, NUMBERS } from "./layout";
import type { Own, Stake, View } from "./wire";
import { saying, type Word } from "./words";

export class BoulePlay extends WheelPlay<View, Own> {
  declare readonly say: Translate<Word>;
  override readonly short = true;
  readonly numbers = NUMBERS;
  readonly colours = ["red", "black", "yellow"] as const;

  constructor(table: Table) {
    super(table, saying(table.lang));
  }

  get game(): "boule" {
    return "boule";
  }

  colourOf(number: number): Colour {
    return colourOf(number);
  }

  announcement(number: number): string {
    const chances = chancesOf(number);
    const words = chances.length > 0 ? chances : (["yellow"] as const);
    return [number, ...words.map((word) => this.say(word))].join(", ");
  }

  readyUp(): void {
    if (this.canReady) this.table.send({ kind: "boule.ready" });
  }

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word, { chosen: "" }).trim();
  }

  nameOf(spot: string): string {
    const [bet = "", chosen = ""] = spot.split(":");
    return this.say(`bet.${bet}` as Word, { chosen });
  }

  command(wanted: Layout, there: Layout): Command | null {
    const laid = new Map(there);
    for (const [spot, amount] of wanted) {
      if (amount === 0 || amount >= this.staking.game.smallest) laid.set(spot, amount);
    }
    if (different(laid, there).length === 0) return null;
    const wagers = [...laid].filter(([, amount]) => amount > 0);
    const stake: Stake = {
      kind: "boule.stake",
      wagers: wagers.map(([on, amount]) => ({ id: on, on, amount })),
      announced: [],
    };
    return stake;
  }
}
