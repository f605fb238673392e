import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  acceptCheckpoint,
  fingerprint,
  isConsistent,
  readNewestCheckpoint,
  readStatements,
  type Tree,
} from "../../src/fairness/checks/log";
import { base64, concat, hex, utf8 } from "../../src/verify/crypto/bytes";
import { canonical } from "../../src/verify/format/json";
import { leafHash, treeRoot } from "../../src/verify/crypto/merkle";
import { sha256 } from "../../src/verify/crypto/sha2";

const LEAVES = Array.from({ length: 40 }, (_, at) => leafHash(utf8(`entry ${at}`)));
const ORIGIN = "sabot.test/log";

function tree(size: number, leaves = LEAVES): Tree {
  return { size, root: base64(treeRoot(leaves.slice(0, size))) };
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

/** The proof that a leaf is in the tree: RFC 9162, 2.1.3.1. */
function inclusion(index: number, leaves: Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusion(index, left), treeRoot(right)]
    : [...inclusion(index - half, right), treeRoot(left)];
}

describe("a proof that a tree grew", () => {
  it("holds for every two sizes", () => {
    for (let second = 1; second <= LEAVES.length; second += 1) {
      for (let first = 1; first <= second; first += 1) {
        const path = proof(first, LEAVES.slice(0, second)).map(base64);
        expect(isConsistent(tree(first), tree(second), path)).toBe(true);
      }
    }
  });

  it("fails when an entry was changed, left out or put in", () => {
    for (const first of [5, 8, 13]) {
      const forged = [...LEAVES];
      forged[2] = leafHash(utf8("forged"));
      const path = proof(first, forged).map(base64);
      expect(isConsistent(tree(first), tree(40, forged), path)).toBe(false);
      const honest = proof(first, LEAVES).map(base64);
      expect(isConsistent(tree(first), tree(40, forged), honest)).toBe(false);
      expect(isConsistent(tree(first), tree(40), honest.slice(1))).toBe(false);
      expect(isConsistent(tree(first), tree(40), [...honest, honest[0]!])).toBe(false);
      expect(isConsistent(tree(first), tree(40), ["not base64"])).toBe(false);
    }
    expect(isConsistent(tree(5), tree(5, LEAVES.slice(1)), [])).toBe(false);
  });

  it("has a fingerprint that people can read to each other", () => {
    const one = tree(7);
    expect(fingerprint(one)).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
    expect(fingerprint(one)).not.toBe(fingerprint(tree(8)));
  });
});

/** A house's log, with the keys to sign whatever it likes. */
class House {
  private constructor(
    readonly secret: CryptoKey,
    readonly half: Uint8Array,
    readonly origin = ORIGIN,
  ) {}

  /** The same house, whose restored log has another name. */
  named(origin: string): House {
    return new House(this.secret, this.half, origin);
  }

  static async made(): Promise<House> {
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
    const { publicKey, privateKey } = pair as CryptoKeyPair;
    return new House(privateKey, new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
  }

  get key(): string {
    const typed = concat(Uint8Array.of(1), this.half);
    return `${this.origin}+${hex(this.id)}+${base64(typed)}`;
  }

  get id(): Uint8Array {
    return sha256(concat(utf8(`${this.origin}\n`), Uint8Array.of(1), this.half)).slice(0, 4);
  }

  async sign(message: Uint8Array): Promise<Uint8Array> {
    return new Uint8Array(
      await crypto.subtle.sign("Ed25519", this.secret, new Uint8Array(message)),
    );
  }

  async note(size: number, time: number, leaves = LEAVES): Promise<string> {
    const previous = size > 1 ? `previous ${base64(sha256(utf8("the one before")))}\n` : "";
    const body = `${this.origin}\n${size}\n${tree(size, leaves).root}\n${previous}time ${time}\n`;
    const signature = concat(this.id, await this.sign(utf8(body)));
    return `${body}\n— ${this.origin} ${base64(signature)}\n`;
  }
}

let served: (address: URL) => unknown;
let house: House;
let kept: Map<string, string>;

/** The log of an honest house, as its addresses answer; `leaves` is what it would prove. */
function proving(leaves: Uint8Array[]): typeof served {
  return ({ searchParams }) => {
    const [first, second] = ["first", "second"].map((each) => Number(searchParams.get(each)));
    return { proof: proof(first!, leaves.slice(0, second)).map(base64) };
  };
}

beforeEach(async () => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.stubGlobal("fetch", (address: string) => {
    const answer = served(new URL(address, "http://house.test"));
    if (answer === undefined) return Promise.resolve(new Response("{}", { status: 404 }));
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return Promise.resolve(new Response(text));
  });
  served = proving(LEAVES);
  house = await House.made();
});

describe("the log that this browser knows", () => {
  it("pins the first key and the first checkpoint, and follows as it grows", async () => {
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    const sight = await acceptCheckpoint(await house.note(9, 1000), house.key);
    expect(sight).toMatchObject({ size: 9, time: 1000 });
    // A bundle of before is older than what was seen last.
    await acceptCheckpoint(await house.note(3, 900), house.key);
    const memory = JSON.parse(kept.get("sabot.log")!) as { key: string; seen: Tree[] };
    expect(memory.key).toBe(house.key);
    expect(memory.seen.map((each) => each.size)).toEqual([3, 5, 9]);
  });

  it("keeps no more than a few, the first among them", async () => {
    for (let size = 1; size <= 40; size += 1)
      await acceptCheckpoint(await house.note(size, size), house.key);
    const { seen } = JSON.parse(kept.get("sabot.log")!) as { seen: Tree[] };
    expect(seen).toHaveLength(24);
    expect([seen[0]!.size, seen[1]!.size, seen.at(-1)!.size]).toEqual([1, 18, 40]);
  });

  it("takes a note that witnesses have signed below the house", async () => {
    const note = await house.note(5, 1000);
    await acceptCheckpoint(`${note}— witness.test/w AAAA\n`, house.key);
  });

  it("refuses another key, and a signature that is not the pinned key's", async () => {
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    const stranger = await House.made();
    served = ({ pathname }) => (pathname === "/api/log/keys/" ? [] : undefined);
    await expect(
      acceptCheckpoint(await stranger.note(6, 1100), stranger.key),
    ).rejects.toMatchObject({
      fault: "log_key",
    });
    await expect(acceptCheckpoint(await stranger.note(6, 1100), house.key)).rejects.toMatchObject({
      fault: "log_proof",
    });
  });

  it("follows a rotation that the old key signed, and none that it did not", async () => {
    const [next, thief] = [await House.made(), await House.made()];
    const entry = async (by: House): Promise<string> => {
      const said = {
        use: "log",
        origin: ORIGIN,
        old: hex(house.half),
        new: hex(next.half),
      };
      const message = utf8(`sabot-rotation/1\n${canonical(said)}`);
      const signed_by_old = hex(await by.sign(message));
      const signed_by_new = hex(await next.sign(message));
      return canonical({ kind: "rotation", facts: { ...said, signed_by_old, signed_by_new } });
    };
    const shown = (each: House, since: number): unknown => ({
      ...{ use: "log", public: hex(each.half), since, in_force: since > 0 },
      verifier_key: each.key,
    });
    const entries = { theft: await entry(thief), rotation: await entry(house) };
    let told = entries.theft;
    served = (address) =>
      address.pathname === "/api/log/keys/"
        ? [shown(house, 0), shown(next, 5)]
        : address.pathname === "/api/log/entries/5/"
          ? { entry: told }
          : proving(LEAVES)(address);
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    const note = await next.note(6, 1100);
    await expect(acceptCheckpoint(note, next.key)).rejects.toMatchObject({ fault: "log_key" });
    told = entries.rotation;
    await acceptCheckpoint(note, next.key);
    // What the old key signed before stays right.
    await acceptCheckpoint(await house.note(4, 900), house.key);
    expect((JSON.parse(kept.get("sabot.log")!) as { key: string }).key).toBe(next.key);
  });

  it("follows the name of a restored log that the key signed, and keeps what is lost", async () => {
    const restored = house.named(`${ORIGIN}/restored`);
    const thief = await House.made();
    const entry = async (by: House, size = 5): Promise<string> => {
      const key = hex(house.half);
      const said = { former: ORIGIN, key, origin: restored.origin, seen: 8, size };
      const signed = hex(await by.sign(utf8(`sabot-restored/1\n${canonical(said)}`)));
      return canonical({ kind: "restored", facts: { ...said, signed } });
    };
    const shown = (each: House, since: number): unknown => ({
      ...{ use: "log", public: hex(each.half), since, in_force: since > 0 },
      verifier_key: each.key,
    });
    let told = await entry(thief);
    const after = [...LEAVES.slice(0, 5), ...LEAVES.slice(20)];
    let leaves = LEAVES;
    served = (address) =>
      address.pathname === "/api/log/keys/"
        ? [shown(house, 0), shown(restored, 5)]
        : address.pathname === "/api/log/entries/5/"
          ? { entry: told }
          : proving(leaves)(address);
    await acceptCheckpoint(await house.note(4, 900), house.key);
    await acceptCheckpoint(await house.note(8, 1000), house.key);
    leaves = after;
    const note = await restored.note(7, 1100, after);
    const fault = { fault: "log_key" };
    for (const wrong of [told, await entry(house, 6), "{}"]) {
      told = wrong;
      await expect(acceptCheckpoint(note, restored.key)).rejects.toMatchObject(fault);
    }
    told = await entry(house);
    await acceptCheckpoint(note, restored.key);
    const memory = JSON.parse(kept.get("sabot.log")!) as {
      key: string;
      lost: Tree[];
      seen: Tree[];
    };
    expect(memory.key).toBe(restored.key);
    expect(memory.lost.map((each) => each.size)).toEqual([8]);
    expect(memory.seen.map((each) => each.size)).toEqual([4, 7]);
    // Under its old name the log is right as far as the backup went, and no further.
    await acceptCheckpoint(await house.note(5, 950), house.key);
    const beyond = await house.note(9, 1200);
    await expect(acceptCheckpoint(beyond, house.key)).rejects.toMatchObject(fault);
  });

  it.each([
    ["forgot an entry", 9, 1100],
    ["has another root at the same size", 5, 1000],
  ])("refuses a log that %s", async (_, size, time) => {
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    const forged = [...LEAVES];
    forged[2] = leafHash(utf8("forged"));
    served = proving(forged);
    await expect(
      acceptCheckpoint(await house.note(size, time, forged), house.key),
    ).rejects.toMatchObject({
      fault: "log_forgot",
    });
    // The evidence stays as it was.
    expect((JSON.parse(kept.get("sabot.log")!) as { seen: Tree[] }).seen).toHaveLength(1);
  });

  it("refuses a house that says it has no such tree", async () => {
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    served = () => undefined;
    await expect(acceptCheckpoint(await house.note(9, 1100), house.key)).rejects.toMatchObject({
      fault: "log_forgot",
    });
  });

  it.each([
    [9, 999],
    [3, 1001],
  ])("refuses %i entries at %i ms beside 5 at 1000", async (size, time) => {
    await acceptCheckpoint(await house.note(5, 1000), house.key);
    await expect(acceptCheckpoint(await house.note(size, time), house.key)).rejects.toMatchObject({
      fault: "log_clock",
    });
  });

  it("says what was known before the newest checkpoint", async () => {
    const note = await house.note(9, 1100);
    const key = { use: "log", public: "", since: 0, in_force: true, verifier_key: house.key };
    served = (address) =>
      address.pathname === "/api/log/checkpoint/"
        ? { note }
        : address.pathname === "/api/log/keys/"
          ? [key]
          : proving(LEAVES)(address);
    expect((await readNewestCheckpoint()).before).toBeNull();
    const again = await readNewestCheckpoint();
    expect(again.before?.seen.map((each) => each.size)).toEqual([9]);
  });
});

describe("what the log states of a shoe", () => {
  const facts = { commitment: "c0" };
  const entry = canonical({
    facts,
    id: "shoe:s1:commitment",
    kind: "commitment",
    log: "sabot-log/1",
    subject: "shoe:s1",
  });
  const leaves = [...LEAVES.slice(0, 6), leafHash(utf8(entry))];

  async function bundle(changed: Record<string, unknown> = {}): Promise<string> {
    const entries = [{ entry, index: 6, proof: inclusion(6, leaves).map(base64), ...changed }];
    const log = { checkpoint: await house.note(7, 1000, leaves), key: house.key, entries };
    return JSON.stringify({ version: 3, header: {}, commitment: "", reveal: null, log });
  }

  it("is proven by the pinned key", async () => {
    const text = await bundle();
    served = () => text;
    expect((await readStatements("s1"))?.get("commitment")).toEqual(facts);
    expect(kept.has("sabot.log")).toBe(true);
  });

  it.each([
    ["another entry", { entry: entry.replace("c0", "c1") }],
    ["another place", { index: 5 }],
    ["a shorter proof", { proof: [] }],
  ])("is not proven by %s", async (_, changed) => {
    const text = await bundle(changed);
    served = () => text;
    await expect(readStatements("s1")).rejects.toMatchObject({ fault: "log_proof" });
    expect(kept.has("sabot.log")).toBe(false);
  });

  it("is nothing where there is no such shoe", async () => {
    served = () => undefined;
    expect(await readStatements("s1")).toBeNull();
  });
});
