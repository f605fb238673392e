/**
 * What this browser has seen of a table's draws: what was promised, and what fell.
 *
 * Knows no page: it is given what every frame says. It pins a draw at first sight, and compares
 * what was shown with the draw's bundle once that is revealed.
 *
 * @module
 */

import type { Fallen, Fell } from "../games/contract";
import type { DrawFacts, ShoeFacts, Verdict } from "../verify/verdict";
import type { Frame } from "../wire/types";
import type { Alarm, Fault } from "./openings";

export type DrawShown = NonNullable<Frame["floor"]["draw"]>;

/** A draw as this browser knows it. */
export interface KnownDraw {
  readonly pin: DrawShown;
  /** What was shown to have fallen from it; `null` while nothing was. */
  readonly fell: Fallen | null;
}

const HASH = /^[0-9a-f]{64}$/;
const KEPT = 24;
/** How often the bundle of a draw is asked for before it is given up: it may not be revealed yet. */
const TRIES = 5;
/** The bundles of draws as they are made today: promise and reveal stand in the log. */
const VERSION = 3;

/** Returns where a revealed draw is another than the one that was seen; `null` nowhere. */
export function drawDiffers(known: KnownDraw, verdict: Verdict): Fault | null {
  if (!verdict.ok) return "draw_differs";
  const { pin, fell } = known;
  if (
    !isDraw(verdict) ||
    verdict.version !== VERSION ||
    verdict.id !== pin.id ||
    verdict.sequence !== pin.sequence ||
    verdict.commitment !== pin.commitment
  )
    return "draw_changed";
  if (!fell) return null;
  const { values } = verdict;
  const shown = fell.every((value, at) => value === null || value === values?.[at]);
  return values !== null && shown ? null : "draw_differs";
}

function isDraw(facts: ShoeFacts | DrawFacts): facts is DrawFacts {
  return facts.kind === "draw";
}

/** Returns a draw's bundle, checked; `null` where it is out of reach or not revealed yet. */
export type Load = (id: string) => Promise<{ verdict: Verdict; bundle: unknown } | null>;

export class Draws {
  readonly known = new Map<string, KnownDraw>();
  /** The draws from which something fell that was not compared yet, and how often it was tried. */
  #due = new Map<string, number>();
  /** The draws of the table by their numbers: each has one. */
  #numbers = new Map<number, string>();
  /** The draw that lies there now, or lay there last. */
  #last: DrawShown | null = null;

  constructor(
    private readonly raise: (alarm: Alarm) => void,
    private readonly load: Load,
    private readonly fell: Fell = () => null,
  ) {}

  /** Takes a frame; they must come one after the other, in their order. */
  hear({ floor, events, view }: Frame): void {
    const fallen = events.map((event) => this.fell(event, view));
    this.take(floor.draw, fallen.find((each) => each !== null) ?? null);
  }

  /** Takes the draw that a frame promises, and what its events let fall. */
  take(draw: DrawShown | null, fell: Fallen | null): void {
    if (draw && !this.#pinned(draw)) return;
    if (!fell) return;
    // The frame in which something falls has the draw no more where that ended the round.
    const from = this.#last;
    if (!from) return this.#alarm("not_promised", null, { fell });
    const known = this.known.get(from.id);
    if (known?.fell) return this.#alarm("draw_changed", from, { before: known.fell, fell });
    this.known.set(from.id, { pin: from, fell });
    this.#due.set(from.id, 0);
  }

  /** Compares what has fallen longest ago with its bundle, once another draw is promised. */
  async settle(): Promise<void> {
    const due = [...this.#due].find(([id]) => id !== this.#last?.id);
    if (!due) return;
    const [id, tries] = due;
    this.#due.delete(id);
    const known = this.known.get(id);
    if (!known) return;
    const revealed = await this.load(id).catch(() => null);
    if (revealed) this.compare(known, revealed.verdict, revealed.bundle);
    else if (tries + 1 < TRIES) this.#due.set(id, tries + 1);
  }

  /** Raises the alarm where the bundle of a draw that was seen is not what was shown. */
  compare(known: KnownDraw, verdict: Verdict, bundle: unknown): Fault | null {
    const fault = drawDiffers(known, verdict);
    if (fault) this.#alarm(fault, known.pin, { fell: known.fell, bundle });
    return fault;
  }

  /** Pins a draw, or compares it with its pin; says whether it is what was promised. */
  #pinned({ id, sequence, commitment }: DrawShown): boolean {
    const pin = { id, sequence, commitment };
    const before = this.known.get(id)?.pin;
    const other = this.#numbers.get(sequence) ?? id;
    if (!HASH.test(commitment)) {
      this.#alarm("not_promised", before ?? pin, { shown: pin });
      return false;
    }
    const kept = !before || (before.sequence === sequence && before.commitment === commitment);
    if (!kept || other !== id || sequence < (this.#last?.sequence ?? 0)) {
      this.#alarm("draw_changed", before ?? this.#last, { shown: pin });
      return false;
    }
    if (!before) {
      this.known.set(id, { pin, fell: null });
      this.#numbers.set(sequence, id);
      for (const old of [...this.known.keys()].slice(0, -KEPT)) this.known.delete(old);
    }
    this.#last = pin;
    return true;
  }

  #alarm(fault: Fault, pinned: DrawShown | null, seen: unknown): void {
    this.raise({
      fault,
      sequence: pinned?.sequence ?? 0,
      card: null,
      evidence: { pinned, seen },
    });
  }
}
