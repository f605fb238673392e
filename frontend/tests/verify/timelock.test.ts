import { describe, expect, it } from "vitest";
import chain from "../../../tests/rng/vectors/drand_quicknet.json";
import vectors from "../../../tests/rng/vectors/timelock.json";
import { hex, unhex } from "../../src/verify/crypto/bytes";
import type { Subject } from "../../src/verify/contribution";
import { LOCK, lockSecret, openSecret, unlock } from "../../src/verify/timelock";

interface Vector {
  cut: number | null;
  hash: string;
  id: string;
  locked: string;
  seat: number;
  secret: string;
  subject: Subject;
}

const { tlock, quicknet } = vectors as {
  tlock: { signature: string; locked: string; opened: string };
  quicknet: Vector[];
};
const { round, signature } = chain.rounds[0]!;
const sealed = ({ hash, cut }: Vector) => ({ hash, cuts: cut !== null, from: 104, to: 208 });
const flipped = (locked: string, at: number): string => {
  const bytes = unhex(locked);
  bytes[at]! ^= 1;
  return hex(bytes);
};

describe("what is locked to a round", () => {
  it("is opened by its signature where drand's own program locked it", async () => {
    expect(hex((await unlock(unhex(tlock.signature), unhex(tlock.locked)))!)).toBe(tlock.opened);
    expect(await unlock(unhex(signature), unhex(tlock.locked))).toBeNull();
  });

  it("is opened without its owner, where another language locked it", async () => {
    for (const each of quicknet) {
      const { locked, secret, cut } = each;
      const found = await openSecret(each, locked, sealed(each), signature);
      expect(found).toEqual({ secret, cut: cut ?? 0 });
    }
  });

  it("is locked here so that the signature opens it, and never twice alike", async () => {
    for (const each of quicknet) {
      const { cut, secret } = each;
      const lock = () => lockSecret(each, unhex(secret), cut, chain.public_key, round);
      const made = await lock();
      expect(made).toMatch(LOCK);
      expect(made).not.toBe(await lock());
      const found = await openSecret(each, made, sealed(each), signature);
      expect(found).toEqual({ secret, cut: cut ?? 0 });
    }
  });

  it("does not open under another round, another hash, another seat or with a byte changed", async () => {
    const [one, cutter] = quicknet as [Vector, Vector];
    const open = (each: Vector, locked = each.locked, as = signature) =>
      openSecret(each, locked, sealed(each), as);
    const other = await lockSecret(one, unhex(one.secret), null, chain.public_key, round + 1);
    expect(await open(one, other)).toBeNull();
    expect(await open(one, one.locked, tlock.signature)).toBeNull();
    expect(await open({ ...one, hash: cutter.hash })).toBeNull();
    expect(await open({ ...one, seat: 2 })).toBeNull();
    expect(await open({ ...one, cut: 150 })).toBeNull();
    expect(await open({ ...cutter, cut: null })).toBeNull();
    expect(await openSecret(cutter, cutter.locked, { ...sealed(cutter), to: 149 }, signature)).toBe(
      null,
    );
    for (const at of [0, 47, 48, 95, 96, 127, 128, 159]) {
      expect(await open(one, flipped(one.locked, at)), String(at)).toBeNull();
    }
    for (const at of [160, 161]) expect(await open(cutter, flipped(cutter.locked, at))).toBeNull();
    // Infinity, and a point in its other form.
    expect(await open(one, `c0${"00".repeat(95)}${one.locked.slice(192)}`)).toBeNull();
    expect(await open(one, flipped(one.locked, 0))).toBeNull();
  });
});
