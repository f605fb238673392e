/** American roulette's part of the store. */

import type { Translate } from "../../core/i18n";
import { PRINTED } from "../../wire/printed/american_roulette";
import type { Table } from "../table";
import { announced, chosenOf, labelOf } from "../wheel/roulette";
import { SimplePlay } from "../wheel/simple.svelte";
import type { Colour } from "../wheel/words";
import { colourOf, POCKETS, positionOf } from "./layout";
import type { Own, View } from "./wire";
import { saying, type Word } from "./words";

export class AmericanRoulettePlay extends SimplePlay<View, Own> {
  declare readonly say: Translate<Word>;
  override readonly short = false;
  readonly numbers = POCKETS;
  readonly colours = ["red", "black", "green"] as const;

  constructor(table: Table) {
    super(table, saying(table.lang));
  }

  get game(): "american_roulette" {
    return "american_roulette";
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
