/** What the stores of all wheels have in common beside the stakes: the ball, and when it is shown. */

import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Frame } from "../../wire/types";
import type { AnyEvent } from "../table";
import { LayoutPlay } from "./layout_play.svelte";
import { LANDING, landing, rolling } from "./reveal";
import { fallen, type Own, verbOf, type View } from "./wire";
import type { Colour } from "./words";

/** The ball's way to a number. */
export interface Landing {
  readonly number: number;
  /** Milliseconds until it rests. */
  readonly length: number;
}

export abstract class WheelPlay<V extends View = View, O extends Own = Own> extends LayoutPlay<
  V,
  O
> {
  /** What may fall, in the order in which the server counts it. */
  abstract readonly numbers: readonly number[];
  /** The colours whose shares are told. */
  abstract readonly colours: readonly Colour[];
  /** Whether the layout fits a phone's screen without standing. */
  readonly short: boolean = false;
  /** The ball on its way, until it rests. */
  landing = $state.raw<Landing | null>(null);
  #closedAt = 0;

  /** Returns the class that gives a number its colour. */
  abstract colourOf(number: number): string;
  /** Returns a number as it is announced. */
  abstract announcement(number: number): string;

  /** Returns what stands on a number; numbers that are alike are counted together. */
  labelOf(number: number): string {
    return String(number);
  }

  /** Milliseconds that the ball rolls at least once its number has come. */
  protected get least(): number {
    return LANDING;
  }

  /** The number that lies under the marker: of the round that is over. */
  get marked(): number | null {
    return this.view?.phase === "closed" ? this.view.number : null;
  }

  get showing(): boolean {
    return this.landing !== null;
  }

  get decided(): boolean {
    return this.view?.number != null;
  }

  protected override closed(): void {
    this.#closedAt = performance.now();
  }

  plan(frame: Frame): Plan {
    const number = fallen(frame.events, this.game);
    if (number === null) return AT_ONCE;
    this.keep();
    const since = this.#closedAt === 0 ? 0 : performance.now() - this.#closedAt;
    const length = rolling(since, this.least);
    this.landing = { number, length };
    return landing(length);
  }

  shown(frame: Frame): void {
    if (fallen(frame.events, this.game) === null) return;
    this.landing = null;
    this.staking.reset();
    this.tellResult();
  }

  protected override spoken(event: AnyEvent): string {
    if (verbOf(event, this.game) !== "number_fell") return super.spoken(event);
    const number = fallen([event], this.game) ?? 0;
    return this.say("say.number", { number: this.announcement(number) });
  }
}
