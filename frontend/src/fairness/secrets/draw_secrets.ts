/**
 * The secrets that this browser gives to draws: sealed once I have a stake or a place, opened when
 * no stake can change any more.
 *
 * @module
 */

import type { Command } from "../../core/connection/socket";
import { hex } from "../../verify/crypto/bytes";
import { contributionHash } from "../../verify/contribution";
import type { Frame, OpenedShown, SealedShown } from "../../wire/types";
import { type SessionStore, StoredList } from "./stored_list";
import {
  preloadLocks,
  type Given,
  lockSecretOnce,
  isRoundNamed,
  withReceipt,
} from "./shoe_secrets";

export type DrawShown = NonNullable<Frame["floor"]["draw"]>;

/** A secret that was given to a draw, and everything that proves it. */
export interface Part extends Given {
  readonly draw: string;
}

const KEPT = 24;
/** Whoever holds no box draws a number from here on, as the house asks. */
export const STANDING = 1001;
const NUMBERS = 2 ** 15;

export class DrawSecrets {
  readonly #kept: StoredList<Part>;
  /** What went out since this page was loaded, so that each goes once. */
  readonly #sent = new Set<string>();

  constructor(drawer: SessionStore | null) {
    this.#kept = new StoredList(drawer, "sabot.parts", KEPT);
  }

  /** What this browser gave to a draw; `null` where nothing. */
  of(draw: string): Part | null {
    return this.#kept.all.find((each) => each.draw === draw) ?? null;
  }

  /** Keeps the house's receipt beside the secret that it is for. */
  received(receipt: SealedShown | OpenedShown): void {
    this.#kept.all = this.#kept.all.map((each) =>
      receipt.subject === `draw:${each.draw}` ? withReceipt(each, receipt) : each,
    );
  }

  /**
   * Returns what to send now, unasked; `null` when there is nothing to do. `may` says whether I have
   * chips on the layout or a box, `boxes` are those that I hold.
   */
  async next(draw: DrawShown, may: boolean, boxes: ReadonlySet<number>): Promise<Command | null> {
    const { id, stage } = draw;
    if (draw.contributions !== "full") return null;
    if (stage === "sealing" && may) {
      if (!this.#once(`seal/${id}`)) return null;
      // The one that was drawn before a reload may be on its way.
      const { seat, hash } = this.of(id) ?? (await this.#drawn(draw, boxes));
      return { kind: "table.seal_draw", draw: id, seat, hash };
    }
    const part = this.of(id);
    if (stage !== "opening" || !part || !isRoundNamed(part, draw.lock_round)) return null;
    if (!this.#once(`open/${id}`)) return null;
    const { seat, secret } = part;
    if (part.locked === undefined) return { kind: "table.open_draw", draw: id, seat, secret };
    const locked = await lockSecretOnce({ subject: "draw", id }, part, draw.lock_round);
    if (locked === null) {
      this.#sent.delete(`open/${id}`);
      return null;
    }
    this.#kept.all = this.#kept.all.map((each) => (each.draw === id ? { ...each, locked } : each));
    return { kind: "table.lock_draw", draw: id, seat, locked };
  }

  /** Forgets that a hash was sent: it was refused, and may be taken later. */
  again(draw: string): void {
    this.#sent.delete(`seal/${draw}`);
  }

  /** Draws a secret; it is kept before anything is sent. */
  async #drawn({ id: draw, lock_round }: DrawShown, boxes: ReadonlySet<number>): Promise<Part> {
    const secret = crypto.getRandomValues(new Uint8Array(32));
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    const standing = STANDING + ((number ?? 0) % (NUMBERS - STANDING));
    const seat = boxes.size > 0 ? Math.min(...boxes) : standing;
    const hash = await contributionHash(draw, seat, secret, null, "draw");
    const drawn = {
      draw,
      seat,
      secret: hex(secret),
      cut: null,
      hash,
      receipt: null,
      opening: null,
    };
    const part = lock_round === null ? drawn : { ...drawn, locked: null };
    if (lock_round !== null) void preloadLocks();
    this.#kept.all = [...this.#kept.all, part];
    return part;
  }

  #once(what: string): boolean {
    if (this.#sent.has(what)) return false;
    this.#sent.add(what);
    return true;
  }
}
