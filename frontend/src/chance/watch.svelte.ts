/**
 * The page's own eye on chance: opens every card as it arrives, gives its part to the shuffle, and
 * raises the alarm. It is loaded after the page and hears again what came before it.
 */

import { checkOpening } from "../verify/opening";
import type { Command } from "../core/socket";
import type { Cards, Game } from "../games/contract";
import type { Table } from "../games/table";
import type { Frame, OwnShown, SealedShown } from "../wire/types";
import type { Draws, Load } from "./draws";
import { ask, entriesOf, type Entry } from "./log";
import { type Alarm, type Fault, type Known, Openings, type Pin, type ShoeShown } from "./openings";
import {
  type Contribution,
  type Listed,
  Secrets,
  type Shuffling,
  standing,
  type Standing,
} from "./secrets";
import { saying } from "./words";

/** What of the socket's messages is about chance. */
export type Heard = Frame | OwnShown | SealedShown;

const KEY = "sabot.pinned";
const SHOES_KEPT = 3;
const ROUNDS_MARKED = 2;
/** So many times at which pages ask for the bundle of a draw, and the milliseconds between them. */
const TURNS = 20;
const TURN = 250;

export class Watch {
  /** Nobody should stake any more; the first one stays. */
  alarm = $state.raw<Alarm | null>(null);
  /** The faces that were opened in this round and the one before. */
  marks = $state.raw<ReadonlySet<string>>(new Set());
  /** The shoe on the table that this is about, and how many of its cards were verified. */
  verified = $state(0);
  /** What this browser gave to the shoe on the table, and where it stands in the log. */
  given = $state.raw<{ contribution: Contribution; standing: Standing | null } | null>(null);

  /** What is said while nobody sits for whom a shoe would be made. */
  readonly waiting: string;
  readonly #secrets: Secrets;
  readonly #openings: Openings;
  /** What was seen of draws; `null` at a table with a shoe. */
  readonly draws: Promise<Draws> | null;
  #last: Promise<void> = Promise.resolve();
  private readonly cards: Cards | null;
  #frame: Frame | null = null;
  #asks: ReturnType<typeof setTimeout> | undefined;
  #listed = new Set<string>();

  constructor(
    private readonly table: Table,
    { cards, fell }: Pick<Game, "cards" | "fell">,
  ) {
    this.cards = cards;
    this.waiting = saying(table.lang)("make.waiting");
    this.#secrets = new Secrets(drawer());
    this.#openings = new Openings(
      checkOpening,
      (alarm) => this.raise(alarm),
      (shoe) => logged(shoe, `table:${table.info.id}`),
      explained,
      this.#remembered(),
    );
    this.draws = cards ? null : drawn((alarm) => this.raise(alarm), fell);
  }

  /** Takes a message; what it says is checked in the order in which messages came. */
  hear(message: Heard): void {
    this.#last = this.#last
      .then(() => this.#take(message))
      .catch((error: unknown) => console.error(error));
  }

  /** Says whether a refusal answers what the page sent by itself, so that nobody need read it. */
  quiet(sent: Command | undefined): boolean {
    return ["table.seal", "table.open", "table.decline_cut"].includes(sent?.kind ?? "");
  }

  /** Accepts the cut that is offered to me, at a place. */
  async cut({ shoe }: Shuffling, box: number, place: number): Promise<void> {
    this.table.send(await this.#secrets.cut(shoe, box, place));
  }

  /** Leaves the cut to the others, at last to the dealer. */
  decline({ shoe }: Shuffling, box: number): void {
    this.table.send({ kind: "table.decline_cut", box, shoe });
  }

  raise(alarm: Alarm): void {
    if (this.alarm) return;
    this.alarm = alarm;
    console.warn(alarm.fault, alarm.evidence);
    this.table.sound("stop");
  }

  /** Returns what this browser saw of a shoe; `null` when it never lay here. */
  seen(shoe: string): Known | null {
    return this.#openings.shoes.get(shoe) ?? null;
  }

  /** Returns what this browser gave to a shoe. */
  gave(shoe: string): readonly Contribution[] {
    return this.#secrets.of(shoe);
  }

  async #take(message: Heard): Promise<void> {
    if (message.type === "sealed") {
      this.#secrets.received(message);
      return;
    }
    await (message.type === "frame" ? this.#framed(message) : this.#owned(message));
    this.#show();
  }

  async #framed(frame: Frame): Promise<void> {
    const { floor } = frame;
    const before = this.#frame;
    this.#frame = frame;
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
      void this.#inLog(floor.shoe);
    }
  }

  /** Pins the draw; who is signed in has each compared that fell, a visitor asks for none. */
  async #drawn(frame: Frame): Promise<void> {
    const draws = await this.draws;
    if (!draws) return;
    draws.hear(frame);
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

  /** Sees that the log has what the table shows, and what this browser gave. */
  async #inLog(shoe: ShoeShown): Promise<void> {
    const mine = this.#secrets.of(shoe.id).findLast((each) => each.receipt !== null);
    this.given = mine ? { contribution: mine, standing: null } : null;
    if (!mine) return;
    const entries = await entriesOf(`shoe:${shoe.id}`);
    const facts = (kind: string): Record<string, unknown> | undefined =>
      entries.find((each) => each.kind === kind)?.facts;
    const order = facts("order");
    const wrong = (fault: Fault): void =>
      this.raise({ fault, sequence: shoe.sequence, card: null, evidence: { shoe, mine, entries } });
    if (!order || order.root !== shoe.root || order.cut !== shoe.cut) return wrong("log_differs");
    if (facts("commitment")?.commitment !== shoe.commitment) return wrong("log_differs");
    const list = { ...facts("contributions"), ...facts("opened") } as unknown as Listed;
    const stands = standing(mine, list);
    this.given = { contribution: mine, standing: stands };
    if (stands === "absent") wrong("not_listed");
  }

  #show(): void {
    const shoe = this.#frame?.floor.shoe;
    this.marks = this.#openings.faces(ROUNDS_MARKED);
    this.verified = shoe ? this.#openings.verified(shoe.id) : 0;
    try {
      const shoes = [...this.#openings.shoes.values()].slice(-SHOES_KEPT);
      drawer()?.setItem(this.#key, JSON.stringify(shoes));
    } catch {
      // Without storage a reload begins anew.
    }
  }

  get #key(): string {
    return `${KEY}.${this.table.info.id}`;
  }

  #remembered(): Known[] {
    try {
      const stored: unknown = JSON.parse(drawer()?.getItem(this.#key) ?? "[]");
      return Array.isArray(stored) ? (stored as Known[]) : [];
    } catch {
      return [];
    }
  }
}

/** Loads what watches draws, at the tables that have them. */
async function drawn(raise: (alarm: Alarm) => void, told: Game["fell"]): Promise<Draws> {
  const [{ Draws }, fell] = await Promise.all([import("./draws"), told?.()]);
  const load: Load = async (id) => {
    const answer = await fetch(`/api/draws/${id}/bundle/`);
    if (!answer.ok) return null;
    const text = await answer.text();
    const bundle = JSON.parse(text) as { reveal: unknown };
    if (bundle.reveal === null) return null;
    const { checkBundle } = await import("../verify/bundle");
    return { verdict: await checkBundle(text), bundle };
  };
  return new Draws(raise, load, fell);
}

/** Storage that may be forbidden. */
function drawer(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/**
 * Returns what the log says of a shoe of a table; `null` where it knows none that had an order,
 * `undefined` where it is out of reach.
 */
async function logged(id: string, table: string): Promise<Pin | null | undefined> {
  interface Promised {
    commitment: string;
    header: { table: string; sequence: number; size: number; stop_at: number };
  }
  try {
    const answer = await fetch(`/api/shoes/${id}/bundle/`);
    if (answer.status === 404) return null;
    const { log } = (await answer.json()) as { log: { entries: { entry: string }[] } };
    const entries = log.entries.map(({ entry }) => JSON.parse(entry) as Entry);
    const facts = (kind: string): unknown => entries.find((each) => each.kind === kind)?.facts;
    const promised = facts("commitment") as Promised | undefined;
    const order = facts("order") as { root: string; cut: number; by: number } | undefined;
    if (!promised || !order || promised.header.table !== table) return null;
    const { commitment, header } = promised;
    const { sequence, size, stop_at } = header;
    const { root, cut, by } = order;
    return { id, sequence, commitment, root, size, stop_at, cut, cut_by: by };
  } catch {
    return undefined;
  }
}

/** Says whether cards that lie without openings came out of another shoe than this one. */
async function explained(shoe: ShoeShown, lying: number): Promise<boolean> {
  try {
    const { header, burn } = await ask<{ header: { protocol?: string }; burn: number }>(
      `/api/shoes/${shoe.id}/`,
    );
    return header.protocol?.startsWith("sabot-refill/") === true || shoe.position - burn < lying;
  } catch {
    // Nobody is accused over a line that is down: the cards stay without a mark.
    return true;
  }
}
