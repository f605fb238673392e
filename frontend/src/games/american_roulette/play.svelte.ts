/** American roulette's part of the store. */

import type { Translate } from "../../core/i18n";
import { PRINTED } from "../../wire/printed/american_roulette";
import type { Command } from "../../core/connection/socket";
import type { Layout } from "../../core/stakes";
import type { Table } from "../table";
import { announced, chosenOf, labelOf } from "../wheel/roulette";
import { SimplePlay } from "../wheel/simple.svelte";
import type { Colour } from "../wheel/words";
import { colourOf, POCKETS, positionOf } from "./layout";
import type { Own, View } from "./wire";
import { translatorFor, type Word } from "./words";

export class AmericanRoulettePlay extends SimplePlay<View, Own> {
  declare readonly say: Translate<Word>;
  override readonly short = false;
  readonly numbers = POCKETS;
  readonly colours = ["red", "black", "green"] as const;

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "american_roulette" {
    return "american_roulette";
  }

  /** What I stake in colour chips bears the mark of their table. */
  override command(wanted: Layout, there: Layout): Command | null {
    const command = super.command(wanted, there);
    if (command?.kind !== "american_roulette.stake" || !this.table.colours) return command;
    return { ...command, chips: this.table.info.id };
  }

  override get chips(): number[] | undefined {
    return this.view?.chips;
  }

  /** What a colour chip may be worth: the least, the most, and the step between. */
  get worths(): { least: number; most: number; step: number } | null {
    const { view } = this;
    if (!view || view.colours.length === 0) return null;
    const step = view.step;
    return { least: Math.ceil(view.least / step) * step, most: view.most, step };
  }

  /** Whether chips are sold and changed now: not while a spin is settled. */
  get exchanging(): boolean {
    const { table, view } = this;
    return table.live && table.you !== null && !table.busy && view?.phase !== "spinning";
  }

  colourOf(number: number): Colour {
    return colourOf(number);
  }

  override labelOf(number: number): string {
    return labelOf(number);
  }

  announcement(number: number): string {
    return announced(number, PRINTED.chances, this.say);
  }

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word, { chosen: "" }).trim();
  }

  nameOf(spot: string): string {
    const position = positionOf(spot);
    const chosen = position ? chosenOf(position) : "";
    return this.say(`bet.${position?.bet ?? spot}` as Word, { chosen });
  }
}
