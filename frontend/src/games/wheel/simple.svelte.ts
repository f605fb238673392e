/** What the stores of wheels share where every stake is free: no choices, no announced bets. */

import type { Command } from "../../core/socket";
import { different, type Layout } from "../../core/stakes";
import { WheelPlay } from "./play.svelte";
import type { Own, View } from "./wire";

export abstract class SimplePlay<V extends View, O extends Own> extends WheelPlay<V, O> {
  override readonly short: boolean = true;

  readyUp(): void {
    const game: View["game"] = this.game;
    if (this.canReady) this.table.send({ kind: `${game}.ready` });
  }

  command(wanted: Layout, there: Layout): Command | null {
    const laid = new Map(there);
    for (const [spot, amount] of wanted) {
      if (amount === 0 || amount >= this.staking.game.smallest) laid.set(spot, amount);
    }
    if (different(laid, there).length === 0) return null;
    const game: View["game"] = this.game;
    const wagers = [...laid].filter(([, amount]) => amount > 0);
    return {
      kind: `${game}.stake`,
      // A whole layout must fit in one message: the names are short.
      wagers: wagers.map(([on, amount], nth) => ({ id: `s${nth}`, on, amount })),
      announced: [],
      // A game whose stakes say more adds it.
    } as Command;
  }
}
