/**
 * What this browser has seen of a table's cards, and whether each was opened as it was promised.
 *
 * Knows no page and no game: it is given which faces lie there and in which order they were turned
 * up. It pins a shoe at first sight; whatever then differs is an alarm, which nothing takes back.
 *
 * @module
 */

import type { Frame } from "../wire/types";

export type Opening = Frame["floor"]["openings"][number];
export type ShoeShown = NonNullable<Frame["floor"]["shoe"]>;

/** What of a shoe never changes while it lies on the table. */
export type Pin = Pick<ShoeShown, "id" | "sequence" | "commitment" | "root" | "size" | "cut">;

/** A shoe as this browser knows it; plain, so that it outlives a reload. */
export interface Known {
  readonly pin: Pin;
  /** By place as dealt: the face, and the round in which it lay there. */
  readonly seen: Record<number, { face: string; round: number }>;
}

/** Why nobody should stake any more. */
export type Fault =
  | "shoe_changed"
  | "opening_fails"
  | "not_opened"
  | "other_order"
  | "two_faces"
  | "dealt_twice"
  | "not_listed"
  | "order_differs"
  | "log_differs"
  | "log_forgot";

export interface Alarm {
  readonly fault: Fault;
  /** The number of the shoe. */
  readonly sequence: number;
  /** The card that it is about, as the wire writes it; `null` where it is about no single card. */
  readonly card: string | null;
  /** What a third party needs to see it too. */
  readonly evidence: unknown;
}

/** Says whether an opening fits a shoe's root. */
export type Check = (
  opening: Opening,
  shoe: Pick<Pin, "root" | "size" | "cut">,
) => boolean | Promise<boolean>;

/** A frame, as far as cards go. */
export interface Step {
  readonly round: number;
  readonly shoe: ShoeShown | null;
  readonly openings: readonly Opening[];
  /** The faces that lie open now. */
  readonly lying: readonly string[];
  /** The faces that its events turned up, in their order; `null` in a snapshot. */
  readonly turned: readonly string[] | null;
}

const FACES = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const ROUNDS_KEPT = 3;

/** Returns a face's name on the wire: 0 is `Ac`, 51 is `Ks`. */
export function faceName(face: number): string {
  return FACES[face] ?? "?";
}

/** A revealed shoe, once its bundle was found right. */
export interface Revealed {
  readonly commitment: string;
  readonly root: string | null;
  readonly cut: { readonly at: number };
  /** The faces as dealt; `null` of a shoe that was given up before it had an order. */
  readonly order: readonly number[] | null;
}

/** Returns where a revealed shoe is another than the one that this browser saw; `null` nowhere. */
export function disagreement(
  { pin, seen }: Known,
  { commitment, root, cut, order }: Revealed,
): { fault: Fault; card: string | null } | null {
  if (commitment !== pin.commitment) return { fault: "shoe_changed", card: null };
  if (pin.root !== "" && (root !== pin.root || cut.at !== pin.cut))
    return { fault: "shoe_changed", card: null };
  for (const [place, { face }] of Object.entries(seen)) {
    const revealed = order?.[Number(place)];
    if (revealed === undefined || faceName(revealed) !== face)
      return { fault: "order_differs", card: face };
  }
  return null;
}

/** Counts faces. */
function counted(faces: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}

/** Says whether `part` stands in `whole` in the same order, perhaps with others between. */
function inOrder(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const face of whole) if (face === part[at]) at += 1;
  return at === part.length;
}

interface Round {
  /** Faces opened in it. */
  opened: Map<string, number>;
  /** Faces that lay open without an opening, and for a reason. */
  excused: Map<string, number>;
}

export class Openings {
  readonly shoes = new Map<string, Known>();
  #rounds = new Map<number, Round>();
  /** The shoe that lay on the table last; its cards may be shown when it has left. */
  #last: Pin | null = null;
  /** The cards that the rounds' counts have, by shoe and place. */
  #counted = new Set<string>();

  /**
   * `logged` is asked for a shoe that left the table before this browser came: what the log says of
   * it, or `null` where it has no such shoe of this table. `explained` is asked when a snapshot lacks
   * openings: whether these cards came out of another shoe than the one on the table (before a
   * refill, or of the last round beside a new shoe).
   */
  constructor(
    private readonly check: Check,
    private readonly raise: (alarm: Alarm) => void,
    private readonly logged: (shoe: string) => Promise<Pin | null>,
    private readonly explained: (shoe: ShoeShown, lying: number) => Promise<boolean>,
    known: readonly Known[] = [],
  ) {
    for (const each of known) this.shoes.set(each.pin.id, each);
  }

  /** Returns how many cards of a face were opened in a round. */
  opened(round: number, face: string): number {
    return this.#rounds.get(round)?.opened.get(face) ?? 0;
  }

  /** Returns the faces that were opened in the last so many rounds. */
  faces(rounds: number): ReadonlySet<string> {
    const last = [...this.#rounds.values()].slice(-rounds);
    return new Set(last.flatMap((round) => [...round.opened.keys()]));
  }

  /** Returns how many cards of a shoe this browser has seen and verified. */
  verified(shoe: string): number {
    return Object.keys(this.shoes.get(shoe)?.seen ?? {}).length;
  }

  /** Takes a frame; they must come one after the other, in their order. */
  async take(step: Step): Promise<void> {
    const { shoe, turned } = step;
    if (shoe && !this.#pinned(shoe)) return;
    const opened = await this.open(step.round, shoe, step.openings);
    // A shoe of version 1 has no root: it is verified when it is revealed.
    if (opened === null || !this.#last?.root) return;
    if (turned) {
      const lacking = [...counted(turned)].find(
        ([face, count]) => count > (counted(opened).get(face) ?? 0),
      );
      if (lacking) return void this.#alarm("not_opened", this.#last, lacking[0], step);
      // The places of two shoes have no order among themselves.
      const single = step.openings.every((each) => each.shoe === step.openings[0]?.shoe);
      if (single && !inOrder(turned, opened))
        return void this.#alarm("other_order", this.#last, null, step);
    }
    await this.#covered(step, this.#last);
  }

  /**
   * Opens cards of a round and returns their faces in the order of their places; `null` after an
   * alarm. What was opened in the same round before is not counted again.
   */
  async open(
    number: number,
    shoe: ShoeShown | null,
    openings: readonly Opening[],
  ): Promise<string[] | null> {
    const round = this.#round(number);
    const faces: string[] = [];
    for (const each of [...openings].sort((one, other) => one.place - other.place)) {
      const face = faceName(each.face);
      const known = await this.#known(each.shoe);
      // A card may be opened again: in a snapshot, or turned up after its owner has seen it.
      const card = `${each.shoe}/${each.place}`;
      const counts = known ? round.opened : round.excused;
      if (!known) {
        if (!this.#counted.has(card)) counts.set(face, (counts.get(face) ?? 0) + 1);
        this.#counted.add(card);
        continue;
      }
      const { pin, seen } = known;
      const before = seen[each.place];
      if (before && before.face !== face) {
        return this.#alarm("two_faces", pin, face, { opening: each, before });
      }
      if (before && before.round !== number) {
        return this.#alarm("dealt_twice", pin, face, { opening: each, before });
      }
      const ahead = shoe?.id === pin.id && each.place >= shoe.position;
      if (ahead || !(await this.check(each, pin))) {
        return this.#alarm("opening_fails", pin, face, { opening: each });
      }
      faces.push(face);
      if (!this.#counted.has(card)) counts.set(face, (counts.get(face) ?? 0) + 1);
      this.#counted.add(card);
      seen[each.place] = { face, round: number };
    }
    return faces;
  }

  /** Sees that every face that lies open was opened in this round. */
  async #covered({ round: number, shoe, lying, turned }: Step, pin: Pin): Promise<void> {
    const round = this.#round(number);
    for (const [face, count] of counted(lying)) {
      const lacking = count - (round.opened.get(face) ?? 0);
      if (lacking <= (round.excused.get(face) ?? 0)) continue;
      // A snapshot between two shoes says nothing that could be compared.
      const excused = turned === null && (!shoe || (await this.explained(shoe, lying.length)));
      if (!excused) return void this.#alarm("not_opened", pin, face, { shoe, lying, turned });
      round.excused.set(face, lacking);
    }
  }

  /** Returns a shoe that lay here, or that the log knows. */
  async #known(id: string): Promise<Known | null> {
    const found = this.shoes.get(id);
    if (found) return found;
    const pin = await this.logged(id);
    if (!pin) return null;
    const known: Known = { pin, seen: {} };
    this.shoes.set(id, known);
    return known;
  }

  #round(number: number): Round {
    const found = this.#rounds.get(number) ?? { opened: new Map(), excused: new Map() };
    this.#rounds.set(number, found);
    for (const old of [...this.#rounds.keys()].slice(0, -ROUNDS_KEPT)) this.#rounds.delete(old);
    return found;
  }

  /** Pins a shoe, or compares it with its pin; says whether it is still the same. */
  #pinned(shoe: ShoeShown): boolean {
    const { id, sequence, commitment, root, size, cut } = shoe;
    const pin: Pin = { id, sequence, commitment, root, size, cut };
    const known = this.shoes.get(id);
    if (!known) this.shoes.set(id, { pin, seen: {} });
    else if ((Object.keys(pin) as (keyof Pin)[]).some((name) => pin[name] !== known.pin[name])) {
      this.#alarm("shoe_changed", known.pin, null, { shown: pin });
      return false;
    }
    this.#last = pin;
    return true;
  }

  #alarm(fault: Fault, pin: Pin, card: string | null, evidence: unknown): null {
    this.raise({ fault, sequence: pin.sequence, card, evidence: { pinned: pin, seen: evidence } });
    return null;
  }
}
