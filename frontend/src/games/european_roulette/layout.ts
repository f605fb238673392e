/** Where the bets of European roulette lie: what it has of its own is about the zero. */

import { PRINTED } from "../../wire/printed/european_roulette";
import {
  colourOf as colour,
  column,
  dozen,
  EDGE,
  laid,
  layoutOf,
  NUMBERS,
  type Position,
  SIDE,
} from "../wheel/roulette";

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

/** The pockets as they follow each other on the cylinder. */
export const WHEEL: readonly number[] = PRINTED.wheel;

/** What may fall, as the server counts it. */
export const POCKETS: readonly number[] = [0, ...NUMBERS];

export function colourOf(number: number): "red" | "black" | "green" {
  return colour(number, PRINTED.chances);
}

/** Every position that is printed on the layout. */
export const POSITIONS: readonly Position[] = layoutOf(PRINTED.chances, [
  laid("straight", [0], [-0.5, 1.5], [1, 3]),
  ...[1, 2, 3].map((number) => laid("split", [0, number], [0, number - 0.5], [EDGE, SIDE])),
  laid("street", [0, 1, 2], [0, 1], [EDGE, EDGE]),
  laid("street", [0, 2, 3], [0, 2], [EDGE, EDGE]),
  laid("corner", [0, 1, 2, 3], [0, 0], [EDGE, EDGE]),
  ...[1, 2].flatMap((each) => {
    const pair = [each, each + 1];
    return [
      laid("double_column", pair, [12.5, each], [SIDE, EDGE], pair.flatMap(column)),
      laid("double_dozen", pair, [4 * each, -0.5], [EDGE, SIDE], pair.flatMap(dozen)),
    ];
  }),
]);

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
