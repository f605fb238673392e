/**
 * What this browser has seen of a table's cards, and whether each was opened as it was promised.
 *
 * Knows no page and no game: it is given which faces lie there and in which order they were turned
 * up. It pins a shoe at first sight, while it is made or when it lies there; whatever then differs,
 * or is left out, is an alarm, which nothing takes back. What is demanded no frame can lower.
 *
 * @module
 */

import { PACK } from "../../core/cards";
import type { Frame } from "../../wire/types";

export type Opening = Frame["floor"]["openings"][number];
export type ShoeShown = NonNullable<Frame["floor"]["shoe"]>;
export type Shuffling = NonNullable<Frame["floor"]["shuffling"]>;

/** What of a shoe never changes while it lies on the table. */
export type Pin = Pick<
  ShoeShown,
  "id" | "sequence" | "commitment" | "root" | "size" | "stop_at" | "cut" | "cut_by"
>;

/** What of a shoe is said while it is made, and holds for it when it lies on the table. */
type Promised = Pick<Shuffling, "sequence" | "commitment" | "size" | "cut_from" | "cut_to">;

/** A shoe as this browser knows it; plain, so that it outlives a reload. */
export interface Known {
  readonly pin: Pin;
  /** By place as dealt: the face, and the round in which it lay there. */
  readonly seen: Record<number, { face: string; round: number }>;
}

/** Why nobody should stake any more. */
export type Fault =
  | "not_promised"
  | "shoe_changed"
  | "draw_changed"
  | "draw_differs"
  | "other_shoe"
  | "opening_fails"
  | "not_opened"
  | "other_order"
  | "two_faces"
  | "dealt_twice"
  | "not_listed"
  | "secret_dropped"
  | "order_differs"
  | "other_round"
  | "log_differs"
  | "log_forgot"
  | "log_key"
  | "log_proof"
  | "log_clock";

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
  /** The shoe that is being made. */
  readonly shuffling: Shuffling | null;
  readonly openings: readonly Opening[];
  /** The faces that lie open now. */
  readonly lying: readonly string[];
  /** The faces that its events turned up, in their order; `null` in a snapshot. */
  readonly turned: readonly string[] | null;
}

const ROUNDS_KEPT = 3;
const HASH = /^[0-9a-f]{64}$/;

/** Returns a face's name on the wire: 0 is `Ac`, 51 is `Ks`. */
export function faceName(face: number): string {
  return PACK[face] ?? "?";
}

/** A revealed shoe, once its bundle was found right. */
export interface Revealed {
  readonly commitment: string;
  readonly root: string | null;
  readonly cut: { readonly at: number };
  /** The faces as dealt; `null` of a shoe that was given up before it had an order. */
  readonly order: readonly number[] | null;
  readonly burnt: number;
  /** Which hand got which card that was dealt; `null` where the bundle does not say it. */
  readonly deal:
    | readonly {
        readonly round: number;
        readonly hands: readonly string[];
      }[]
    | null;
}

/** Returns the round of each card that was dealt, the first behind the burnt ones first. */
function roundsOf(deal: NonNullable<Revealed["deal"]>): number[] {
  return deal.flatMap(({ round, hands }) => hands.map(() => round));
}

/** Returns where a revealed shoe is another than the one that this browser saw; `null` nowhere. */
export function disagreement(
  { pin, seen }: Known,
  { commitment, root, cut, order, burnt, deal }: Revealed,
): { fault: Fault; card: string | null } | null {
  if (commitment !== pin.commitment || root !== pin.root || cut.at !== pin.cut)
    return { fault: "shoe_changed", card: null };
  const rounds = deal && roundsOf(deal);
  for (const [place, { face, round }] of Object.entries(seen)) {
    const revealed = order?.[Number(place)];
    if (revealed === undefined || faceName(revealed) !== face)
      return { fault: "order_differs", card: face };
    if (rounds && rounds[Number(place) - burnt] !== round)
      return { fault: "other_round", card: face };
  }
  return null;
}

/** Counts faces. */
function countFaces(faces: Iterable<string>): Map<string, number> {
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

/** Returns the first name under which two objects differ. */
function differing<T extends object>(one: T, other: T): keyof T | undefined {
  return (Object.keys(one) as (keyof T)[]).find((name) => one[name] !== other[name]);
}

export class Openings {
  readonly shoes = new Map<string, Known>();
  #rounds = new Map<number, Round>();
  /** The shoe that lay on the table last; its cards may be shown when it has left. */
  #last: Pin | null = null;
  /** The shoes that this page has seen on the table in a frame before. */
  #lain = new Set<string>();
  /** What was said of shoes while they were made, by id. */
  #promised = new Map<string, Promised>();
  /** The shoes of the table by their numbers: each has one, and a later shoe a higher one. */
  #numbers = new Map<number, string>();
  /** The cards that the rounds' counts have, by shoe and place. */
  #counted = new Set<string>();

  /**
   * `logged` is asked for a shoe that left the table before this browser came: what the log says of
   * it, `null` where it has no such shoe of this table, `undefined` where it is out of reach.
   * `explained` is asked when a snapshot has no openings: whether these cards came out of another
   * shoe than the one on the table (before a refill, or of the last round beside a new shoe).
   */
  constructor(
    private readonly check: Check,
    private readonly raise: (alarm: Alarm) => void,
    private readonly logged: (shoe: string) => Promise<Pin | null | undefined>,
    private readonly explained: (shoe: ShoeShown, lying: number) => Promise<boolean>,
    known: readonly Known[] = [],
  ) {
    for (const each of known) {
      this.shoes.set(each.pin.id, each);
      this.#numbers.set(each.pin.sequence, each.pin.id);
    }
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
    const { shoe, shuffling, turned } = step;
    if (shuffling && !this.#promises(shuffling)) return;
    if (shoe && !this.#pinned(shoe)) return;
    const opened = await this.open(step.round, shoe, step.openings);
    if (opened === null) return;
    if (turned) {
      const lacking = [...countFaces(turned)].find(
        ([face, count]) => count > (countFaces(opened).get(face) ?? 0),
      );
      if (lacking) return void this.#alarm("not_opened", this.#last, lacking[0], step);
      // The places of two shoes have no order among themselves.
      const single = step.openings.every((each) => each.shoe === step.openings[0]?.shoe);
      if (single && !inOrder(turned, opened))
        return void this.#alarm("other_order", this.#last, null, step);
    }
    await this.#covered(step);
    if (shoe) this.#lain.add(shoe.id);
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
      const strange = shoe && this.#lain.has(shoe.id) && !this.#counted.has(card);
      if (known === null || (known === undefined && strange))
        return this.#alarm("other_shoe", this.#last, face, { opening: each });
      const counts = known ? round.opened : round.excused;
      if (!known) {
        // Nobody is accused over a line that is down, neither of it nor of what it turned up.
        faces.push(face);
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

  /**
   * Sees that every face that lies open was opened in this round. Excused is only a snapshot that
   * opens nothing at all, beside no shoe or one that was not seen before: of the cards of a shoe
   * that lies there it opens each.
   */
  async #covered(step: Step): Promise<void> {
    const { round: number, shoe, openings, lying, turned } = step;
    const round = this.#round(number);
    const bare = turned === null && openings.length === 0 && !(shoe && this.#lain.has(shoe.id));
    for (const [face, count] of countFaces(lying)) {
      const lacking = count - (round.opened.get(face) ?? 0);
      if (lacking <= (round.excused.get(face) ?? 0)) continue;
      // A snapshot between two shoes says nothing that could be compared.
      const excused = bare && (!shoe || (await this.explained(shoe, lying.length)));
      if (!excused)
        return void this.#alarm("not_opened", this.#last, face, { shoe, openings, lying, turned });
      round.excused.set(face, lacking);
    }
  }

  /** Returns a shoe that lay here, or that the log knows, as {@link logged} does. */
  async #known(id: string): Promise<Known | null | undefined> {
    const found = this.shoes.get(id);
    if (found) return found;
    const pin = await this.logged(id);
    if (!pin) return pin;
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

  /** Pins what is said of a shoe that is being made, or compares it; says whether it holds. */
  #promises(shuffling: Shuffling): boolean {
    const { shoe: id, sequence, commitment, size, cut_from, cut_to } = shuffling;
    const promised: Promised = { sequence, commitment, size, cut_from, cut_to };
    const before = this.#promised.get(id) ?? promised;
    this.#promised.set(id, before);
    if (!HASH.test(commitment)) return this.#refuse("not_promised", before, promised);
    if (!this.#numbered(id, sequence) || differing(before, promised))
      return this.#refuse("shoe_changed", before, promised);
    return true;
  }

  /** Pins a shoe, or compares it with its pin; says whether it is what was promised. */
  #pinned(shoe: ShoeShown): boolean {
    const { id, sequence, commitment, root, size, stop_at, cut, cut_by } = shoe;
    const pin: Pin = { id, sequence, commitment, root, size, stop_at, cut, cut_by };
    const known = this.shoes.get(id) ?? { pin, seen: {} };
    if (differing(known.pin, pin)) return this.#refuse("shoe_changed", known.pin, pin);
    // No shoe is dealt from before its order is committed to, whatever version it says it has.
    if (!HASH.test(commitment) || !HASH.test(root)) return this.#refuse("not_promised", pin, pin);
    const promised = this.#promised.get(id);
    const kept =
      !promised ||
      (promised.sequence === sequence &&
        promised.commitment === commitment &&
        promised.size === size &&
        (promised.cut_to === 0
          ? cut === 0 && cut_by === 0
          : promised.cut_from <= cut && cut <= promised.cut_to));
    if (!kept || !this.#numbered(id, sequence))
      return this.#refuse("shoe_changed", promised ?? this.#last ?? pin, pin);
    this.shoes.set(id, known);
    this.#last = pin;
    return true;
  }

  /** Says whether a shoe may have this number: none other has it, and the one before a lower one. */
  #numbered(id: string, sequence: number): boolean {
    const known = this.#numbers.get(sequence);
    if (known === undefined) {
      if (sequence < (this.#last?.sequence ?? 0)) return false;
      this.#numbers.set(sequence, id);
    }
    return known === undefined || known === id;
  }

  #refuse(fault: Fault, pinned: Pin | Promised, shown: unknown): false {
    this.#alarm(fault, pinned, null, { shown });
    return false;
  }

  /** `pinned` is `null` where no shoe was ever seen. */
  #alarm(fault: Fault, pinned: Pin | Promised | null, card: string | null, seen: unknown): null {
    this.raise({ fault, sequence: pinned?.sequence ?? 0, card, evidence: { pinned, seen } });
    return null;
  }
}
