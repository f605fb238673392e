/**
 * What this browser has seen of a table's cards, and whether each was opened as it was promised.
 *
 * Knows no page and no game: it is told which faces lie there and in which order they were turned
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
  #shoe: string | null = null;
  /** The cards that the rounds' counts have, by shoe and place. */
  #counted = new Set<string>();

  /**
   * `explained` is asked when a snapshot lacks openings: whether these cards came out of another
   * shoe than the one on the table (a refill, or a new shoe beside the cards of the last round).
   */
  constructor(
    private readonly check: Check,
    private readonly raise: (alarm: Alarm) => void,
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
    const { shoe } = step;
    const round = this.#round(step.round);
    const another = this.#shoe !== null && shoe !== null && this.#shoe !== shoe.id;
    this.#shoe = shoe?.id ?? this.#shoe;
    if (!shoe || !this.#pinned(shoe)) return;
    const opened = await this.open(step.round, shoe, step.openings);
    if (opened === null) return;
    if (step.turned && !another && !inOrder(step.turned, opened)) {
      const lacking = [...counted(step.turned)].find(
        ([face, count]) => count > (counted(opened).get(face) ?? 0),
      );
      this.#alarm(lacking ? "not_opened" : "other_order", shoe, lacking?.[0] ?? null, step);
      return;
    }
    await this.#covered(step, shoe, round);
  }

  /**
   * Opens cards of a round and returns their faces in the order of their places; `null` after an
   * alarm. What was opened in the same round before is not counted again.
   */
  async open(
    number: number,
    shoe: ShoeShown,
    openings: readonly Opening[],
  ): Promise<string[] | null> {
    const known = this.shoes.get(shoe.id);
    if (!known) return [];
    const round = this.#round(number);
    const faces: string[] = [];
    for (const each of [...openings].sort((one, other) => one.place - other.place)) {
      const face = faceName(each.face);
      const before = known.seen[each.place];
      if (before && before.face !== face) {
        return this.#alarm("two_faces", shoe, face, { opening: each, before });
      }
      if (before && before.round !== number) {
        return this.#alarm("dealt_twice", shoe, face, { opening: each, before });
      }
      if (each.place >= shoe.position || !(await this.check(each, known.pin))) {
        return this.#alarm("opening_fails", shoe, face, { opening: each });
      }
      faces.push(face);
      // A card may be opened again: in a snapshot, or turned up after its owner has seen it.
      const card = `${shoe.id}/${each.place}`;
      if (!this.#counted.has(card)) round.opened.set(face, (round.opened.get(face) ?? 0) + 1);
      this.#counted.add(card);
      known.seen[each.place] = { face, round: number };
    }
    return faces;
  }

  /** Sees that every face that lies open was opened in this round. */
  async #covered(step: Step, shoe: ShoeShown, round: Round): Promise<void> {
    for (const [face, count] of counted(step.lying)) {
      const lacking = count - (round.opened.get(face) ?? 0);
      if (lacking <= (round.excused.get(face) ?? 0)) continue;
      if (step.turned !== null || !(await this.explained(shoe, step.lying.length))) {
        this.#alarm("not_opened", shoe, face, step);
        return;
      }
      round.excused.set(face, lacking);
    }
  }

  #round(number: number): Round {
    const found = this.#rounds.get(number) ?? { opened: new Map(), excused: new Map() };
    this.#rounds.set(number, found);
    for (const old of [...this.#rounds.keys()].slice(0, -ROUNDS_KEPT)) this.#rounds.delete(old);
    return found;
  }

  /** Pins a shoe, or compares it; says whether its cards can be opened at all. */
  #pinned(shoe: ShoeShown): boolean {
    const { id, sequence, commitment, root, size, cut } = shoe;
    const pin: Pin = { id, sequence, commitment, root, size, cut };
    const known = this.shoes.get(id);
    if (!known) {
      this.shoes.set(id, { pin, seen: {} });
    } else if ((Object.keys(pin) as (keyof Pin)[]).some((name) => pin[name] !== known.pin[name])) {
      this.#alarm("shoe_changed", shoe, null, { pinned: known.pin, shown: pin });
      return false;
    }
    // A shoe of version 1 has no root: it is verified when it is revealed.
    return root !== "";
  }

  #alarm(fault: Fault, shoe: ShoeShown, card: string | null, evidence: unknown): null {
    this.raise({ fault, sequence: shoe.sequence, card, evidence: { shoe, seen: evidence } });
    return null;
  }
}
