/** One card that a player sees: whether it is the card that the order's root promised. */

import { concat, u32, unbase64, unhex } from "./crypto/bytes";
import { isIncluded, leafHash } from "./crypto/merkle";

export interface Opening {
  /** Where the card was dealt, from 0, burnt cards counted. */
  place: number;
  /** 0 to 51, clubs, diamonds, hearts, spades, each from the ace to the king. */
  face: number;
  /** Base64 of the salt and of the hashes of the inclusion proof, nearest leaf first. */
  proof: string;
}

/** What the log's entry `order` and the header say of a shoe. */
export interface Ordered {
  /** 64 lower-case hexadecimal digits. */
  root: string;
  size: number;
  /** How many cards of the shuffled order went behind the others. */
  cut: number;
}

/**
 * Tells whether a card opens against its shoe's root.
 *
 * Synchronous and below a millisecond, so that a card can be checked while it flies. What is no
 * opening at all (a place outside the shoe, a proof that is no base64) is false, not an error.
 */
export function checkOpening(card: Opening, shoe: Ordered): boolean {
  const { place, face } = card;
  const { root, size, cut } = shoe;
  if (![place, face, size, cut].every((n) => Number.isSafeInteger(n) && n >= 0)) return false;
  if (place >= size || cut >= size || size > 0xffffffff || face > 51) return false;
  if (typeof root !== "string" || !/^[0-9a-f]{64}$/.test(root)) return false;
  const proof = typeof card.proof === "string" ? unbase64(card.proof) : null;
  if (proof === null || proof.length === 0 || proof.length % 32 !== 0) return false;
  const index = (place + cut) % size;
  const path: Uint8Array[] = [];
  for (let at = 32; at < proof.length; at += 32) path.push(proof.subarray(at, at + 32));
  const leaf = leafHash(concat(u32(index), Uint8Array.of(face), proof.subarray(0, 32)));
  return isIncluded(leaf, index, size, path, unhex(root));
}
