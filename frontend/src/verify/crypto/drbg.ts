/** HMAC_DRBG of SP 800-90A Rev. 1, 10.1.2, with SHA-512, and numbers drawn from it without bias. */

import { concat } from "./bytes";
import { hmac512 } from "./sha2";

const NOTHING = new Uint8Array();
/** Bytes of one request: the words of 52 cards. */
const REQUEST = 208;

export class Generator {
  #key = new Uint8Array(64);
  #value = new Uint8Array(64).fill(1);
  #words: number[] = [];
  /** Words that would have favoured some numbers, and were passed over. */
  rejected = 0;

  constructor(entropy: Uint8Array, nonce: Uint8Array, personalisation: Uint8Array) {
    this.#update(concat(entropy, nonce, personalisation));
  }

  #update(given: Uint8Array): void {
    this.#key = new Uint8Array(hmac512(this.#key, concat(this.#value, Uint8Array.of(0), given)));
    this.#value = new Uint8Array(hmac512(this.#key, this.#value));
    if (given.length === 0) return;
    this.#key = new Uint8Array(hmac512(this.#key, concat(this.#value, Uint8Array.of(1), given)));
    this.#value = new Uint8Array(hmac512(this.#key, this.#value));
  }

  /** Takes fresh entropy and an additional input; words left over are dropped. */
  reseed(entropy: Uint8Array, additional: Uint8Array): void {
    this.#update(concat(entropy, additional));
    this.#words = [];
  }

  /** Returns `length` bytes, one request of the standard. */
  generate(length: number, additional: Uint8Array = NOTHING): Uint8Array {
    if (additional.length) this.#update(additional);
    const blocks: Uint8Array[] = [];
    for (let made = 0; made < length; made += 64) {
      this.#value = new Uint8Array(hmac512(this.#key, this.#value));
      blocks.push(this.#value);
    }
    this.#update(additional);
    return concat(...blocks).slice(0, length);
  }

  #word(): number {
    if (this.#words.length === 0) this.#words = words(this.generate(REQUEST)).reverse();
    return this.#words.pop()!;
  }

  /** Returns a number uniform in `0 … bound − 1`; `bound` is at most 2^32. */
  below(bound: number): number {
    for (;;) {
      const found = scaled(this.#word(), bound);
      if (found !== null) return found;
      this.rejected += 1;
    }
  }
}

/** Returns 32-bit big-endian words of bytes. */
export function words(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at));
}

/** Returns the number below `bound` that a word stands for, or null for a word to reject. */
export function scaled(word: number, bound: number): number | null {
  return word < Math.floor(0x100000000 / bound) * bound ? word % bound : null;
}
