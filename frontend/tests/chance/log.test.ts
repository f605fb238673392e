import { describe, expect, it } from "vitest";
import { type Checkpoint, fingerprint, grewOut, parsed } from "../../src/chance/log";
import { base64, utf8 } from "../../src/verify/bytes";
import { leafHash, treeRoot } from "../../src/verify/merkle";

const LEAVES = Array.from({ length: 40 }, (_, at) => leafHash(utf8(`entry ${at}`)));

function checkpoint(size: number, leaves = LEAVES): Checkpoint {
  return { size, root: base64(treeRoot(leaves.slice(0, size))), note: "" };
}

/** The proof as RFC 9162, 2.1.4.1, defines it: by recursion, unlike the check. */
function proof(first: number, leaves: Uint8Array[], whole = true): Uint8Array[] {
  if (first === leaves.length) return whole ? [] : [treeRoot(leaves)];
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return first <= half
    ? [...proof(first, left, whole), treeRoot(right)]
    : [...proof(first - half, right, false), treeRoot(left)];
}

describe("a log that this browser has read before", () => {
  it("is the same log when it only grew, for every two sizes", () => {
    for (let second = 1; second <= LEAVES.length; second += 1) {
      for (let first = 1; first <= second; first += 1) {
        const path = proof(first, LEAVES.slice(0, second)).map(base64);
        expect(grewOut(checkpoint(first), checkpoint(second), path)).toBe(true);
      }
    }
  });

  it("is another when an entry was changed, left out or put in", () => {
    for (const first of [5, 8, 13]) {
      const forged = [...LEAVES];
      forged[2] = leafHash(utf8("forged"));
      const path = proof(first, forged).map(base64);
      expect(grewOut(checkpoint(first), checkpoint(40, forged), path)).toBe(false);
      const honest = proof(first, LEAVES).map(base64);
      expect(grewOut(checkpoint(first), checkpoint(40, forged), honest)).toBe(false);
      expect(grewOut(checkpoint(first), checkpoint(40), honest.slice(1))).toBe(false);
      expect(grewOut(checkpoint(first), checkpoint(40), [...honest, honest[0]!])).toBe(false);
      expect(grewOut(checkpoint(first), checkpoint(40), ["not base64"])).toBe(false);
    }
    expect(grewOut(checkpoint(5), checkpoint(5, LEAVES.slice(1)), [])).toBe(false);
  });

  it("has a fingerprint that people can read to each other", () => {
    const one = checkpoint(7);
    expect(fingerprint(one)).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
    expect(fingerprint(one)).not.toBe(fingerprint(checkpoint(8)));
  });

  it("is read from the note as the house signs it", () => {
    const { root } = checkpoint(8);
    const note = `sabot.localhost/log\n8\n${root}\ntime 1\n\n— sabot.localhost/log AAAA\n`;
    expect(parsed(note)).toEqual({ size: 8, root, note });
    expect(() => parsed("sabot.localhost/log\n-1\nxx\n")).toThrow();
  });
});
