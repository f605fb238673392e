/** What the stores of wheels share where every stake is free: no choices, no announced bets. */

import type { Command } from "../../core/connection/socket";
import type { Layout } from "../../core/stakes";
import { merged } from "./laid";
import { WheelPlay } from "./play.svelte";
import type { Own, View } from "./wire";

export abstract class SimplePlay<V extends View, O extends Own> extends WheelPlay<V, O> {
  override readonly short: boolean = true;

  readyUp(): void {
    const game: View["game"] = this.game;
    if (this.canReady) this.table.send({ kind: `${game}.ready` });
  }

  command(wanted: Layout, there: Layout): Command | null {
    const laid = merged(wanted, there, () => this.staking.game.smallest);
    if (laid === null) return null;
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
