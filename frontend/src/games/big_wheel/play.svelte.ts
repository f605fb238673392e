/** The big wheel's part of the store. */

import type { Translate } from "../../core/i18n";
import type { Table } from "../table";
import { LANDING } from "../wheel/reveal";
import { SimplePlay } from "../wheel/simple.svelte";
import { type Chance, CHANCES, NUMBERS, shownBy } from "./layout";
import type { Own, View } from "./wire";
import { translatorFor, type Word } from "./words";

/** Milliseconds of a turn at least, lest the wheel be a blur. */
const TURN = 700;

export class BigWheelPlay extends SimplePlay<View, Own> {
  declare readonly say: Translate<Word>;
  readonly numbers = NUMBERS;
  readonly colours = [];

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "big_wheel" {
    return "big_wheel";
  }

  /** Turns until the wheel stops: what the rules ask for at least. */
  get turns(): number {
    return this.view?.turns ?? 3;
  }

  protected override get least(): number {
    return Math.max(LANDING, TURN * this.turns);
  }

  colourOf(number: number): Chance {
    return shownBy(number);
  }

  override labelOf(number: number): string {
    return this.marking(shownBy(number));
  }

  announcement(number: number): string {
    return this.betName(shownBy(number));
  }

  betName(bet: string): string {
    return this.say(`bet.${bet}` as Word);
  }

  nameOf(spot: string): string {
    return this.betName(spot);
  }

  override past(result: string): string {
    return CHANCES.includes(result as Chance) ? this.marking(result as Chance) : result;
  }

  /** Returns what stands on a segment. */
  marking(chance: Chance): string {
    return chance.startsWith("joker") ? this.say(`mark.${chance}` as Word) : this.betName(chance);
  }
}
