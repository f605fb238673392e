/** Drawing in slices: much that is drawn at once keeps a phone from answering to a touch. */

import { onMount } from "svelte";

/** Lets the browser answer and paint, then goes on; in a hidden tab no later, unlike a timer. */
export function rest(): Promise<void> {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      go();
    };
    port2.postMessage(null);
  });
}

/** How many of a list are drawn by now. */
export class Slices {
  drawn = $state(0);

  /**
   * Draws `each` of them with each task to come, until all are drawn; then calls `done`, also where the
   * component is gone before. To be made while its component is.
   */
  constructor(of: number, each: number, done: () => void = () => {}) {
    let there = true;
    const go = async (): Promise<void> => {
      while (there && this.drawn < of) {
        await rest();
        this.drawn += each;
      }
      // What the list gains later is drawn with it.
      this.drawn = Number.POSITIVE_INFINITY;
      done();
    };
    onMount(() => {
      void go();
      return () => (there = false);
    });
  }
}
