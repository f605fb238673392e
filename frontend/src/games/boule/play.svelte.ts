/** Boule's part of the store. */

import type { Translate } from "../../core/i18n";
import type { Table } from "../table";
import { SimplePlay } from "../wheel/simple.svelte";
import type { Colour } from "../wheel/words";
import { chancesOf, colourOf, NUMBERS } from "./layout";
import type { Own, View } from "./wire";
import { translatorFor, type Word } from "./words";

export class BoulePlay extends SimplePlay<View, Own> {
  declare readonly say: Translate<Word>;
  readonly numbers = NUMBERS;
  readonly colours = ["red", "black", "yellow"] as const;

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
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

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word, { chosen: "" }).trim();
  }

  nameOf(spot: string): string {
    const [bet = "", chosen = ""] = spot.split(":");
    return this.say(`bet.${bet}` as Word, { chosen });
  }
}
