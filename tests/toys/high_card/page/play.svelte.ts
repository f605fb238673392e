/** High card's part of the store. */

import { spoken } from "../../core/cards";
import { chips } from "../../core/money";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Frame } from "../../wire/types";
import type { Cards, Play, Status } from "../contract";
import type { AnyView, Table } from "../table";
import { translatorFor } from "./words";

export type View = Extract<AnyView, { kind: "high_card" }>;

export const CARDS: Cards = {
  lying: (shown) => {
    const view = viewOf(shown);
    if (!view) return [];
    return [...view.boxes.map((each) => each.card), view.house].filter((card) => card !== null);
  },
  turned: (events) =>
    events.flatMap((event) =>
      event.kind === "high_card.dealt" ? [...event.cards, event.house] : [],
    ),
};

function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "high_card" ? view : null;
}

export class HighCardPlay implements Play {
  readonly say;
  readonly staking = null;
  readonly keys = {};
  readonly stopCard = false;

  constructor(readonly table: Table) {
    this.say = translatorFor(table.lang);
  }

  get view(): View | null {
    return viewOf(this.table.frame?.view);
  }

  get open(): boolean {
    return this.table.you !== null && this.table.seating && this.view?.phase !== "dealing";
  }

  get boxes(): number[] {
    return Array.from({ length: this.table.info.boxes }, (_, place) => place + 1);
  }

  /** What lies on a box, and its card. */
  at(box: number): View["boxes"][number] | null {
    return this.view?.boxes.find((each) => each.box === box) ?? null;
  }

  stake(box: number): void {
    this.table.send({ kind: "high_card.stake", box, amount: this.bounds.least });
  }

  get status(): Status {
    const { view, table, say } = this;
    const word = (main: string): Status => ({ main, sub: null, mine: false });
    if (!view) return word(table.t("status.loading"));
    if (table.floor?.status === "closed") return word(table.t("status.closed"));
    if (!table.floor?.shoe) return word(table.shoeless);
    return word(view.house ? say("house", { card: this.spoken(view.house) }) : say("betting"));
  }

  private spoken(card: string): string {
    return spoken(card, this.table.lang);
  }

  get clocked(): boolean {
    return this.view?.phase === "betting";
  }

  get awaitsMe(): boolean {
    return this.readies;
  }

  /** Whether I may say that I want no more. */
  get readies(): boolean {
    return this.view?.options.some((option) => this.table.mine.has(option.box)) ?? false;
  }

  readyUp(): void {
    this.table.send({ kind: "high_card.ready" });
  }

  get staked(): number {
    const mine = this.view?.boxes.filter((each) => each.party === this.table.you) ?? [];
    return this.view?.phase === "closed" ? 0 : mine.reduce((sum, each) => sum + each.amount, 0);
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
    const dealt = frame.events.find((event) => event.kind === "high_card.dealt");
    return dealt ? this.say("house", { card: this.spoken(dealt.house) }) : "";
  }

  decide(): boolean {
    return false;
  }

  past(result: string): string {
    return result;
  }
}
