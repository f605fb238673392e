/** The keyboard: one key, one action. Every shortcut can be switched off (WCAG 2.1.4). */

import type { Decisions } from "./keys";

export type Action =
  | { do: "chip"; index: number }
  | { do: "decide"; command: string }
  | { do: "undo" | "clear" | "rebet" | "again" | "double" | "ready" | "help" };

const LETTERS: Record<string, Action> = {
  u: { do: "undo" },
  c: { do: "clear" },
  r: { do: "rebet" },
  b: { do: "again" },
  x: { do: "double" },
  g: { do: "ready" },
  "?": { do: "help" },
};

/** Returns the action of a key press, or `null`; keys with a modifier belong to the browser. */
export function action(
  event: { key: string; code: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  decisions: Decisions = {},
): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // On a French keyboard the digits need shift; their place in the row does not.
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code);
  const letter = digit?.[1] ?? event.key.toLowerCase();
  const command = decisions[letter];
  if (command) return { do: "decide", command };
  return digit ? { do: "chip", index: Number(letter) - 1 } : (LETTERS[letter] ?? null);
}
