/** Frames made whole from what has changed of the frame before. */

import type { Delta, Frame } from "../../wire/types";

type Fields = Record<string, unknown>;

/** Returns the frame that a delta makes of the one before it; what is unchanged is shared. */
export function changed(last: Frame, { since: _, ...delta }: Delta): Frame {
  const view = renewed(last.view, delta.view);
  const floor = renewed(last.floor, delta.floor);
  return { ...delta, type: "frame", view, floor } as Frame;
}

/** An object changes fields of an object or, by index, items of a list; else the value is new. */
function renewed(old: unknown, change: unknown): unknown {
  if (!composite(old) || !composite(change) || Array.isArray(change)) return change;
  const whole = (Array.isArray(old) ? [...old] : { ...old }) as Fields;
  for (const name in change) whole[name] = renewed(whole[name], change[name]);
  return whole;
}

function composite(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
