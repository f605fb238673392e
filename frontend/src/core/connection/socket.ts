/**
 * One table's WebSocket: keeps it open, orders its frames, and sees every command answered.
 *
 * A command keeps the id it was first sent with and is sent again after a reconnect until a frame
 * names it as `cause` or a receipt answers it; the server makes it happen once.
 */

import type {
  Beat,
  BulletinsShown,
  ChatShown,
  DecisionShown,
  Delta,
  Frame,
  OwnShown,
  Pong,
  PotsShown,
  ReceiptShown,
  OpenedShown,
  SealedShown,
  Sent,
  WalletShown,
  Welcome,
  WritingsShown,
} from "../../wire/types";
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
  | OpenedShown
  | ReceiptShown
  | PotsShown
  | BulletinsShown
  | ChatShown
  | DecisionShown
  | Pong
  | Beat;

/** `expired` and `gone` are final; the others heal, `crowded` once another of my sockets closes. */
export type Link = "connecting" | "online" | "offline" | "crowded" | "expired" | "gone";

export interface Listener {
  welcome(message: Welcome): void;
  frame(frame: Frame): void;
  wallet(message: WalletShown): void;
  own(message: OwnShown): void;
  /** What I have handed in in writing at this table, and what was decided about it. */
  writings(message: WritingsShown): void;
  /** The house's receipt for a secret that I sealed, or opened. */
  signed(message: SealedShown | OpenedShown): void;
  receipt(message: ReceiptShown, command: Command | undefined): void;
  /** A command was carried out; its frame was overtaken and is not handed on. */
  settled(cause: string): void;
  /** A command that had no answer is not sent again: what it was about is over. */
  lapsed(id: string): void;
  /** Other tables changed the pots that this one plays for too. */
  pots(message: PotsShown): void;
  /** What the house tells players here has changed. */
  bulletins(message: BulletinsShown): void;
  /** Somebody says something at the table, or what may be said there has changed. */
  chat(message: ChatShown): void;
  /** A dispute that concerns me was decided. */
  decision(message: DecisionShown): void;
  link(link: Link, rtt: number | null): void;
}

/** Where the messages of a table come from, and its commands go to. */
export interface Source {
  /** The server's clock, milliseconds since 1970. */
  readonly clock: { now(): number };
  connect(): void;
  stop(): void;
  /** Sends a command and returns its id; `notes` of my cash are changed at once for a stake. */
  send(command: Command, notes?: number): string;
}

/** What of a browser's WebSocket this module uses. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** How often the line is looked at, and how much later it shows that the page itself slept (ms). */
const LOOK = 100;
const SLEPT = 1500;
/** The longest that a house which is there says nothing. */
const QUIET = 1000;
/** How much longer is waited before the line counts as lost; longer where the house is slow. */
const PATIENCE = 800;
const LONGEST_PATIENCE = 4000;
/** After which silence the line is given up, and a new one made. */
const DEAD = 6000;
/** When the house is asked for its clock after it let me in, and how often later (ms). */
const FIRST_PINGS = [300, 900];
const PINGS = 30_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** The process that I am connected to ends; another one is there, or soon will be. */
const SERVICE_RESTART = 1012;
/** The longest that I wait before I go there: not all who were sent away come at once (ms). */
const MOVES_WITHIN = 500;
/** The house is too busy, or without its database: the first wait is five times as long. */
const TRY_AGAIN_LATER = 4013;
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

/** A command as it is sent: most have no notes with them. */
type Message = Omit<Sent, "notes"> & Partial<Sent>;

/** A command without an answer, and the situation in which it was given. */
interface Pending {
  readonly message: Message;
  readonly about: string;
  /** It was sent once more: a refusal without a look at its receipt is no answer to the first. */
  repeated: boolean;
}

/** Returns what a decision is about: given in another situation it would be another one. */
function situation({ floor, view }: Frame): string {
  return JSON.stringify([floor.round, view.phase, "turn" in view ? view.turn : null]);
}

export class TableSocket implements Source {
  readonly clock = new ServerClock();
  #wire: Wire | null = null;
  #pending = new Map<string, Pending>();
  #busy = new Map<string, number>();
  /** What is asked for again runs already, and how often that was done since the last answer. */
  #doubting = false;
  #doubts = 0;
  #seq = -1;
  /** The frame that came last on this socket, in whatever order it was published. */
  #last: Frame | null = null;
  #about = "";
  #resync = true;
  /** What the line before left without an answer; sent again, or not, with the first frame. */
  #left: [string, Pending][] = [];
  #tries = 0;
  /** I was sent to another process, and am not told to be offline unless that takes long. */
  #moving = false;
  #heardAt = 0;
  #lookedAt = 0;
  /** The line is open, and nothing was heard for too long. */
  #mute = false;
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
    // A house that lets me in and says nothing is none.
    this.#timers.push(setTimeout(() => this.#closed(1006), LONGEST_WAIT));
    if (this.#moving) {
      const offline = () => this.listener.link("offline", null);
      this.#timers.push(setTimeout(offline, QUIET + PATIENCE));
    }
    wire.onopen = () => {
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

  /** The browser has lost its network; the house may be on this side of it, and is heard then. */
  lost(): void {
    if (this.#wire && !this.#resync && !this.#mute) this.#muted();
  }

  /** The browser has a network again: no try is waited for. */
  found(): void {
    if (this.#stopped || (this.#wire && !this.#mute)) return;
    this.#tries = 0;
    this.connect();
  }

  /** Sends a command and returns its id. */
  send(command: Command, notes = 0): string {
    const id = uuid7();
    const message = { id, command, ...(notes && { notes }) };
    this.#pending.set(id, { message, about: this.#about, repeated: false });
    this.#transmit(message);
    return id;
  }

  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  #transmit(message: Message | { ping: number }): void {
    if (this.#wire && !this.#resync) this.#wire.send(JSON.stringify(message));
  }

  #repeat(pending: Pending): void {
    pending.repeated = true;
    this.#transmit(pending.message);
  }

  #take(text: string): void {
    this.#heardAt = Date.now();
    if (this.#mute) {
      this.#mute = false;
      this.listener.link("online", this.clock.rtt);
    }
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
      case "opened":
        this.listener.signed(message);
        break;
      case "pots":
        this.listener.pots(message);
        break;
      case "bulletins":
        this.listener.bulletins(message);
        break;
      case "chat":
        this.listener.chat(message);
        break;
      case "decision":
        this.listener.decision(message);
        break;
      case "receipt": {
        const pending = this.#pending.get(message.cause);
        const command = pending?.message.command;
        // A second sending may be too late for a turn, or too soon after others, when the first
        // was carried out already.
        const code = message.refused?.code;
        const unread = code === "busy" || (code === "too_fast" && (!pending || pending.repeated));
        if (unread && (!pending || this.#again(message.cause))) break;
        this.#doubts = 0;
        this.#busy.delete(message.cause);
        this.#pending.delete(message.cause);
        if (message.signed) this.listener.signed(message.signed);
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
      case "beat":
        break;
    }
  }

  #welcomed(message: Welcome): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#tries = 0;
    this.#moving = false;
    this.#resync = false;
    this.#seq = -1;
    this.#last = null;
    this.clock.hint(message.now);
    this.#left = [...this.#pending];
    this.listener.welcome(message);
    this.listener.link("online", this.clock.rtt);
    this.#ping();
    for (const wait of FIRST_PINGS) this.#timers.push(setTimeout(() => this.#ping(), wait));
    this.#timers.push(setInterval(() => this.#ping(), PINGS));
    this.#lookedAt = Date.now();
    this.#timers.push(setInterval(() => this.#watch(), LOOK));
  }

  #framed(frame: Frame): void {
    this.#last = frame;
    this.#about = situation(frame);
    if (frame.cause !== null && this.#pending.delete(frame.cause)) {
      this.#busy.delete(frame.cause);
      this.#doubts = 0;
    }
    this.#ask();
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
          for (const [id, pending] of asked)
            // What was too busy comes again by itself.
            if (this.#pending.has(id) && !this.#busy.has(id)) this.#repeat(pending);
        },
        wait * (0.7 + 0.6 * Math.random()),
      ),
    );
  }

  /**
   * Sends on a new line what has no answer yet; the server carries it out once. A decision whose
   * situation is over is not sent again: another one would be met by it.
   */
  #ask(): void {
    for (const [id, pending] of this.#left) {
      if (!this.#pending.has(id)) continue;
      if (pending.about === this.#about || pending.message.command.kind.startsWith("table.")) {
        this.#repeat(pending);
      } else {
        this.#pending.delete(id);
        this.#busy.delete(id);
        this.listener.lapsed(id);
      }
    }
    this.#left = [];
  }

  /** Sends a command that was not begun once more, after a while; false when that was tried enough. */
  #again(id: string): boolean {
    const tries = this.#busy.get(id) ?? 0;
    if (tries >= BUSY_TRIES) return false;
    this.#busy.set(id, tries + 1);
    const wait = BUSY_WAIT * 2 ** tries * (0.7 + 0.6 * Math.random());
    this.#timers.push(
      setTimeout(() => {
        const pending = this.#pending.get(id);
        if (pending) this.#repeat(pending);
      }, wait),
    );
    return true;
  }

  #ping(): void {
    const ping = ++this.#pings;
    this.#pingAt.set(ping, Date.now());
    this.#transmit({ ping });
  }

  /** Says when nothing was heard for too long. */
  #watch(): void {
    const now = Date.now();
    // What came while the page slept has not been looked at either.
    if (now - this.#lookedAt > SLEPT) this.#heardAt = now;
    this.#lookedAt = now;
    const silent = now - this.#heardAt;
    if (silent > DEAD) {
      // A dead line does not close by itself.
      this.#closed(1006);
    } else if (!this.#mute && silent >= QUIET + this.#patience) {
      this.#muted();
    }
  }

  get #patience(): number {
    return Math.min(LONGEST_PATIENCE, Math.max(PATIENCE, 2 * (this.clock.rtt ?? 0)));
  }

  #muted(): void {
    this.#mute = true;
    this.listener.link("offline", null);
  }

  #closed(code: number): void {
    this.#drop();
    if (this.#stopped) return;
    if (code === SESSION_EXPIRED) return this.listener.link("expired", null);
    if (code === NO_SUCH_TABLE || code === FOREIGN_ORIGIN) return this.listener.link("gone", null);
    this.#moving = code === SERVICE_RESTART && this.#tries === 0;
    this.#tries += 1;
    if (this.#moving) {
      this.#timers.push(setTimeout(() => this.connect(), MOVES_WITHIN * Math.random()));
      return;
    }
    this.listener.link(code === TOO_MANY_SOCKETS ? "crowded" : "offline", null);
    const base =
      code === FLOOD || code === TOO_MANY_SOCKETS
        ? LONGEST_WAIT
        : Math.min(
            LONGEST_WAIT,
            FIRST_WAIT * (code === TRY_AGAIN_LATER ? 5 : 1) * 2 ** (this.#tries - 1),
          );
    const wait = base * (0.7 + 0.6 * Math.random());
    this.#timers.push(setTimeout(() => this.connect(), wait));
  }

  #drop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#pingAt.clear();
    this.#mute = false;
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
