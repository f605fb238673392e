/** My chips: what I have, never ahead of the cards that made it, and what the session gave. */

import type { WalletShown } from "../../wire/types";

/** What a session began with, kept for the tab: since when, with how much. */
export class PlaySession {
  startedAt = Date.now();
  minutes = $state(0);
  startBalance = $state<number | null>(null);
  #key = "";

  /** Takes up the session of a player, or begins one; a visitor has none. */
  begin(you: string | null, balance: number | null): void {
    if (balance === null || this.startBalance !== null) return;
    this.#key = `sabot.session.${you}`;
    try {
      const stored = sessionStorage.getItem(this.#key);
      if (stored) {
        [this.startedAt, this.startBalance] = JSON.parse(stored) as [number, number];
        return;
      }
    } catch {
      // Without storage the session is this page.
    }
    this.#start(balance);
  }

  /** Chips that the house has given me are no winnings of the session. */
  grant(amount: number): void {
    this.#start((this.startBalance ?? 0) + amount);
  }

  tick(): void {
    this.minutes = Math.floor((Date.now() - this.startedAt) / 60_000);
  }

  #start(balance: number): void {
    this.startBalance = balance;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([this.startedAt, balance]));
    } catch {
      // See begin.
    }
  }
}

export class Wallet {
  balance = $state<number | null>(null);
  /** Minor units of my cash that go with my next stake, at the jeux de cercle. */
  notes = $state(0);
  /** Minor units in hand in colour chips. */
  hand = $state(0);
  /** My chips on the layout, in minor units; like the balance never ahead of what is shown. */
  inPlay = $state(0);
  /** Balances that are not shown yet: of the wallet, of my colour chips. */
  #ahead = new Map<WalletShown["of"], WalletShown>();

  constructor(
    private readonly practice: () => boolean,
    /** New practice chips were given. */
    private readonly renewed: () => void,
  ) {}

  /** Takes a balance: at once where nothing is being shown that made it, else when that is shown. */
  receive(message: WalletShown, atOnce: boolean): boolean {
    if (atOnce) this.#hold(message);
    else this.#ahead.set(message.of, message);
    return atOnce;
  }

  /** Takes over the balances up to the number of the table that is shown. */
  release(seq: number): void {
    for (const [of, ahead] of this.#ahead) {
      if (ahead.seq > seq) continue;
      this.#hold(ahead);
      this.#ahead.delete(of);
    }
  }

  /** Counts what lies of mine, unless a balance to match it is not shown yet. */
  count(staked: number): void {
    if (this.#ahead.size === 0) this.inPlay = Math.max(0, staked);
  }

  /** Takes the notes that go with a stake. */
  takeNotes(): number {
    const { notes } = this;
    this.notes = 0;
    return notes;
  }

  #hold({ of, balance }: WalletShown): void {
    const practice = this.practice();
    if (of === "colours") this.hand = balance;
    else if ((of === "practice") === practice) {
      // Nobody wins practice chips between two rounds: he had lost his, and has others.
      if (practice && balance > (this.balance ?? balance) && this.inPlay === 0) this.renewed();
      this.balance = balance;
    }
  }
}
