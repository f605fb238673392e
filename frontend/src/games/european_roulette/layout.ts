/**
 * The geometry of the layout: where each position lies, and which pockets it covers.
 *
 * `u` runs along the rows of numbers, from the zero (-1 to 0) past the twelve rows (0 to 12) to the
 * columns (12 to 13); `v` runs across them, from the even chances (-2) past the dozens to the third
 * column (3). Whether `u` lies or stands the style sheet decides. What a position pays, and whether
 * the house takes it, only the server knows.
 *
 * @module
 */

import { PRINTED } from "../../wire/printed/european_roulette";

export const BETS = [
  "straight",
  "split",
  "street",
  "corner",
  "six_line",
  "column",
  "double_column",
  "dozen",
  "double_dozen",
  "low",
  "even",
  "red",
  "black",
  "odd",
  "high",
] as const;
export type Bet = (typeof BETS)[number];

export interface Position {
  /** Its name on the wire, e.g. `split:17-20`. */
  readonly on: string;
  readonly bet: Bet;
  /** What stands behind the colon: numbers, dozens or columns. */
  readonly chosen: readonly number[];
  readonly pockets: readonly number[];
  /** The middle of its hit area, and how far that reaches. */
  readonly u: number;
  readonly v: number;
  readonly du: number;
  readonly dv: number;
}

/** The pockets as they follow each other on the cylinder. */
export const WHEEL: readonly number[] = PRINTED.wheel;

const NUMBERS = Array.from({ length: 36 }, (_, place) => place + 1);

/** What may fall, as the server counts it. */
export const POCKETS: readonly number[] = [0, ...NUMBERS];

export function colourOf(number: number): "red" | "black" | "green" {
  if (number === 0) return "green";
  return PRINTED.chances.red.includes(number) ? "red" : "black";
}

/** The even chances, as they lie along the numbers. */
const CHANCES = ["low", "even", "red", "black", "odd", "high"] as const;

/** How far the hit area of an edge or a corner reaches, in cells. */
const EDGE = 0.46;
const SIDE = 0.52;

function name(bet: Bet, chosen: readonly number[]): string {
  return chosen.length === 0 ? bet : `${bet}:${chosen.join("-")}`;
}

function* positions(): Generator<Position> {
  const inside = (
    bet: Bet,
    chosen: number[],
    u: number,
    v: number,
    du: number,
    dv: number,
  ): Position => ({ on: name(bet, chosen), bet, chosen, pockets: chosen, u, v, du, dv });

  yield inside("straight", [0], -0.5, 1.5, 1, 3);
  for (const number of NUMBERS) {
    const u = Math.floor((number - 1) / 3) + 0.5;
    const v = ((number - 1) % 3) + 0.5;
    yield inside("straight", [number], u, v, 1, 1);
    if (number % 3 !== 0) yield inside("split", [number, number + 1], u, v + 0.5, SIDE, EDGE);
    if (number < 34) {
      yield inside("split", [number, number + 3], u + 0.5, v, EDGE, SIDE);
      if (number % 3 !== 0) {
        const four = [number, number + 1, number + 3, number + 4];
        yield inside("corner", four, u + 0.5, v + 0.5, EDGE, EDGE);
      }
    }
  }
  for (let row = 0; row < 12; row++) {
    const first = 3 * row + 1;
    const line = [first, first + 1, first + 2];
    yield inside("street", line, row + 0.5, 0, SIDE, EDGE);
    if (row < 11) {
      yield inside("six_line", [...line, first + 3, first + 4, first + 5], row + 1, 0, EDGE, EDGE);
    }
  }
  for (const number of [1, 2, 3]) yield inside("split", [0, number], 0, number - 0.5, EDGE, SIDE);
  yield inside("street", [0, 1, 2], 0, 1, EDGE, EDGE);
  yield inside("street", [0, 2, 3], 0, 2, EDGE, EDGE);
  yield inside("corner", [0, 1, 2, 3], 0, 0, EDGE, EDGE);

  const column = (each: number): number[] => NUMBERS.filter((number) => (number - each) % 3 === 0);
  const dozen = (each: number): number[] =>
    NUMBERS.filter((number) => Math.ceil(number / 12) === each);
  const outside = (
    bet: Bet,
    chosen: number[],
    pockets: number[],
    u: number,
    v: number,
    du: number,
    dv: number,
  ): Position => ({ on: name(bet, chosen), bet, chosen, pockets, u, v, du, dv });
  for (const each of [1, 2, 3]) {
    yield outside("column", [each], column(each), 12.5, each - 0.5, 1, 1);
    yield outside("dozen", [each], dozen(each), 4 * each - 2, -0.5, 4, 1);
  }
  for (const each of [1, 2]) {
    const pair = [each, each + 1];
    yield outside("double_column", pair, pair.flatMap(column), 12.5, each, SIDE, EDGE);
    yield outside("double_dozen", pair, pair.flatMap(dozen), 4 * each, -0.5, EDGE, SIDE);
  }
  for (const [place, bet] of CHANCES.entries()) {
    yield outside(bet, [], PRINTED.chances[bet], 2 * place + 1, -1.5, 2, 1);
  }
}

/** Every position that is printed on the layout. */
export const POSITIONS: readonly Position[] = [...positions()];

const BY_NAME: ReadonlyMap<string, Position> = new Map(
  POSITIONS.map((position) => [position.on, position]),
);

/** Returns the position of a name, if the layout has it. */
export function positionOf(on: string): Position | null {
  return BY_NAME.get(on) ?? null;
}

/** Returns a short name of its own for a position: a whole layout must fit in one message. */
export function idOf(on: string): string {
  const place = POSITIONS.findIndex((position) => position.on === on);
  return place < 0 ? on : `p${place}`;
}
