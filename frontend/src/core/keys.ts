/** The keyboard: one key, one action. Every shortcut can be switched off (WCAG 2.1.4). */

export type Action =
  | { do: "chip"; index: number }
  | { do: "option"; command: string }
  | { do: "undo" | "clear" | "rebet" | "double" | "ready" | "help" };

const LETTERS: Record<string, Action> = {
  h: { do: "option", command: "blackjack.hit" },
  s: { do: "option", command: "blackjack.stand" },
  d: { do: "option", command: "blackjack.double" },
  p: { do: "option", command: "blackjack.split" },
  a: { do: "option", command: "blackjack.surrender" },
  i: { do: "option", command: "blackjack.insure" },
  e: { do: "option", command: "blackjack.even_money" },
  n: { do: "option", command: "blackjack.decline" },
  u: { do: "undo" },
  c: { do: "clear" },
  r: { do: "rebet" },
  x: { do: "double" },
  g: { do: "ready" },
  "?": { do: "help" },
};

/** The key printed on a decision's button. */
export const KEY_OF: Record<string, string> = Object.fromEntries(
  Object.entries(LETTERS).flatMap(([key, action]) =>
    action.do === "option" ? [[action.command, key.toUpperCase()]] : [],
  ),
);

/** Returns the action of a key press, or `null`; keys with a modifier belong to the browser. */
export function action(event: {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // On a French keyboard the digits need shift; their place in the row does not.
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code);
  if (digit) return { do: "chip", index: Number(digit[1]) - 1 };
  return LETTERS[event.key.toLowerCase()] ?? null;
}
