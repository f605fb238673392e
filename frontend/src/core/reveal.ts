/**
 * How a frame is shown: what lies veiled at first, and when each veil lifts.
 *
 * The view is already the truth; a plan only delays parts of it, so that things come one by one.
 */

import type { Sound } from "./sound";

export interface Step {
  /** Milliseconds after the frame begins to show. */
  at: number;
  /** The parts that appear now, by names that only the game knows: `card:3/h/1`, `total:3/h`. */
  keys: string[];
  sound: Sound | null;
}

export interface Plan {
  steps: Step[];
  /** Milliseconds until everything is shown. */
  length: number;
  /** It must be seen to its end: what comes meanwhile waits, however much it is. */
  whole?: boolean;
}

/** Shows everything at once. */
export const AT_ONCE: Plan = { steps: [], length: 0 };
