/**
 * What this browser has seen of a table's draws: what was promised, and what fell.
 *
 * Knows no page: it is given what every frame says. It pins a draw at first sight, and compares
 * what was shown with the draw's bundle once that is revealed.
 *
 * @module
 */

import type { Fallen, Fell } from "../../games/contract";
import type { DrawFacts, SeatFacts, ShoeFacts, Verdict } from "../../verify/verdict";
import type { Frame } from "../../wire/types";
import type { Alarm, Fault } from "./openings";
import type { DrawShown, Part } from "../secrets/draw_secrets";
import { type Listed, standingOf, type Standing } from "../secrets/shoe_secrets";

/** What of a draw never changes. */
export type DrawPin = Pick<
  DrawShown,
  "id" | "sequence" | "commitment" | "contributions" | "lock_round"
>;

/** A draw as this browser knows it. */
export interface KnownDraw {
  readonly pin: DrawPin;
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
    verdict.commitment !== pin.commitment ||
    verdict.contributions !== pin.contributions ||
    (verdict.opening === "timelock") !== (pin.lock_round !== null)
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

/** Whose secrets a draw has, and where mine stands; null where I gave none. */
export interface Counted {
  readonly sequence: number;
  readonly seats: readonly SeatFacts[];
  readonly mine: Part | null;
  readonly stands: Standing | null;
}

/** Returns what the log's entries in a bundle list. */
function listed(bundle: unknown): Listed {
  const { log } = bundle as { log: { entries: { entry: string }[] } };
  const facts = log.entries.map(({ entry }) => (JSON.parse(entry) as { facts: Listed }).facts);
  return Object.assign({ hashes: [], opened: [] }, ...facts) as Listed;
}

/** Returns a draw's bundle, checked; `null` where it is out of reach or not revealed yet. */
export type Load = (id: string) => Promise<{ verdict: Verdict; bundle: unknown } | null>;

export class Draws {
  readonly known = new Map<string, KnownDraw>();
  /** The draws from which something fell that was not compared yet, and how often it was tried. */
  #due = new Map<string, number>();
  /** The draws of the table by their numbers: each has one. */
  #numbers = new Map<number, string>();
  /** What the last frame showed. */
  #view: Frame["view"] | null = null;
  /** The draw that lies there now, or lay there last. */
  #last: DrawPin | null = null;

  constructor(
    private readonly raise: (alarm: Alarm) => void,
    private readonly load: Load,
    private readonly fell: Fell = () => null,
    /** What this browser gave to a draw. */
    private readonly gave: (draw: string) => Part | null = () => null,
    /** Told whose secrets a draw that was compared has. */
    private readonly counted: (draw: Counted) => void = () => {},
  ) {}

  /** Takes a frame; they must come one after the other, in their order. */
  hear({ floor, events, view }: Frame): void {
    const before = this.#view;
    this.#view = view;
    const fallen = events.map((event) => this.fell(event, view, before));
    this.take(floor.draw, fallen.find((each) => each !== null) ?? null);
  }

  /** Takes the draw that a frame promises, and what its events let fall. */
  take(draw: DrawPin | null, fell: Fallen | null): void {
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
    const mine = this.gave(known.pin.id);
    const stands = mine?.receipt && verdict.ok ? standingOf(mine, listed(bundle)) : null;
    const fault =
      drawDiffers(known, verdict) ??
      (stands === "absent" ? "not_listed" : stands === "dropped" ? "secret_dropped" : null);
    if (fault) this.#alarm(fault, known.pin, { fell: known.fell, bundle }, mine);
    else if (verdict.ok)
      this.counted({ sequence: known.pin.sequence, seats: verdict.seats, mine, stands });
    return fault;
  }

  /** Pins a draw, or compares it with its pin; says whether it is what was promised. */
  #pinned({ id, sequence, commitment, contributions, lock_round }: DrawPin): boolean {
    // That secrets are locked is pinned; to which round is told later.
    const locks = lock_round === null ? null : 0;
    const pin = { id, sequence, commitment, contributions, lock_round: locks };
    const before = this.known.get(id)?.pin;
    const other = this.#numbers.get(sequence) ?? id;
    if (!HASH.test(commitment)) {
      this.#alarm("not_promised", before ?? pin, { shown: pin });
      return false;
    }
    const kept =
      !before ||
      (before.sequence === sequence &&
        before.commitment === commitment &&
        before.contributions === contributions &&
        before.lock_round === locks);
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

  #alarm(fault: Fault, pinned: DrawPin | null, seen: unknown, mine: Part | null = null): void {
    this.raise({
      fault,
      sequence: pinned?.sequence ?? 0,
      card: null,
      evidence: { pinned, mine, seen },
    });
  }
}
