/** A small shoe whose cards a test can open: made as docs/chance-protocol.md says. */

import { base64, concat, hex, u32 } from "../../src/verify/crypto/bytes";
import { leafHash, treeRoot } from "../../src/verify/crypto/merkle";
import type { Opening, ShoeShown } from "../../src/fairness/checks/openings";

const SALT = new Uint8Array(32).fill(7);

function path(leaves: Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length === 1) return [];
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...path(left, index), treeRoot(right)]
    : [...path(right, index - half), treeRoot(left)];
}

export class TestShoe {
  readonly leaves: Uint8Array[];
  position = 0;

  /** `dealt` are the faces in the order of the deal. */
  constructor(
    readonly dealt: readonly number[],
    readonly cut = 3,
    readonly id = "0197f0aa-1111-7222-8333-444455556666",
    readonly sequence = 4,
  ) {
    const size = dealt.length;
    this.leaves = Array.from({ length: size }, (_, card) => {
      const face = dealt[(card - cut + size) % size]!;
      return leafHash(concat(u32(card), Uint8Array.of(face), SALT));
    });
  }

  get shown(): ShoeShown {
    return {
      id: this.id,
      sequence: this.sequence,
      commitment: "ab".repeat(32),
      root: hex(treeRoot(this.leaves)),
      size: this.dealt.length,
      cut: this.cut,
      cut_by: 2,
      backs: "",
      position: this.position,
      stop_at: this.dealt.length,
    };
  }

  /** Deals so many cards; returns their openings. */
  deal(count: number): Opening[] {
    const from = this.position;
    this.position += count;
    return Array.from({ length: count }, (_, at) => this.open(from + at));
  }

  open(place: number): Opening {
    const card = (place + this.cut) % this.dealt.length;
    const proof = base64(concat(SALT, ...path(this.leaves, card)));
    return { place, face: this.dealt[place]!, proof, shoe: this.id };
  }
}
