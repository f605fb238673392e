/** Punto banco's part of the store: the cards that I may turn, the coup in view. */

import type { Translate } from "../../core/i18n";
import type { Plan } from "../../core/reveal";
import type { Frame } from "../../wire/types";
import { type Announcing, BaccaraPlay, type Lying, type Outcome } from "../baccara/play.svelte";
import type { Table } from "../table";
import { DECISIONS } from "./keys";
import { plan } from "./reveal";
import { type Bet, type Own, type Side, SIDES, type View } from "./wire";
import { translatorFor, type Word } from "./words";

export class PuntoBancoPlay extends BaccaraPlay<View, Own, Side> {
  declare readonly say: Translate<Word>;
  readonly keys = DECISIONS;

  constructor(table: Table) {
    super(table, translatorFor(table.lang));
  }

  get game(): "punto_banco" {
    return "punto_banco";
  }

  get sides(): readonly Side[] {
    return SIDES;
  }

  get verbs(): readonly string[] {
    return ["turn"];
  }

  protected get judged(): boolean {
    return this.view?.wins != null;
  }

  get stopCard(): boolean {
    return this.view?.last_coup ?? false;
  }

  hand(side: Side): Lying | null {
    const hand = this.view?.[side];
    return hand ? { ...hand, holder: hand.to } : null;
  }

  /** My cards of a side, while they lie face down before me. */
  held(side: Side): readonly string[] {
    return this.own?.[side] ?? [];
  }

  does(side: Side): Outcome | null {
    const sign = this.decided ? this.view?.results.at(-1)?.charAt(0) : "";
    if (!sign) return null;
    if (sign === "T") return "equal";
    return sign === (side === "punto" ? "P" : "B") ? "wins" : "loses";
  }

  title(side: Side): string {
    return this.say(side);
  }

  /** A side's first two cards are a pair, and everybody sees it. */
  paired(side: Side): boolean {
    return this.view?.pairs?.[side === "punto" ? 0 : 1] ?? false;
  }

  outcome(bet: Bet): Outcome | null {
    return this.decided && this.view?.wins?.includes(bet) ? "wins" : null;
  }

  betName(bet: Bet): string {
    return this.say(bet);
  }

  pays(bet: Bet): string {
    const { say } = this;
    if (bet.startsWith("dragon")) return say("pays.dragon");
    if (bet === "banco" && this.view?.variant === "punto_2000") return say("pays.banco.punto_2000");
    if (bet === "pair_punto" || bet === "pair_banco") return say("pays.pair");
    return say(`pays.${bet}` as Word);
  }

  tells(bet: Bet): string {
    const note = this.price(bet)?.note?.[this.table.lang];
    return note ?? this.pays(bet);
  }

  /** The side whose cards I am asked to turn now. */
  get mayTurn(): Side | null {
    const hand = this.offer("turn")?.hand;
    return SIDES.find((side) => side === hand) ?? null;
  }

  protected get ending(): string {
    const { view } = this;
    return view?.last_coup && view.phase !== "closed" ? this.say("status.shoe_over") : "";
  }

  protected get asking(): { main: string; mine: boolean } | null {
    const { say, view } = this;
    if (view?.phase !== "punto" && view?.phase !== "banco") return null;
    const side = say(view.phase);
    if (this.mayTurn) return { main: say("status.turn_me", { side }), mine: true };
    return {
      main: say("status.turn", { name: this.name(view[view.phase].to), side }),
      mine: false,
    };
  }

  plan(frame: Frame): Plan {
    return plan(frame.events);
  }

  protected announcing(): Promise<Announcing> {
    return import("./announce");
  }

  protected override cardsWord(side: Side): "say.your_cards" {
    const waits = side === "banco" && this.view?.phase === "punto";
    return (waits ? "say.wait_punto" : "say.your_cards") as "say.your_cards";
  }

  past(result: string): string {
    if (result === "void") return this.say("past.void");
    const sign = result.charAt(0) === "T" ? "=" : result.charAt(0);
    return `${sign} ${result.charAt(1)}:${result.charAt(2)}`;
  }
}
