/** The keys printed on buttons; what a key does, `keyboard.ts` knows. */

/** A game's letters: lower-case letter -> kind of the command that it gives. */
export type Decisions = Readonly<Record<string, string>>;

/** Returns the key printed on a decision's button; empty where it has none. */
export function keyOf(decisions: Decisions, command: string): string {
  const found = Object.entries(decisions).find(([, each]) => each === command);
  return found ? found[0].toUpperCase() : "";
}
