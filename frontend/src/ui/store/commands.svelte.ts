/** My commands on their way: each until what came of it is shown. */

import { SvelteMap } from "svelte/reactivity";
import type { Command } from "../../core/connection/socket";

export class Commands {
  readonly sending = new SvelteMap<string, Command["kind"]>();
  /** Those that were carried out and are not shown yet, by the number they led to. */
  #done = new Map<string, number>();

  /** Waits for a command until the table's number to which it led is shown. */
  answer(cause: string, seq: number | null, shown: number): void {
    if (seq === null || seq <= shown) this.sending.delete(cause);
    else if (this.sending.has(cause)) this.#done.set(cause, seq);
  }

  /** The table's number is shown: what led to it is on its way no more. */
  show(shown: number): void {
    for (const [cause, seq] of this.#done) {
      if (seq > shown) continue;
      this.#done.delete(cause);
      this.sending.delete(cause);
    }
  }

  forget(kind: Command["kind"]): void {
    for (const [id, each] of this.sending) if (each === kind) this.sending.delete(id);
  }
}
