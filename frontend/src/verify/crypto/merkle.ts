/** Merkle trees in the shape of RFC 6962, over SHA-256. */

import { concat, same } from "./bytes";
import { sha256 } from "./sha2";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(content: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, content));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(NODE, left, right));
}

/** Returns the largest power of two below `count`, which is at least 2. */
function split(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

/** Returns the root of the tree over hashed leaves; there is at least one. */
export function treeRoot(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!;
  const half = split(leaves.length);
  return nodeHash(treeRoot(leaves.slice(0, half)), treeRoot(leaves.slice(half)));
}

/** Tells whether a hashed leaf is at `index` of the tree of `size` leaves: RFC 9162, 2.1.3.2. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || !(index < size)) return false;
  if (leaf.length !== 32) return false;
  let hashed = leaf;
  // Numbers reach 2^53, beyond what the bit operators of the language take.
  let first = index;
  let last = size - 1;
  for (const other of proof) {
    if (last === 0 || other.length !== 32) return false;
    if (first % 2 === 1 || first === last) {
      hashed = nodeHash(other, hashed);
      while (first % 2 === 0 && first !== 0) {
        first /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hashed = nodeHash(hashed, other);
    }
    first = Math.floor(first / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && same(hashed, root);
}
