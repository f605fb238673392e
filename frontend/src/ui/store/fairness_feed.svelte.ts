/** Hands what is said of chance to the watch, which is loaded after the page, from the beginning. */

import type { ChanceMessage, Watch } from "../../fairness/watch.svelte";

export class FairnessFeed {
  /** What verifies the cards and takes part in the shuffle; `null` until it is loaded. */
  watch = $state.raw<Watch | null>(null);
  /** What came before the watch; `null` once there will be nobody to hear it. */
  #unheard: ChanceMessage[] | null = [];

  hear(message: ChanceMessage): void {
    if (this.watch) this.watch.hear(message);
    else this.#unheard?.push(message);
  }

  /** Lets a watch hear everything that was said; `null` when there is none. */
  attach(watch: Watch | null): void {
    this.watch = watch;
    for (const each of this.#unheard ?? []) watch?.hear(each);
    this.#unheard = null;
  }
}
