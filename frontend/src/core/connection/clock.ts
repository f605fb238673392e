/** The server's clock, seen from here: the offset of the exchange with the shortest round trip. */

interface Sample {
  rtt: number;
  offset: number;
}

const KEPT = 12;

export class ServerClock {
  #samples: Sample[] = [];

  constructor(private readonly local: () => number = Date.now) {}

  /** Takes the server's time from a message that had no question, as a rough first guess. */
  hint(serverNow: number): void {
    if (this.#samples.length === 0) {
      this.#samples.push({ rtt: Number.POSITIVE_INFINITY, offset: serverNow - this.local() });
    }
  }

  /** Takes one answered ping; all times in milliseconds. */
  sample(sentAt: number, receivedAt: number, serverNow: number): void {
    const rtt = Math.max(0, receivedAt - sentAt);
    this.#samples.push({ rtt, offset: serverNow - (sentAt + rtt / 2) });
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  /** Returns the server's time now, in milliseconds since 1970. */
  now(): number {
    return this.local() + this.offset;
  }

  get offset(): number {
    let best: Sample | undefined;
    for (const each of this.#samples) if (!best || each.rtt <= best.rtt) best = each;
    return best?.offset ?? 0;
  }

  /** The last round trip in milliseconds; `null` before the first answer. */
  get rtt(): number | null {
    const last = this.#samples.at(-1);
    return last && Number.isFinite(last.rtt) ? Math.round(last.rtt) : null;
  }
}
