/**
 * One table's WebSocket: keeps it open, orders its frames, and sees every command answered.
 *
 * A command keeps the id it was first sent with and is sent again after a reconnect until a frame
 * names it as `cause` or a receipt answers it; the server makes it happen once.
 */

import type {
  Delta,
  Frame,
  OwnShown,
  Pong,
  PotsShown,
  ReceiptShown,
  SealedShown,
  Sent,
  WalletShown,
  Welcome,
  WritingsShown,
} from "../wire/types";
import { ServerClock } from "./clock";
import { changed } from "./deltas";
import { uuid7 } from "./ids";

export type Command = Sent["command"];
type Incoming =
  | Frame
  | Delta
  | Welcome
  | WalletShown
  | OwnShown
  | WritingsShown
  | SealedShown
  | ReceiptShown
  | PotsShown
  | Pong;

/** `expired` and `gone` are final; the others heal, `crowded` once another of my sockets closes. */
export type Link = "connecting" | "online" | "offline" | "crowded" | "expired" | "gone";

export interface Listener {
  welcome(message: Welcome): void;
  frame(frame: Frame): void;
  wallet(message: WalletShown): void;
  own(message: OwnShown): void;
  /** What I have handed in in writing at this table, and what was decided about it. */
  writings(message: WritingsShown): void;
  /** The house's receipt for a secret that I sealed. */
  sealed(message: SealedShown): void;
  receipt(message: ReceiptShown, command: Command | undefined): void;
  /** A command was carried out; its frame was overtaken and is not handed on. */
  settled(cause: string): void;
  /** Other tables changed the pots that this one plays for too. */
  pots(message: PotsShown): void;
  link(link: Link, rtt: number | null): void;
}

/** Where the messages of a table come from, and its commands go to. */
export interface Source {
  /** The server's clock, milliseconds since 1970. */
  readonly clock: { now(): number };
  connect(): void;
  stop(): void;
  /** Sends a command and returns its id. */
  send(command: Command): string;
}

/** What of a browser's WebSocket this module uses. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

const PING_EVERY = 4000;
const SILENCE = 11_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

const SESSION_EXPIRED = 4401;
const FOREIGN_ORIGIN = 4403;
const NO_SUCH_TABLE = 4404;
const FLOOD = 4429;
const TOO_MANY_SOCKETS = 4430;

/** How often a command that the house is too busy for is sent again, and the first wait (ms). */
const BUSY_TRIES = 5;
const BUSY_WAIT = 400;
/** After which a command whose answer may be lost is asked for again, the first time (ms). */
const DOUBT_WAIT = 1000;
const MOST_DOUBTS = 4;

export class TableSocket implements Source {
  readonly clock = new ServerClock();
  #wire: Wire | null = null;
  #pending = new Map<string, Command>();
  #busy = new Map<string, number>();
  /** What is asked for again runs already, and how often that was done since the last answer. */
  #doubting = false;
  #doubts = 0;
  #seq = -1;
  /** The frame that came last on this socket, in whatever order it was published. */
  #last: Frame | null = null;
  #resync = true;
  #tries = 0;
  #heardAt = 0;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #pings = 0;
  #pingAt = new Map<number, number>();
  #stopped = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly open: (url: string) => Wire = (url) => new WebSocket(url) as unknown as Wire,
  ) {}

  connect(): void {
    this.#stopped = false;
    this.#drop();
    this.listener.link("connecting", null);
    const wire = this.open(this.url);
    this.#wire = wire;
    wire.onopen = () => {
      this.#heardAt = Date.now();
      this.#resync = true;
    };
    wire.onmessage = (event) => {
      if (this.#wire === wire && typeof event.data === "string") this.#take(event.data);
    };
    wire.onclose = (event) => {
      if (this.#wire === wire) this.#closed(event.code);
    };
  }

  /** Closes for good. */
  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  /** Sends a command and returns its id. */
  send(command: Command): string {
    const id = uuid7();
    this.#pending.set(id, command);
    this.#transmit({ id, command });
    return id;
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  #transmit(message: Sent | { ping: number }): void {
    if (this.#wire && !this.#resync) this.#wire.send(JSON.stringify(message));
  }

  #take(text: string): void {
    this.#heardAt = Date.now();
    const message = JSON.parse(text) as Incoming;
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "frame":
        this.#framed(message);
        break;
      case "delta":
        // It changes a frame that never came: seen anew, the table is whole.
        if (this.#last?.seq === message.since) this.#framed(changed(this.#last, message));
        else this.#closed(1006);
        break;
      case "wallet":
        this.listener.wallet(message);
        break;
      case "own":
        this.listener.own(message);
        break;
      case "writings":
        this.listener.writings(message);
        break;
      case "sealed":
        this.listener.sealed(message);
        break;
      case "pots":
        this.listener.pots(message);
        break;
      case "receipt": {
        const command = this.#pending.get(message.cause);
        if (command && message.refused?.code === "busy" && this.#again(message.cause)) break;
        this.#doubts = 0;
        this.#busy.delete(message.cause);
        this.#pending.delete(message.cause);
        this.listener.receipt(message, command);
        break;
      }
      case "pong": {
        const sentAt = this.#pingAt.get(message.ping);
        if (sentAt === undefined) break;
        this.#pingAt.clear();
        this.clock.sample(sentAt, Date.now(), message.now);
        this.listener.link("online", this.clock.rtt);
        break;
      }
    }
  }

  #welcomed(message: Welcome): void {
    this.#tries = 0;
    this.#resync = false;
    this.#seq = -1;
    this.#last = null;
    this.clock.hint(message.now);
    this.listener.welcome(message);
    this.listener.link("online", this.clock.rtt);
    this.#ask();
    this.#ping();
    // The first exchanges set the clock; the later ones watch the line.
    for (const wait of [300, 900]) this.#timers.push(setTimeout(() => this.#ping(), wait));
    this.#timers.push(setInterval(() => this.#watch(), PING_EVERY));
  }

  #framed(frame: Frame): void {
    this.#last = frame;
    if (frame.cause !== null && this.#pending.delete(frame.cause)) {
      this.#busy.delete(frame.cause);
      this.#doubts = 0;
    }
    const again = frame.events.length === 0;
    // A frame without events is the whole truth again, whatever its number.
    if (frame.seq < this.#seq || (frame.seq === this.#seq && !again)) {
      if (frame.cause !== null) this.listener.settled(frame.cause);
      return;
    }
    this.#seq = frame.seq;
    this.listener.frame(frame);
    // It may stand for a frame that was lost and that would have named a command of mine.
    if (again && frame.cause === null) this.#doubt();
  }

  /**
   * Asks again, after a while, for what has no answer by then: the server tells what became of it.
   * Most answers are only on their way, so the wait doubles until one comes.
   */
  #doubt(): void {
    if (this.#doubting || this.#pending.size === 0) return;
    this.#doubting = true;
    const asked = [...this.#pending];
    const wait = DOUBT_WAIT * 2 ** Math.min(this.#doubts, MOST_DOUBTS);
    this.#doubts += 1;
    this.#timers.push(
      setTimeout(
        () => {
          this.#doubting = false;
          for (const [id, command] of asked)
            // What was too busy comes again by itself.
            if (this.#pending.has(id) && !this.#busy.has(id)) this.#transmit({ id, command });
        },
        wait * (0.7 + 0.6 * Math.random()),
      ),
    );
  }

  /** Sends what has no answer yet; the server carries it out once. */
  #ask(): void {
    for (const [id, command] of this.#pending) this.#transmit({ id, command });
  }

  /** Sends a command that was not begun once more, after a while; false when that was tried enough. */
  #again(id: string): boolean {
    const tries = this.#busy.get(id) ?? 0;
    if (tries >= BUSY_TRIES) return false;
    this.#busy.set(id, tries + 1);
    const wait = BUSY_WAIT * 2 ** tries * (0.7 + 0.6 * Math.random());
    this.#timers.push(
      setTimeout(() => {
        const command = this.#pending.get(id);
        if (command) this.#transmit({ id, command });
      }, wait),
    );
    return true;
  }

  #ping(): void {
    const ping = ++this.#pings;
    this.#pingAt.set(ping, Date.now());
    this.#transmit({ ping });
  }

  #watch(): void {
    if (Date.now() - this.#heardAt > SILENCE) {
      // A dead line does not close by itself.
      this.#closed(1006);
      return;
    }
    this.#ping();
  }

  #closed(code: number): void {
    this.#drop();
    if (this.#stopped) return;
    if (code === SESSION_EXPIRED) return this.listener.link("expired", null);
    if (code === NO_SUCH_TABLE || code === FOREIGN_ORIGIN) return this.listener.link("gone", null);
    this.listener.link(code === TOO_MANY_SOCKETS ? "crowded" : "offline", null);
    const base =
      code === FLOOD || code === TOO_MANY_SOCKETS
        ? LONGEST_WAIT
        : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    const wait = base * (0.7 + 0.6 * Math.random());
    this.#timers.push(setTimeout(() => this.connect(), wait));
  }

  #drop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#pingAt.clear();
    this.#doubting = false;
    const wire = this.#wire;
    this.#wire = null;
    this.#resync = true;
    if (wire) {
      wire.onclose = null;
      wire.onmessage = null;
      wire.close();
    }
  }
}
