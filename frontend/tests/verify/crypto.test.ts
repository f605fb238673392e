import { describe, expect, it } from "vitest";
import { beacon, isOfChain } from "../../src/verify/beacon";
import { base64, concat, hex, unbase64, unhex, utf8 } from "../../src/verify/crypto/bytes";
import { Generator, scaled } from "../../src/verify/crypto/drbg";
import { fallback, isSigned } from "../../src/verify/crypto/ed25519";
import { isIncluded, leafHash, treeRoot } from "../../src/verify/crypto/merkle";
import { hkdf512, hmac256, hmac512, sha256, sha512 } from "../../src/verify/crypto/sha2";
import known from "../../../tests/rng/vectors/pr_false_sha512.rsp?raw";
import quicknet from "../../../tests/rng/vectors/drand_quicknet.json";
import signatures from "../../../tests/rng/vectors/ed25519_rfc8032.json";
import edges from "../../../tests/rng/vectors/ed25519_edges.json";
import trees from "../../../tests/rng/vectors/rfc6962.json";

type Bytes = Uint8Array<ArrayBuffer>;
const bytes = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * 167 + length * 31) & 255);
const key = (hash: string, secret: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey("raw", secret, { name: "HMAC", hash }, false, ["sign"]);

describe("hashes", () => {
  it("are WebCrypto's, at every length around the blocks", async () => {
    for (let length = 0; length < 300; length++) {
      const message = bytes(length);
      for (const [name, own] of [
        ["SHA-256", sha256],
        ["SHA-512", sha512],
      ] as const) {
        const theirs = new Uint8Array(await crypto.subtle.digest(name, message));
        expect(hex(own(message)), `${name} of ${length}`).toBe(hex(theirs));
      }
    }
  });

  it("make the HMAC and HKDF of WebCrypto", async () => {
    for (const length of [1, 32, 63, 64, 65, 127, 128, 129, 200]) {
      const secret = bytes(length);
      const message = bytes(length + 5);
      for (const [name, own] of [
        ["SHA-256", hmac256],
        ["SHA-512", hmac512],
      ] as const) {
        const theirs = await crypto.subtle.sign("HMAC", await key(name, secret), message);
        expect(hex(own(secret, message))).toBe(hex(new Uint8Array(theirs)));
      }
      const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
      const salt = bytes(32);
      const info = bytes(20);
      const wanted = { name: "HKDF", hash: "SHA-512", salt, info };
      const theirs = new Uint8Array(await crypto.subtle.deriveBits(wanted, base, 256));
      expect(hex(hkdf512(secret, salt, info, 32))).toBe(hex(theirs));
    }
  });
});

describe("the generator", () => {
  it("gives the known answers of NIST", () => {
    const cases = known.split(/\n\s*\n/).filter((each) => each.includes("ReturnedBits ="));
    for (const each of cases) {
      const of = (name: string): Uint8Array[] =>
        [...each.matchAll(new RegExp(`^${name} = ?([0-9a-f]*)$`, "gm"))].map((m) => unhex(m[1]!));
      const [entropy] = of("EntropyInput");
      const drbg = new Generator(entropy!, of("Nonce")[0]!, of("PersonalizationString")[0]!);
      drbg.reseed(of("EntropyInputReseed")[0]!, of("AdditionalInputReseed")[0]!);
      const [first, second] = of("AdditionalInput");
      const wanted = of("ReturnedBits")[0]!;
      drbg.generate(wanted.length, first);
      expect(hex(drbg.generate(wanted.length, second))).toBe(hex(wanted));
    }
    expect(cases).toHaveLength(240);
  });

  it("rejects exactly the words that would favour some numbers", () => {
    const edge = Math.floor(2 ** 32 / 37) * 37;
    expect(scaled(edge - 1, 37)).toBe(36);
    expect(scaled(edge, 37)).toBeNull();
    expect(scaled(2 ** 32 - 1, 2 ** 32)).toBe(2 ** 32 - 1);
    expect(scaled(2 ** 32 - 1, 1)).toBe(0);
  });
});

describe("trees", () => {
  it("have the roots and proofs of RFC 6962, and no others", () => {
    const leaves = trees.leaf_inputs_hex.map((each) => leafHash(unhex(each)));
    trees.roots_hex_by_size.forEach((root, size) => {
      if (size > 0) expect(hex(treeRoot(leaves.slice(0, size)))).toBe(root);
    });
    for (const {
      leafIdx,
      treeSize,
      root,
      leafHash: leaf,
      proof,
      wantErr,
      desc,
    } of trees.inclusion) {
      const decoded = (proof ?? []).map((each) => unbase64(each)!);
      const holds = isIncluded(unbase64(leaf)!, leafIdx, treeSize, decoded, unbase64(root)!);
      expect(holds, desc).toBe(!wantErr);
    }
  });
});

describe("signatures", () => {
  it("of RFC 8032 are known to WebCrypto and to the library, and only these", async () => {
    for (const each of signatures.vectors) {
      const [publicKey, signature, message] = [each.public_key, each.signature, each.message].map(
        (text) => Uint8Array.from(unhex(text)),
      ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
      for (const check of [isSigned, fallback]) {
        expect(await check(publicKey, signature, message)).toBe(true);
        expect(await check(publicKey, signature, new Uint8Array([...message, 0]))).toBe(false);
        const other = signature.slice();
        other[40]! ^= 1;
        expect(await check(publicKey, other, message)).toBe(false);
        expect(await check(new Uint8Array(32).fill(255), signature, message)).toBe(false);
      }
    }
  });

  it("on which libraries differ are judged alike, whoever checks them", async () => {
    const soundly = await Promise.all(
      edges.map(async ({ key, signature, message, name, right }) => {
        const given = [key, signature, message].map((text) => Uint8Array.from(unhex(text)));
        const [one, other, third] = given as [Bytes, Bytes, Bytes];
        expect(await isSigned(one, other, third), name).toBe(right);
        // The library's own part alone, where both points are sound.
        if (/cofactor|part|in R|s too large/.test(name)) {
          expect(await fallback(one, other, third), name).toBe(right);
          return 1;
        }
        return 0;
      }),
    );
    expect(soundly.reduce((sum: number, each) => sum + each, 0)).toBe(6);
  });

  it("of drand's quicknet are of their round alone", async () => {
    const chain = {
      publicKey: quicknet.public_key,
      genesis: quicknet.genesis_time,
      period: quicknet.period_seconds,
    };
    const round = quicknet.rounds[0]!;
    expect(await isOfChain(chain, round)).toBe(true);
    expect(await isOfChain(chain, { ...round, round: round.round + 1 })).toBe(false);
    expect(await isOfChain(chain, { ...round, signature: "00".repeat(48) })).toBe(false);
  });
});

describe("texts", () => {
  it("stand for bytes in one way only", () => {
    for (let length = 0; length < 9; length++) {
      expect(unbase64(base64(bytes(length)))).toEqual(bytes(length));
      expect(unhex(hex(bytes(length)))).toEqual(bytes(length));
    }
    // The same bytes with spare bits set, no padding, too much of it, another alphabet, a space.
    for (const text of ["AB==", "AA", "AA=", "AAA==", "AA-_", "AA==\n", "A"]) {
      expect(unbase64(text), text).toBeNull();
    }
    expect(concat(utf8("é"), utf8("a"))).toEqual(Uint8Array.of(0xc3, 0xa9, 0x61));
  });
});

describe("the time of a beacon's round", () => {
  const falls = (quicknet.genesis_time + 122 * quicknet.period_seconds) * 1000;
  const asked = (closedAt: number) => ({
    chain: quicknet.chain_hash,
    round: 123,
    closedAt,
    openedAt: null,
    locks: false,
    stated: null,
  });

  it("lies six seconds after the list at the least", async () => {
    expect((await beacon(asked(falls - 6000))).facts.state).toBe("silent");
    await expect(beacon(asked(falls - 5999))).rejects.toMatchObject({ code: "beacon_near" });
  });
});
