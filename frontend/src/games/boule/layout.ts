/** Where boule's bets lie: nine numbers in the middle, three even chances on either side. */

import { PRINTED } from "../../wire/printed/boule";
import type { Grid, Laid } from "../wheel/Layout.svelte";
import type { Colour } from "../wheel/words";

export const NUMBERS: readonly number[] = PRINTED.numbers;
export const GRID: Grid = { along: 7, across: 3, left: 0, under: 0, stands: false };

const LEFT = ["low", "odd", "black"] as const;
const RIGHT = ["high", "even", "red"] as const;
type Chance = (typeof LEFT)[number] | (typeof RIGHT)[number];

export function colourOf(number: number): Colour {
  if (PRINTED.chances.red.includes(number)) return "red";
  return PRINTED.chances.black.includes(number) ? "black" : "yellow";
}

/** Returns the even chances that a number wins for, in the order in which they are announced. */
export function chancesOf(number: number): Chance[] {
  const order = ["red", "black", "odd", "even", "low", "high"] as const;
  return order.filter((chance) => PRINTED.chances[chance].includes(number));
}

function chance(bet: Chance, u: number, row: number): Laid {
  return { on: bet, bet, pockets: PRINTED.chances[bet], u, v: 2.5 - row, du: 2, dv: 1 };
}

function straight(number: number, place: number): Laid {
  return {
    on: `straight:${number}`,
    bet: "straight",
    pockets: [number],
    u: 2.5 + (place % 3),
    v: 2.5 - Math.floor(place / 3),
    du: 1,
    dv: 1,
  };
}

/** Every position that is printed on the layout. */
export const POSITIONS: readonly Laid[] = [
  ...NUMBERS.map(straight),
  ...LEFT.map((bet, row) => chance(bet, 1, row)),
  ...RIGHT.map((bet, row) => chance(bet, 6, row)),
];
