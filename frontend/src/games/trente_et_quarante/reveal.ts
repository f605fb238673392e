/** How a coup is shown: its cards one by one, black's row first, then what they decide. */

import type { Plan, Step } from "../../core/reveal";
import type { AnyEvent } from "../table";
import { BALL } from "../wheel/reveal";
import type { Row } from "./wire";

/** What the coup decides: points, stakes, balance. */
export const RESULT = BALL;

const STAGGER = 430;
/** Between the rows, and before the result. */
const BREATH = 620;

/** Milliseconds from a card's leaving the shoe until its face is seen: `deal` in `ui/motion.ts`. */
const TURNED = 300;

export function cardKey(row: Row, index: number): string {
  return `card:${row}/${index}`;
}

/** A row's count with that card. */
export function countKey(row: Row, index: number): string {
  return `count:${row}/${index}`;
}

/** Tells whether a coup is dealt, or annulled, in these events. */
export function dealt(events: readonly AnyEvent[]): boolean {
  return events.some((event) =>
    ["trente_et_quarante.card_turned", "trente_et_quarante.coup_annulled"].includes(event.kind),
  );
}

/** Returns what each row counts after each of its cards. */
export function totals(events: readonly AnyEvent[]): Record<Row, number[]> {
  const counted: Record<Row, number[]> = { black: [], red: [] };
  for (const event of events) {
    if (event.kind === "trente_et_quarante.card_turned") counted[event.row].push(event.total);
  }
  return counted;
}

/** Returns how to show a frame in which a coup is dealt. */
export function plan(events: readonly AnyEvent[]): Plan {
  const steps: Step[] = [];
  const laid: Record<Row, number> = { black: 0, red: 0 };
  let clock = 300;
  for (const event of events) {
    switch (event.kind) {
      case "trente_et_quarante.card_turned":
        if (event.row === "red" && laid.red === 0) clock += BREATH;
        steps.push({ at: clock, keys: [cardKey(event.row, laid[event.row])], sound: "card" });
        steps.push({
          at: clock + TURNED,
          keys: [countKey(event.row, laid[event.row])],
          sound: null,
        });
        laid[event.row] += 1;
        clock += STAGGER;
        break;
      case "trente_et_quarante.talon_counted":
        steps.push({ at: clock, keys: [], sound: "stop" });
        clock += STAGGER;
        break;
      default:
        break;
    }
  }
  clock += BREATH;
  steps.push({ at: clock, keys: [RESULT], sound: null });
  return { steps, length: clock, whole: true };
}
