/** A round of the past at the table: its frames come from its record instead of a socket. */

import type { Language } from "../../core/i18n";
import type { Command, Listener, Source } from "../../core/connection/socket";
import type { Game } from "../../games/contract";
import type { TableInfo } from "../../games/table";
import type { Frame, OwnShown } from "../../wire/types";
import { TableStore } from "../store/table_store.svelte";

export interface Step {
  readonly frame: Frame;
  /** What was the reader's own then; `null` for a stranger. */
  readonly own: OwnShown | null;
  /** What happened, in sentences. */
  readonly told: readonly string[];
}

/** A round as the page was served with it. */
export interface Replayed {
  readonly info: TableInfo;
  readonly number: number;
  readonly opened_at: string;
  /** The house's time zone, by its IANA name. */
  readonly zone: string;
  /** Where the round is told. */
  readonly page: string;
  readonly you: string | null;
  readonly steps: readonly Step[];
}

/** Says what the record says; nothing can be sent to the past. */
class Recording implements Source {
  #now = 0;
  readonly clock = { now: () => this.#now };

  constructor(
    private readonly you: string | null,
    private readonly listener: Listener,
  ) {}

  connect(): void {
    this.listener.link("online", null);
  }

  stop(): void {
    // Nothing was opened.
  }

  send(_: Command): string {
    return "";
  }

  /** Shows the table as somebody finds it who comes at this step. */
  find(step: Step): void {
    this.listener.welcome({
      type: "welcome",
      you: this.you,
      name: "",
      balance: null,
      currency: "",
      now: step.frame.now,
      wishes: false,
      chat: "off",
    });
    this.#say(step, { ...step.frame, events: [] });
  }

  /** Shows the step to somebody who has seen the one before. */
  follow(step: Step): void {
    this.#say(step, step.frame);
  }

  #say(step: Step, frame: Frame): void {
    this.#now = frame.now;
    this.listener.frame(frame);
    if (step.own) this.listener.own(step.own);
  }
}

export const SPEEDS = [1, 2, 4] as const;
/** How long a step that was thought over is waited for at least and at most, in milliseconds. */
const PAUSE = { least: 700, most: 2500 };
/** How often the player looks whether the next step is due, in milliseconds. */
const BEAT = 50;

export class ReplayStore extends TableStore {
  readonly steps: readonly Step[];
  at = $state(0);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  #recording: Recording;
  #waited = 0;

  constructor(
    readonly replayed: Replayed,
    game: Game,
    language: Language,
  ) {
    let recording: Recording | null = null;
    super(replayed.info, game, language, (listener) => {
      recording = new Recording(replayed.you, listener);
      return recording;
    });
    this.steps = replayed.steps;
    this.#recording = recording as unknown as Recording;
    this.feed.attach(null);
  }

  override start(): () => void {
    const stop = super.start();
    this.go(0);
    const beat = setInterval(() => this.#beat(), BEAT);
    return () => {
      clearInterval(beat);
      stop();
    };
  }

  /** Nobody sits down in the past, nor stakes. */
  override get seating(): boolean {
    return false;
  }

  override send(_: Command): string {
    return "";
  }

  protected override get pace(): number {
    return this.speed;
  }

  get happened(): readonly string[] {
    return this.steps[this.at]?.told ?? [];
  }

  /** Shows a step: the next one as it happened, any other as it was found. */
  go(to: number): void {
    const wanted = Math.max(0, Math.min(this.steps.length - 1, to));
    const step = this.steps[wanted];
    if (!step || (wanted === this.at && this.frame)) return;
    const next = wanted === this.at + 1;
    this.at = wanted;
    this.#waited = 0;
    this.frames.skip();
    if (next) this.#recording.follow(step);
    else this.#recording.find(step);
    if (wanted === this.steps.length - 1) this.playing = false;
  }

  toggle(): void {
    if (!this.playing && this.at === this.steps.length - 1) this.go(0);
    this.playing = !this.playing;
    this.#waited = 0;
  }

  #beat(): void {
    if (!this.playing || this.busy) return;
    this.#waited += BEAT * this.speed;
    const here = this.steps[this.at];
    const next = this.steps[this.at + 1];
    if (!here || !next) return;
    const thought = next.frame.now - here.frame.now;
    if (this.#waited < Math.max(PAUSE.least, Math.min(PAUSE.most, thought))) return;
    this.go(this.at + 1);
  }
}
