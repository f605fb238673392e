/** Where the bets of American roulette lie: what it has of its own is about its two zeros. */

import { PRINTED } from "../../wire/printed/american_roulette";
import {
  colourOf as colour,
  DOUBLE_ZERO,
  EDGE,
  laid,
  layoutOf,
  NUMBERS,
  type Position,
  SIDE,
} from "../wheel/roulette";

/** The pockets as they follow each other on the cylinder. */
export const WHEEL: readonly number[] = PRINTED.wheel;

/** What may fall, as the server counts it. */
export const POCKETS: readonly number[] = [0, ...NUMBERS, DOUBLE_ZERO];

/**
 * How far the five hit areas reach that lie side by side where the zeros touch the 2, in cells: a
 * finger wide on a phone. The outer two begin at their corner, so that the splits have room.
 */
const NEAR = 0.322;
const FAR = 0.45;

export function colourOf(pocket: number): "red" | "black" | "green" {
  return colour(pocket, PRINTED.chances);
}

/** Every position that is printed on the layout. */
export const POSITIONS: readonly Position[] = layoutOf(PRINTED.chances, [
  laid("straight", [0], [-0.5, 0.75], [1, 1.5]),
  laid("straight", [DOUBLE_ZERO], [-0.5, 2.25], [1, 1.5]),
  laid("split", [0, DOUBLE_ZERO], [-0.5, 1.5], [SIDE, EDGE]),
  laid("split", [0, 1], [0, 0.47], [EDGE, FAR]),
  laid("street", [0, 1, 2], [0, 1.5 - 2 * NEAR], [EDGE, NEAR]),
  laid("split", [0, 2], [0, 1.5 - NEAR], [EDGE, NEAR]),
  laid("street", [0, DOUBLE_ZERO, 2], [0, 1.5], [EDGE, NEAR]),
  laid("split", [DOUBLE_ZERO, 2], [0, 1.5 + NEAR], [EDGE, NEAR]),
  laid("street", [DOUBLE_ZERO, 2, 3], [0, 1.5 + 2 * NEAR], [EDGE, NEAR]),
  laid("split", [DOUBLE_ZERO, 3], [0, 2.53], [EDGE, FAR]),
  laid("first_five", [0, DOUBLE_ZERO, 1, 2, 3], [0, 0], [EDGE, EDGE]),
]);

const BY_NAME: ReadonlyMap<string, Position> = new Map(
  POSITIONS.map((position) => [position.on, position]),
);

/** Returns the position of a name, if the layout has it. */
export function positionOf(on: string): Position | null {
  return BY_NAME.get(on) ?? null;
}
