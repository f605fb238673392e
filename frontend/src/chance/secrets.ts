/**
 * The secrets that this browser gives to the shuffle: drawn here, sealed by a hash, opened when the
 * list is closed. They are kept over a reload, for who cannot open has contributed nothing.
 *
 * @module
 */

import type { Command } from "../core/socket";
import { hex } from "../verify/bytes";
import { contributionHash } from "../verify/contribution";
import type { Frame, SealedShown } from "../wire/types";

export type Shuffling = NonNullable<Frame["floor"]["shuffling"]>;

/** A secret and everything that proves it was given. */
export interface Contribution {
  readonly shoe: string;
  readonly seat: number;
  /** 32 bytes, lower-case hex. */
  readonly secret: string;
  /** Cards before the cut card; `null` for who does not cut. */
  readonly cut: number | null;
  readonly hash: string;
  /** The house's signed word that it took the hash. */
  readonly receipt: SealedShown | null;
}

/** Where contributions outlive a reload. */
export type Drawer = Pick<Storage, "getItem" | "setItem">;

const KEY = "sabot.contributions";
const KEPT = 6;

export class Secrets {
  #kept: Contribution[];
  /** What went out since this page was loaded, so that each goes once. */
  #sent = new Set<string>();

  constructor(private readonly drawer: Drawer | null) {
    this.#kept = [];
    try {
      const stored: unknown = JSON.parse(drawer?.getItem(KEY) ?? "[]");
      if (Array.isArray(stored)) this.#kept = stored as Contribution[];
    } catch {
      // Without storage a reload loses what is not opened yet.
    }
  }

  /** The contributions of a shoe, the newest last: who cut may have sealed without a cut before. */
  of(shoe: string): readonly Contribution[] {
    return this.#kept.filter((each) => each.shoe === shoe);
  }

  /** Draws a secret and returns the contribution; it is kept before anything is sent. */
  async draw(shoe: string, seat: number, cut: number | null): Promise<Contribution> {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const hash = await contributionHash(shoe, seat, secret, cut);
    const made = { shoe, seat, secret: hex(secret), cut, hash, receipt: null };
    this.#keep([...this.#kept, made]);
    return made;
  }

  /** Keeps the house's receipt beside the secret that it is for. */
  received(receipt: SealedShown): Contribution | null {
    const of = (each: Contribution): boolean =>
      each.hash === receipt.hash && receipt.subject === `shoe:${each.shoe}`;
    this.#keep(this.#kept.map((each) => (of(each) ? { ...each, receipt } : each)));
    return this.#kept.find(of) ?? null;
  }

  /**
   * Returns what to send now, unasked: a seal while the list is open, a secret once it is closed.
   * Whoever seals is not asked to cut any more, so it waits until the cut is decided or was
   * declined here; who `leaves` every cut to the dealer waits for nothing but an offer that he has
   * yet to decline. `null` when there is nothing to do.
   */
  async next(
    shuffling: Shuffling,
    mine: ReadonlySet<number>,
    leaves = false,
  ): Promise<Command | null> {
    const { shoe, stage, offered, cutter, declined, sealed } = shuffling;
    if (stage === "sealing") {
      const holds = (box: number): boolean => mine.has(box);
      const asks = offered.length > 0 && (!leaves || offered.some(holds));
      const waits = asks && !declined.some(holds);
      if (mine.size === 0 || waits || mine.has(cutter) || sealed.some(holds)) return null;
      if (!this.#once(`seal/${shoe}`)) return null;
      // The one that was drawn before a reload may be on its way.
      const kept = this.of(shoe).findLast((each) => each.cut === null && mine.has(each.seat));
      const made = kept ?? (await this.draw(shoe, Math.min(...mine), null));
      return { kind: "table.seal", box: made.seat, shoe, hash: made.hash };
    }
    if (stage === "opening") {
      const cuts = (each: Contribution): boolean =>
        each.seat === shuffling.cutter ? each.cut !== null : each.cut === null;
      const kept = this.of(shoe).findLast((each) => cuts(each) && this.#wanted(each, shuffling));
      if (!kept || !this.#once(`open/${shoe}`)) return null;
      const { seat, secret, cut } = kept;
      return { kind: "table.open", box: seat, shoe, secret, cut };
    }
    return null;
  }

  /** Returns the command that accepts the cut at a place; where another was sooner I seal after. */
  async cut(shoe: string, box: number, cut: number): Promise<Command> {
    const { hash } = await this.draw(shoe, box, cut);
    return { kind: "table.cut", box, shoe, hash };
  }

  #wanted(each: Contribution, { sealed, opened }: Shuffling): boolean {
    return sealed.includes(each.seat) && !opened.includes(each.seat);
  }

  #once(what: string): boolean {
    if (this.#sent.has(what)) return false;
    this.#sent.add(what);
    return true;
  }

  #keep(kept: Contribution[]): void {
    this.#kept = kept.slice(-KEPT);
    try {
      this.drawer?.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // See the constructor.
    }
  }
}

/** The list of a shoe's contributions, as the log has it. */
export interface Listed {
  readonly hashes: readonly { hash: string; seat: number }[];
  readonly opened: readonly { seat: number; secret: string }[];
}

/** What became of a contribution: opened too late it is withheld, and the list still has it. */
export type Standing = "listed" | "withheld" | "absent";

/** Says where a contribution stands in the log's list. */
export function standing(
  { seat, hash, secret }: Contribution,
  { hashes, opened }: Listed,
): Standing {
  if (!hashes.some((each) => each.seat === seat && each.hash === hash)) return "absent";
  const found = opened.some((each) => each.seat === seat && each.secret === secret);
  return found ? "listed" : "withheld";
}
