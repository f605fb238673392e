/** The socket of a live page of the office: hears the page, and comes back when it is lost. */

/** The live part of a page, as the house renders it for who reads it. */
export interface Part {
  html: string;
  /** How much waits for who reads it. */
  count: number;
  announcement: string;
}

/** `signed_out` and `forbidden` are final; the others heal. */
export type Line = "live" | "off" | "crowded" | "signed_out" | "forbidden";

export interface Reader {
  part(part: Part): void;
  line(line: Line): void;
}

/** What of a browser's WebSocket this module uses. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

type Message = ({ type: "page" } & Part) | { type: "pong"; ping: number };

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** How often the line is tried, and how long an answer is waited for (ms). */
const PINGS = 25_000;
const PATIENCE = 10_000;
/** The longest that the page is waited for once a line is opened (ms). */
const OPENS_WITHIN = 20_000;
const SERVICE_RESTART = 1012;
/** The house is too busy, or without its database: the first wait is four times as long. */
const TRY_AGAIN_LATER = 4013;
const SIGNED_OUT = 4401;
const FORBIDDEN = 4403;
const NO_SUCH_PAGE = 4404;
const FLOOD = 4429;
const TOO_MANY = 4430;

export class OfficeSocket {
  #wire: Wire | null = null;
  #tries = 0;
  #pings = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly url: string,
    private readonly reader: Reader,
    private readonly open: (url: string) => Wire = (url) => new WebSocket(url) as unknown as Wire,
  ) {}

  connect(): void {
    this.#drop();
    const wire = this.open(this.url);
    this.#wire = wire;
    this.#later(OPENS_WITHIN, () => this.#closed(1006));
    wire.onmessage = ({ data }) => {
      if (this.#wire === wire && typeof data === "string") this.#take(JSON.parse(data) as Message);
    };
    wire.onclose = ({ code }) => {
      if (this.#wire === wire) this.#closed(code);
    };
  }

  /** Closes for good. */
  stop(): void {
    this.#drop();
  }

  #take(message: Message): void {
    // Whatever is heard: the line is there.
    this.#forget();
    this.#later(PINGS, () => this.#ping());
    if (message.type !== "page") return;
    this.#tries = 0;
    this.reader.line("live");
    this.reader.part(message);
  }

  /** Asks for an answer: a line that is dead does not close by itself. */
  #ping(): void {
    this.#pings += 1;
    this.#wire?.send(JSON.stringify({ ping: this.#pings }));
    this.#later(PATIENCE, () => this.#closed(1006));
  }

  #closed(code: number): void {
    this.#drop();
    if (code === SIGNED_OUT) return this.reader.line("signed_out");
    if (code === FORBIDDEN || code === NO_SUCH_PAGE) return this.reader.line("forbidden");
    this.#tries += 1;
    // The process is going; another one is there. Who is sent away does not hear that it is off.
    if (code !== SERVICE_RESTART || this.#tries > 1)
      this.reader.line(code === TOO_MANY ? "crowded" : "off");
    const base =
      code === FLOOD || code === TOO_MANY
        ? LONGEST_WAIT
        : Math.min(
            LONGEST_WAIT,
            FIRST_WAIT * (code === TRY_AGAIN_LATER ? 4 : 1) * 2 ** (this.#tries - 1),
          );
    // By chance: those who were sent away together must not come back together.
    this.#later(base * (0.7 + 0.6 * Math.random()), () => this.connect());
  }

  #later(wait: number, then: () => void): void {
    this.#timers.push(setTimeout(then, wait));
  }

  #forget(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  #drop(): void {
    this.#forget();
    const wire = this.#wire;
    this.#wire = null;
    if (wire) {
      wire.onclose = wire.onmessage = null;
      wire.close();
    }
  }
}
