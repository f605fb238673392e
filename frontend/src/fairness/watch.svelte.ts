/**
 * The page's own eye on chance: opens every card as it arrives, gives its part to the shuffle, and
 * raises the alarm. It is loaded after the page and hears again what came before it.
 */

import { fallsAt, QUICKNET } from "../verify/beacon";
import { checkOpening } from "../verify/opening";
import type { Command } from "../core/connection/socket";
import type { Cards, Game } from "../games/contract";
import type { Table } from "../games/table";
import type { Frame, OpenedShown, OwnShown, Refusal, SealedShown } from "../wire/types";
import { fetchJson } from "./fetch_json";
import type { Counted, Draws, Load } from "./checks/draws";
import type { LogDoubt, Stated } from "./checks/log";
import type { DrawSecrets } from "./secrets/draw_secrets";
import {
  type Alarm,
  type Fault,
  type Known,
  Openings,
  type Pin,
  type ShoeShown,
} from "./checks/openings";
import {
  type Contribution,
  type Listed,
  ShoeSecrets,
  type Shuffling,
  standingOf,
  type Standing,
} from "./secrets/shoe_secrets";
import { translatorFor } from "./words";

/** What of the socket's messages is about chance. */
export type ChanceMessage = Frame | OwnShown | SealedShown | OpenedShown;

const KEY = "sabot.pinned";
const QUIET: ReadonlySet<string> = new Set([
  "table.seal",
  "table.open",
  "table.lock",
  "table.decline_cut",
  "table.allow_cut",
  "table.seal_draw",
  "table.open_draw",
  "table.lock_draw",
]);
const SHOES_KEPT = 3;
const ROUNDS_MARKED = 2;
/** So many times at which pages ask for a bundle, and the milliseconds between them. */
const TURNS = 20;
const TURN = 250;
/** Milliseconds after its time by which a round of the beacon was heard, with what opens a lock. */
const LATE = 4_000;
const OPENS = 400;
/** Milliseconds that a table page has for what it is played with, before it reads the log. */
const SETTLED = 5_000;

interface Promised {
  commitment: string;
  header: { table: string; sequence: number; size: number; stop_at: number; opening?: string };
}

interface Ordered {
  root: string;
  cut: number;
  by: number;
}

/** What the watch knows and does of a table. */
type WatchedTable = Pick<
  Table,
  | ("info" | "lang" | "prefs" | "you" | "live" | "inPlay" | "mine")
  | ("now" | "say" | "send" | "sound")
>;

export class Watch {
  /** Nobody should stake any more; the first one stays. */
  alarm = $state.raw<Alarm | null>(null);
  /** The faces that were opened in this round and the one before. */
  marks = $state.raw<ReadonlySet<string>>(new Set());
  /** The shoe on the table that this is about, and how many of its cards were verified. */
  verified = $state(0);
  /** What this browser gave to the shoe on the table, and where it stands in the log. */
  given = $state.raw<{ contribution: Contribution; standing: Standing | null } | null>(null);

  /** Whose secrets the last draw has that was compared. */
  counted = $state.raw<Counted | null>(null);

  /** Locked secrets wait for the beacon's round, which is to come or should have; else `null`. */
  awaited = $state.raw<"due" | "late" | null>(null);

  /** What is said while nobody plays for whom a shoe would be made. */
  readonly waiting: string;
  readonly #secrets: ShoeSecrets;
  readonly #openings: Openings;
  /** What was seen of draws; `null` at a table with a shoe. */
  readonly draws: Promise<Draws> | null;
  /** What this browser gives to draws; `null` at a table with a shoe. */
  readonly #parts: Promise<DrawSecrets> | null;
  #last: Promise<void> = Promise.resolve();
  private readonly cards: Cards | null;
  #frame: Frame | null = null;
  #asks: ReturnType<typeof setTimeout> | undefined;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  #listed = new Set<string>();

  constructor(
    private readonly table: WatchedTable,
    { cards, fell }: Pick<Game, "cards" | "fell">,
  ) {
    this.cards = cards;
    this.waiting = translatorFor(table.lang)("make.waiting");
    this.#secrets = new ShoeSecrets(sessionStore());
    this.#openings = new Openings(
      checkOpening,
      (alarm) => this.raise(alarm),
      (shoe) => this.#logged(shoe),
      isFromOtherShoe,
      this.#remembered(),
    );
    this.#parts = cards
      ? null
      : import("./secrets/draw_secrets").then(({ DrawSecrets }) => new DrawSecrets(sessionStore()));
    this.draws = this.#parts && this.#watched(this.#parts, fell);
    // The frame of my first stake is shown after it was heard, and no other may follow.
    $effect.root(() => {
      $effect(() => {
        if (!cards && (table.inPlay > 0 || table.mine.size > 0)) this.#next(() => this.#bring());
      });
    });
  }

  /** Takes a message; what it says is checked in the order in which messages came. */
  hear(message: ChanceMessage): void {
    this.#next(() => this.#take(message));
  }

  #next(what: () => Promise<void>): void {
    this.#last = this.#last.then(what).catch((error: unknown) => console.error(error));
  }

  /** Says whether a refusal answers what the page sent by itself, so that nobody need read it. */
  quiet(sent: Command | undefined): boolean {
    return QUIET.has(sent?.kind ?? "");
  }

  /** Takes the refusal of what the page sent by itself; says whether it was that. */
  refused(sent: Command | undefined, { code }: Refusal): boolean {
    if (sent?.kind === "table.seal_draw" && code === "nothing_at_stake") {
      void this.#parts?.then((parts) => parts.again(sent.draw));
    }
    return this.quiet(sent);
  }

  /** Accepts the cut that is offered to me, at a place. */
  async cut(shuffling: Shuffling, box: number, place: number): Promise<void> {
    this.table.send(await this.#secrets.cut(shuffling, box, place));
  }

  /** Leaves the cut to the others, at last to the dealer. */
  decline({ shoe }: Shuffling, box: number): void {
    this.table.send({ kind: "table.decline_cut", box, shoe });
  }

  /** Says as banker whether others may cut. */
  allow({ shoe }: Shuffling, box: number, allows: boolean): void {
    this.table.send({ kind: "table.allow_cut", box, shoe, allows });
  }

  raise(alarm: Alarm): void {
    if (this.alarm) return;
    this.alarm = alarm;
    // As text: whoever reports it copies what a third party needs.
    console.warn(alarm.fault, JSON.stringify(alarm.evidence));
    this.table.sound("stop");
  }

  /** Raises the alarm over what the log said of the shoe or the draw of that number. */
  doubt({ fault, evidence }: LogDoubt, sequence = this.#frame?.floor.shoe?.sequence ?? 0): void {
    this.raise({ fault, sequence, card: null, evidence });
  }

  /** Returns what this browser saw of a shoe; `null` when it never lay here. */
  seen(shoe: string): Known | null {
    return this.#openings.shoes.get(shoe) ?? null;
  }

  /** Returns what this browser gave to a shoe. */
  gave(shoe: string): readonly Contribution[] {
    return this.#secrets.of(shoe);
  }

  async #take(message: ChanceMessage): Promise<void> {
    if (message.type === "sealed" || message.type === "opened") {
      this.#secrets.received(message);
      (await this.#parts)?.received(message);
      return;
    }
    await (message.type === "frame" ? this.#framed(message) : this.#owned(message));
    this.#show();
  }

  async #framed(frame: Frame): Promise<void> {
    const { floor } = frame;
    const before = this.#frame;
    this.#frame = frame;
    this.#wait(frame);
    await this.#contribute(frame);
    if (this.cards) {
      const snapshot = before === null || frame.events.length === 0;
      await this.#openings.take({
        round: floor.round,
        shoe: floor.shoe,
        shuffling: floor.shuffling,
        openings: floor.openings,
        lying: this.cards.lying(frame.view),
        turned: snapshot ? null : this.cards.turned(frame.events, before.view),
      });
    }
    await this.#drawn(frame);
    if (floor.shoe && !this.#listed.has(floor.shoe.id)) {
      this.#listed.add(floor.shoe.id);
      this.#look(floor.shoe);
    }
  }

  /** Tells whether locked secrets wait for their round, and when it should have come. */
  #wait({ floor: { draw, shuffling } }: Frame): void {
    clearTimeout(this.#overdue);
    const promise = shuffling ?? (draw?.stage === "sealing" ? null : draw);
    const round = promise?.lock_round;
    if (!promise || !round) {
      this.awaited = null;
      return;
    }
    const due = fallsAt(QUICKNET, round) + LATE + OPENS * promise.sealed.length;
    const wait = due - this.table.now();
    this.awaited = wait > 0 ? "due" : "late";
    if (wait > 0) {
      this.#overdue = setTimeout(() => {
        this.awaited = "late";
        this.table.say(this.awaits ?? translatorFor(this.table.lang)("make.late"));
      }, wait);
    }
  }

  /** What is said while nothing falls before the beacon's round; `null` while nothing waits so. */
  get awaits(): string | null {
    if (this.cards || this.awaited === null) return null;
    return translatorFor(this.table.lang)(this.awaited === "late" ? "draw.late" : "draw.awaits");
  }

  /** Pins the draw; who is signed in has each compared that fell, a visitor asks for none. */
  async #drawn(frame: Frame): Promise<void> {
    const draws = await this.draws;
    if (!draws) return;
    draws.hear(frame);
    await this.#bring();
    const { you } = this.table;
    if (you === null || !frame.floor.draw || this.#asks !== undefined) return;
    // Two hundred pages at a wheel do not ask for the same bundle at once.
    this.#asks = setTimeout(
      () => {
        this.#asks = undefined;
        void draws.settle();
      },
      (Number(you) % TURNS) * TURN,
    );
  }

  /** Opens my own cards that lie face down to the others. */
  async #owned({ own, openings }: OwnShown): Promise<void> {
    const floor = this.#frame?.floor;
    if (!floor || !this.cards?.own) return;
    if ((await this.#openings.open(floor.round, floor.shoe, openings)) === null) return;
    const cards = this.cards.own(own);
    const missing = cards.find(
      (card) => this.#openings.opened(floor.round, card) < cards.filter((c) => c === card).length,
    );
    if (missing && floor.shoe) {
      const evidence = { shoe: floor.shoe, seen: { own, openings } };
      this.raise({ fault: "not_opened", sequence: floor.shoe.sequence, card: missing, evidence });
    }
  }

  async #contribute({ floor }: Frame): Promise<void> {
    const { you } = this.table;
    if (!floor.shuffling || you === null) return;
    const mine = floor.seats.filter((seat) => seat.party === you).map((seat) => seat.box);
    const leaves = this.table.prefs.dealerCuts;
    const command = await this.#secrets.next(floor.shuffling, new Set(mine), leaves);
    if (command) this.table.send(command);
  }

  /** Gives my part to the draw that lies there, in its time. */
  async #bring(): Promise<void> {
    const draw = this.#frame?.floor.draw;
    const { inPlay, live, mine, you } = this.table;
    if (!draw || you === null || !live) return;
    const command = await (await this.#parts)?.next(draw, inPlay > 0 || mine.size > 0, mine);
    if (command) this.table.send(command);
  }

  /** Has the log read: at once by who gave to the shoe, in turn by the others who are signed in. */
  #look(shoe: ShoeShown): void {
    const mine = this.#secrets.of(shoe.id).findLast((each) => each.receipt !== null) ?? null;
    this.given = mine ? { contribution: mine, standing: null } : null;
    const { you } = this.table;
    if (you === null) return;
    const wait = mine ? 0 : SETTLED + (Number(you) % TURNS) * TURN;
    setTimeout(() => void this.#inLog(shoe, mine), wait);
  }

  /** Sees that the log has what the table shows, and what this browser gave. */
  async #inLog(shoe: ShoeShown, mine: Contribution | null): Promise<void> {
    const found = await this.#stated(shoe.id, shoe.sequence);
    if (found === undefined) return;
    const entries = found && Object.fromEntries(found);
    const wrong = (fault: Fault): void =>
      this.raise({ fault, sequence: shoe.sequence, card: null, evidence: { shoe, mine, entries } });
    const order = entries?.["order"];
    if (order?.["root"] !== shoe.root || order["cut"] !== shoe.cut) return wrong("log_differs");
    const promise = entries?.["commitment"];
    if (promise?.["commitment"] !== shoe.commitment) return wrong("log_differs");
    if (!mine) return;
    // Who was to lock his secret, and was let open it by hand, was told another promise.
    const { opening } = (promise as unknown as Promised).header;
    if ((opening === undefined) !== (mine.locked === undefined)) return wrong("log_differs");
    const told = ["contributions", "locked", "opened"].map((kind) => entries?.[kind]);
    const list = Object.assign({}, ...told) as Listed;
    const stands = standingOf(mine, list);
    this.given = { contribution: mine, standing: stands };
    if (stands === "absent") wrong("not_listed");
    if (stands === "dropped") wrong("secret_dropped");
  }

  /** Returns what the log states of a shoe; `undefined` where it is out of reach or in doubt. */
  async #stated(id: string, sequence?: number): Promise<Stated | null | undefined> {
    const { LogDoubt, readStatements } = await import("./checks/log");
    try {
      return await readStatements(id);
    } catch (error) {
      if (error instanceof LogDoubt) this.doubt(error, sequence);
      return undefined;
    }
  }

  /**
   * Returns what the log says of a shoe of this table; `null` where it knows none that had an
   * order, `undefined` where it is out of reach or in doubt.
   */
  async #logged(id: string): Promise<Pin | null | undefined> {
    const found = await this.#stated(id);
    if (!found) return found;
    const promised = found.get("commitment") as Promised | undefined;
    const order = found.get("order") as Ordered | undefined;
    if (!promised || !order || promised.header.table !== `table:${this.table.info.id}`) return null;
    const { commitment, header } = promised;
    const { sequence, size, stop_at } = header;
    const { root, cut, by } = order;
    return { id, sequence, commitment, root, size, stop_at, cut, cut_by: by };
  }

  /** Loads what watches draws, at the tables that have them. */
  async #watched(parts: Promise<DrawSecrets>, told: Game["fell"]): Promise<Draws> {
    const [{ Draws }, given, fell] = await Promise.all([import("./checks/draws"), parts, told?.()]);
    const load: Load = async (id) => {
      const { LogDoubt, readVerdict } = await import("./checks/log");
      try {
        return await readVerdict("draws", id);
      } catch (error) {
        if (error instanceof LogDoubt) this.doubt(error);
        return null;
      }
    };
    return new Draws(
      (alarm) => this.raise(alarm),
      load,
      fell,
      (draw) => given.of(draw),
      (counted) => (this.counted = counted),
    );
  }

  #show(): void {
    const shoe = this.#frame?.floor.shoe;
    this.marks = this.#openings.faces(ROUNDS_MARKED);
    this.verified = shoe ? this.#openings.verified(shoe.id) : 0;
    try {
      const shoes = [...this.#openings.shoes.values()].slice(-SHOES_KEPT);
      sessionStore()?.setItem(this.#key, JSON.stringify(shoes));
    } catch {
      // Without storage a reload begins anew.
    }
  }

  get #key(): string {
    return `${KEY}.${this.table.info.id}`;
  }

  #remembered(): Known[] {
    try {
      const stored: unknown = JSON.parse(sessionStore()?.getItem(this.#key) ?? "[]");
      return Array.isArray(stored) ? (stored as Known[]) : [];
    } catch {
      return [];
    }
  }
}

/** Storage that may be forbidden. */
function sessionStore(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Says whether cards that lie without openings came out of another shoe than this one. */
async function isFromOtherShoe(shoe: ShoeShown, lying: number): Promise<boolean> {
  try {
    const { header } = await fetchJson<{ header: { protocol?: string; burn: number } }>(
      `/api/shoes/${shoe.id}/`,
    );
    const dealt = shoe.position - header.burn;
    return header.protocol?.startsWith("sabot-refill/") === true || dealt < lying;
  } catch {
    // Nobody is accused over a line that is down: the cards stay without a mark.
    return true;
  }
}
