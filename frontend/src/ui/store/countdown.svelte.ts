/** The clock of the table, as it runs down. */

import type { Frame } from "../../wire/types";

export class Countdown {
  /** Seconds left; `null` while no clock runs. */
  seconds = $state<number | null>(null);
  /** The part of the running clock that is left, 1 to 0, in hundredths: finer none is seen. */
  left = $state(0);
  #last = -1;

  /** Sets the clock of a frame by the server's; says whether another second has begun. */
  tick(frame: Frame | null, now: number): boolean {
    if (!frame || frame.due_at === null || !frame.window) {
      this.seconds = null;
      this.left = 0;
      return false;
    }
    const remaining = Math.max(0, frame.due_at - now);
    this.left = Math.min(1, Math.ceil((remaining / frame.window) * 100) / 100);
    this.seconds = Math.ceil(remaining / 1000);
    const begun = this.seconds !== this.#last;
    this.#last = this.seconds;
    return begun;
  }
}
