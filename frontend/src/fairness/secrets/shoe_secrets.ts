/**
 * The secrets that this browser gives to the shuffle: drawn here, sealed by a hash, opened when the
 * list is closed. They are kept over a reload, for who cannot open has contributed nothing.
 *
 * @module
 */

import type { Command } from "../../core/connection/socket";
import { hex } from "../../verify/crypto/bytes";
import { contributionHash } from "../../verify/contribution";
import type { Frame, OpenedShown, SealedShown } from "../../wire/types";
import { type SessionStore, StoredList } from "./stored_list";

export type Shuffling = NonNullable<Frame["floor"]["shuffling"]>;

/** A secret and everything that proves it was given. */
export interface Given {
  readonly seat: number;
  /** 32 bytes, lower-case hex. */
  readonly secret: string;
  /** Cards before the cut card; `null` for who does not cut. */
  readonly cut: number | null;
  readonly hash: string;
  /**
   * What is given in place of the secret where it is locked to the beacon's round, which opens it;
   * `null` until that is named. Without it the secret is opened by hand.
   */
  readonly locked?: string | null;
  /** The house's signed word that it took the hash. */
  readonly receipt: SealedShown | null;
  /** The house's signed word that the secret came in time. */
  readonly opening: OpenedShown | null;
}

export interface Contribution extends Given {
  readonly shoe: string;
}

/** Returns what was given with a receipt for it; as it is where the receipt is for another. */
export function withReceipt<T extends Given>(given: T, receipt: SealedShown | OpenedShown): T {
  if (given.hash !== receipt.hash) return given;
  return receipt.type === "sealed" ? { ...given, receipt } : { ...given, opening: receipt };
}

/**
 * Says whether a secret may go now: what was to be locked goes when its round is named, and never
 * by hand, whatever a frame says later.
 */
export function isRoundNamed({ locked }: Given, round: number | null): boolean {
  return locked === undefined || (round ?? 0) > 0;
}

/** Returns what to give in place of a secret, made once; `null` where it cannot be locked now. */
export async function lockSecretOnce(
  whose: { subject: "shoe" | "draw"; id: string },
  given: Given,
  round: number | null,
): Promise<string | null> {
  if (given.locked) return given.locked;
  try {
    const { locked } = await import("./locks");
    return await locked(whose, given, round ?? 0);
  } catch (error) {
    // The line was down: it is tried again with the next frame.
    console.error(error);
    return null;
  }
}

/** Fetches what locks, while there is time. */
export async function preloadLocks(): Promise<void> {
  try {
    (await import("./locks")).prepare();
  } catch {
    // It is fetched again when the round is named.
  }
}

const KEPT = 6;

export class ShoeSecrets {
  readonly #kept: StoredList<Contribution>;
  /** What went out since this page was loaded, so that each goes once. */
  #sent = new Set<string>();

  constructor(drawer: SessionStore | null) {
    this.#kept = new StoredList(drawer, "sabot.contributions", KEPT);
  }

  /** The contributions of a shoe, the newest last: who cut may have sealed without a cut before. */
  of(shoe: string): readonly Contribution[] {
    return this.#kept.all.filter((each) => each.shoe === shoe);
  }

  /** Draws a secret and returns the contribution; it is kept before anything is sent. */
  async draw(
    { shoe, lock_round }: Pick<Shuffling, "shoe" | "lock_round">,
    seat: number,
    cut: number | null,
  ): Promise<Contribution> {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const hash = await contributionHash(shoe, seat, secret, cut);
    const drawn = { shoe, seat, secret: hex(secret), cut, hash, receipt: null, opening: null };
    const made = lock_round === null ? drawn : { ...drawn, locked: null };
    if (lock_round !== null) void preloadLocks();
    this.#kept.all = [...this.#kept.all, made];
    return made;
  }

  /** Keeps the house's receipt beside the secret that it is for. */
  received(receipt: SealedShown | OpenedShown): void {
    this.#kept.all = this.#kept.all.map((each) =>
      receipt.subject === `shoe:${each.shoe}` ? withReceipt(each, receipt) : each,
    );
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
      const made = kept ?? (await this.draw(shuffling, Math.min(...mine), null));
      return { kind: "table.seal", box: made.seat, shoe, hash: made.hash };
    }
    if (stage === "opening") {
      const cuts = (each: Contribution): boolean =>
        each.seat === shuffling.cutter ? each.cut !== null : each.cut === null;
      const kept = this.of(shoe).findLast((each) => cuts(each) && this.#wanted(each, shuffling));
      if (!kept || !isRoundNamed(kept, shuffling.lock_round) || !this.#once(`open/${shoe}`))
        return null;
      const { seat, secret, cut } = kept;
      if (kept.locked === undefined) return { kind: "table.open", box: seat, shoe, secret, cut };
      const locked = await lockSecretOnce(
        { subject: "shoe", id: shoe },
        kept,
        shuffling.lock_round,
      );
      if (locked === null) {
        this.#sent.delete(`open/${shoe}`);
        return null;
      }
      this.#kept.all = this.#kept.all.map((each) => (each === kept ? { ...each, locked } : each));
      return { kind: "table.lock", box: seat, shoe, locked };
    }
    return null;
  }

  /** Returns the command that accepts the cut at a place; where another was sooner I seal after. */
  async cut(shuffling: Shuffling, box: number, cut: number): Promise<Command> {
    const { shoe } = shuffling;
    const { hash } = await this.draw(shuffling, box, cut);
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
}

/** The list of a shoe's contributions, as the log has it. */
export interface Listed {
  readonly hashes: readonly { hash: string; seat: number }[];
  readonly opened: readonly { seat: number; secret: string }[];
  /** What was locked in time; empty where the house was too late, and then nobody's counts. */
  readonly locked?: readonly unknown[];
}

/**
 * What became of a contribution: opened too late it is withheld, and the list still has it. The
 * house is convicted where it is absent, or dropped although a receipt says that it came in time.
 */
export type Standing = "listed" | "withheld" | "dropped" | "absent";

/** Says where a contribution stands in the log's list. */
export function standingOf(
  { seat, hash, secret, opening }: Given,
  { hashes, opened, locked }: Listed,
): Standing {
  if (!hashes.some((each) => each.seat === seat && each.hash === hash)) return "absent";
  const found = opened.some((each) => each.seat === seat && each.secret === secret);
  if (found) return "listed";
  return opening && locked?.length !== 0 ? "dropped" : "withheld";
}
