/** The felt of a table that closes: whoever saw it close has a last look, whoever comes finds it cleared. */

/** How long the last round is still seen, in milliseconds. */
const LAST_LOOK = 6000;

export class Clearing {
  cleared = $state(false);
  /** The table was open when I saw it last. */
  #open = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Takes whether the table is closed, as a frame shows it. */
  show(closed: boolean): void {
    if (closed && this.#timer !== null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (closed && this.#open) this.#timer = setTimeout(() => (this.cleared = true), LAST_LOOK);
    else this.cleared = closed;
    this.#open = !closed;
  }
}
