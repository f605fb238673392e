/** Shows frames one after the other, each step by step as its game has planned it. */

import { SvelteSet } from "svelte/reactivity";
import { AT_ONCE, type Plan } from "../../core/reveal";
import type { Sound } from "../../core/sound";
import type { Frame } from "../../wire/types";

const MOST_QUEUED = 6;

/** Where frames are shown. */
export interface FrameStage {
  /** Somebody looks, and wishes to see things move. */
  animated(): boolean;
  /** How many times as fast as usual frames are shown. */
  pace(): number;
  plan(frame: Frame): Plan;
  /** A frame has become the table's; nothing of its plan is unveiled yet. */
  arrived(frame: Frame, before: Frame | null): void;
  /** Everything of a frame is shown. */
  settled(frame: Frame): void;
  sound(sound: Sound): void;
}

export class FramePlayer {
  frame = $state.raw<Frame | null>(null);
  /** The frame that has been shown last to its end. */
  told = $state.raw<Frame | null>(null);
  busy = $state(false);
  readonly veiled = new SvelteSet<string>();
  readonly fresh = new SvelteSet<string>();
  #queue: Frame[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** What is being shown must be seen to its end. */
  #whole = false;

  constructor(private readonly stage: FrameStage) {}

  /** The number of the frame that is being shown; below every number where none is. */
  get seq(): number {
    return this.frame?.seq ?? -1;
  }

  /** Whether no frame waits to be shown. */
  get drained(): boolean {
    return this.#queue.length === 0;
  }

  /** Forgets what waits to be shown. */
  clear(): void {
    this.#queue = [];
  }

  /** Shows a frame in its turn. */
  enqueue(frame: Frame): void {
    const animated = this.stage.animated();
    const late = !this.#whole && this.#queue.length >= MOST_QUEUED;
    if (!animated || late || this.frame === null) {
      this.skip();
      this.#show(frame, animated && this.frame !== null);
      return;
    }
    // A frame in which nothing happens waits too: it would tell the end of what is being shown.
    if (frame.events.length === 0 && this.#queue.at(-1)?.events.length === 0) this.#queue.pop();
    this.#queue.push(frame);
    this.#next();
  }

  /** Shows at once what comes next, whatever is being shown. */
  skip(): void {
    this.clear();
    this.#finish();
  }

  #next(): void {
    while (!this.busy) {
      const frame = this.#queue.shift();
      if (!frame) return;
      // What piled up while something had to be seen to its end is not shown step by step.
      this.#show(frame, this.#queue.length < MOST_QUEUED);
    }
  }

  #show(frame: Frame, animated: boolean): void {
    const { stage, veiled, fresh } = this;
    const before = this.frame;
    const { steps, length, whole = false } = animated ? stage.plan(frame) : AT_ONCE;
    for (const step of steps) for (const key of step.keys) veiled.add(key);
    fresh.clear();
    this.frame = frame;
    stage.arrived(frame, before);
    if (steps.length === 0) {
      this.#settle(frame);
      return;
    }
    this.busy = true;
    this.#whole = whole;
    const at = (time: number, what: () => void): void => {
      this.#timers.push(setTimeout(what, time / stage.pace()));
    };
    for (const step of steps) {
      at(step.at, () => {
        for (const key of step.keys) {
          fresh.add(key);
          veiled.delete(key);
        }
        if (step.sound) stage.sound(step.sound);
      });
    }
    at(length, () => {
      this.#finish();
      this.#settle(frame);
      this.#next();
    });
  }

  #settle(frame: Frame): void {
    this.busy = false;
    this.stage.settled(frame);
  }

  #finish(): void {
    this.#timers.splice(0).forEach(clearTimeout);
    this.veiled.clear();
    this.busy = false;
    this.#whole = false;
  }
}
