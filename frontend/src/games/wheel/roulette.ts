/**
 * The geometry of a roulette's layout: where each position lies, and which pockets it covers.
 *
 * `u` runs along the rows of numbers, from the zeros (-1 to 0) past the twelve rows (0 to 12) to the
 * columns (12 to 13); `v` runs across them, from the even chances (-2) past the dozens to the third
 * column (3). Whether `u` lies or stands the style sheet decides. What a position pays, and whether
 * the house takes it, only the server knows.
 *
 * @module
 */

import type { Translate } from "../../core/i18n";
import type { Grid, Laid } from "./Layout.svelte";
import type { Word } from "./words";

export interface Position extends Laid {
  /** What stands behind the colon: numbers, dozens or columns. */
  readonly chosen: readonly number[];
}

/** The even chances, as they lie along the numbers. */
const CHANCES = ["low", "even", "red", "black", "odd", "high"] as const;
export type Chances = Readonly<Record<(typeof CHANCES)[number], readonly number[]>>;

export const GRID: Grid = { along: 14, across: 5, left: 1, under: 2, stands: true };
/** The numbers that every roulette has. */
export const NUMBERS: readonly number[] = Array.from({ length: 36 }, (_, place) => place + 1);
/** The pocket of the double zero, as the server numbers it. */
export const DOUBLE_ZERO = 37;

/** How far the hit area of an edge or a corner reaches, in cells. */
export const EDGE = 0.46;
export const SIDE = 0.52;

/** Returns what a pocket is called. */
export function labelOf(pocket: number): string {
  return pocket === DOUBLE_ZERO ? "00" : String(pocket);
}

/** Tells whether a pocket is none of those of the even chances. */
export function isZero(pocket: number): boolean {
  return pocket === 0 || pocket === DOUBLE_ZERO;
}

/** Returns a position that reaches so far about its middle; it covers what it names unless told. */
export function laid(
  bet: string,
  chosen: readonly number[],
  [u, v]: readonly [number, number],
  [du, dv]: readonly [number, number],
  pockets = chosen,
): Position {
  const on = chosen.length === 0 ? bet : `${bet}:${chosen.map(labelOf).join("-")}`;
  return { on, bet, chosen, pockets, u, v, du, dv };
}

function* inside(): Generator<Position> {
  for (const number of NUMBERS) {
    const u = Math.floor((number - 1) / 3) + 0.5;
    const v = ((number - 1) % 3) + 0.5;
    yield laid("straight", [number], [u, v], [1, 1]);
    if (number % 3 !== 0) yield laid("split", [number, number + 1], [u, v + 0.5], [SIDE, EDGE]);
    if (number < 34) {
      yield laid("split", [number, number + 3], [u + 0.5, v], [EDGE, SIDE]);
      if (number % 3 !== 0) {
        const four = [number, number + 1, number + 3, number + 4];
        yield laid("corner", four, [u + 0.5, v + 0.5], [EDGE, EDGE]);
      }
    }
  }
  for (let row = 0; row < 12; row++) {
    const first = 3 * row + 1;
    const line = [first, first + 1, first + 2];
    yield laid("street", line, [row + 0.5, 0], [SIDE, EDGE]);
    if (row < 11) {
      yield laid(
        "six_line",
        [...line, first + 3, first + 4, first + 5],
        [row + 1, 0],
        [EDGE, EDGE],
      );
    }
  }
}

export function column(each: number): number[] {
  return NUMBERS.filter((number) => (number - each) % 3 === 0);
}

export function dozen(each: number): number[] {
  return NUMBERS.filter((number) => Math.ceil(number / 12) === each);
}

/** Returns every position of a layout; where the zeros and bets of its own lie, each has its way. */
export function layoutOf(chances: Chances, more: readonly Position[]): readonly Position[] {
  return [
    ...more,
    ...inside(),
    ...[1, 2, 3].map((each) => laid("column", [each], [12.5, each - 0.5], [1, 1], column(each))),
    ...[1, 2, 3].map((each) => laid("dozen", [each], [4 * each - 2, -0.5], [4, 1], dozen(each))),
    ...CHANCES.map((bet, place) => laid(bet, [], [2 * place + 1, -1.5], [2, 1], chances[bet])),
  ];
}

/** Returns what a position's name says of its numbers: a row by its ends. */
export function chosenOf(position: Position): string {
  const names = position.chosen.map(labelOf);
  const row = position.bet === "street" || position.bet === "six_line";
  return row && !position.chosen.some(isZero) ? `${names[0]}-${names.at(-1)}` : names.join("-");
}

/** Returns the colour of a pocket. */
export function colourOf(pocket: number, chances: Chances): "red" | "black" | "green" {
  if (isZero(pocket)) return "green";
  return chances.red.includes(pocket) ? "red" : "black";
}

/** Returns a number as it is announced, with the even chances that win: `17, noir, impair, manque`. */
export function announced(pocket: number, chances: Chances, say: Translate<Word>): string {
  const order = ["red", "black", "odd", "even", "low", "high"] as const;
  const won = order.filter((chance) => chances[chance].includes(pocket));
  const words = isZero(pocket) ? (["green"] as const) : won;
  return [labelOf(pocket), ...words.map((word) => say(word))].join(", ");
}
