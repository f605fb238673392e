/** What the dealer calls, in the words of the table. */

import type { Translate } from "../../core/i18n";
import type { Word } from "./words";

/** Returns a point as it is called: thirty-one is "one", forty is "forty". */
export function called(point: number, say: Translate<Word>): string {
  return say(`point.${point}` as Word);
}

/** Returns the call of a coup, e.g. « Deux, quatre, rouge perd et la couleur ». */
export function call(
  black: number,
  red: number,
  chances: readonly string[],
  say: Translate<Word>,
): string {
  const points = { black: called(black, say), red: called(red, say) };
  const line = ((): string => {
    if (black === red) return say(black === 31 ? "call.refait" : "call.null", points);
    const colour = chances.includes("colour");
    if (chances.includes("red"))
      return say(colour ? "call.red.colour" : "call.red.inverse", points);
    return say(colour ? "call.black.colour" : "call.black.inverse", points);
  })();
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** Returns a past coup, e.g. `31:40 inverse`, in a few characters. */
export function past(result: string, say: Translate<Word>): string {
  const [points = "", first] = result.split(" ");
  const [black = 0, red = 0] = points.split(":").map(Number);
  if (!points.includes(":")) return result;
  if (black === red) return say(black === 31 ? "past.refait" : "past.null", { point: black });
  const row = say(black < red ? "short.black" : "short.red");
  return `${row}${say(first === "colour" ? "short.colour" : "short.inverse")} ${black}-${red}`;
}
