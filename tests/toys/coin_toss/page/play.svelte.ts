/** The coin toss's part of the store. */

import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Frame } from "../../wire/types";
import type { Play, Status } from "../contract";
import type { AnyView, Table } from "../table";
import { translatorFor } from "./words";

export type View = Extract<AnyView, { kind: "coin_toss" }>;
export const SIDES = ["heads", "tails"] as const;

export class CoinTossPlay implements Play {
  readonly say;
  readonly staking = null;
  readonly keys = {};
  readonly stopCard = false;

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
  }

  get view(): View | null {
    const view = this.table.frame?.view;
    return view && "kind" in view && view.kind === "coin_toss" ? view : null;
  }

  get open(): boolean {
    return this.table.you !== null && this.table.seating && this.view?.phase !== "tossing";
  }

  /** What everybody, or only I, have on a side. */
  on(side: string, mine = false): number {
    return (this.view?.stakes ?? [])
      .filter((each) => each.on === side && (!mine || each.party === this.table.you))
      .reduce((sum, each) => sum + each.amount, 0);
  }

  stake(on: (typeof SIDES)[number]): void {
    this.table.send({ kind: "coin_toss.stake", on, amount: this.bounds.least });
  }

  get status(): Status {
    const { view, table, say } = this;
    const word = (main: string): Status => ({ main, sub: null, mine: false });
    if (!view) return word(table.t("status.loading"));
    if (table.floor?.status === "closed") return word(table.t("status.closed"));
    if (view.side) return word(say("fell", { side: say(view.side) }));
    return word(say(view.phase === "tossing" ? "tossing" : "betting"));
  }

  get clocked(): boolean {
    return this.view?.phase === "betting";
  }

  get awaitsMe(): boolean {
    return false;
  }

  get staked(): number {
    return SIDES.reduce((sum, side) => sum + this.on(side, true), 0);
  }

  get bounds(): { least: number; most: number | null } {
    const { view, table } = this;
    return { least: view?.least ?? table.info.minimum ?? 0, most: view?.most ?? null };
  }

  get limits(): string[] {
    const { least, most } = this.bounds;
    const words = { least: chips(least, this.table.lang), most: chips(most ?? 0, this.table.lang) };
    return [this.say("limits", words)];
  }

  plan(): Plan {
    return AT_ONCE;
  }

  arrived(): void {}

  shown(): void {}

  refused(): void {}

  narrate(frame: Frame): string {
    const fell = frame.events.find((event) => event.kind === "coin_toss.coin_fell");
    return fell ? this.say("fell", { side: this.say(fell.side) }) : "";
  }

  decide(): boolean {
    return false;
  }

  past(result: string): string {
    return result === "heads" || result === "tails" ? this.say(result) : result;
  }
}
