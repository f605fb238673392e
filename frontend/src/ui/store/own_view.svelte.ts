/** What only I may know of the table, never ahead of the frame that is shown. */

import type { AnyOwn } from "../../games/table";
import type { OwnShown } from "../../wire/types";

export class OwnView {
  own = $state.raw<AnyOwn>(null);
  #ahead: OwnShown[] = [];
  /** The number of what is shown as mine: what comes later with a lower one is stale. */
  #seq = -1;

  reset(): void {
    this.own = null;
    this.#ahead = [];
    this.#seq = -1;
  }

  receive(message: OwnShown): void {
    this.#ahead.push(message);
  }

  /** Takes over what is mine up to the number that is shown; says whether there was anything. */
  release(shown: number): boolean {
    let last: OwnShown | null = null;
    for (const each of this.#ahead) {
      if (each.seq <= shown && each.seq >= (last?.seq ?? this.#seq)) last = each;
    }
    this.#ahead = this.#ahead.filter((each) => each.seq > shown);
    if (!last) return false;
    this.#seq = last.seq;
    this.own = last.own;
    return true;
  }
}
