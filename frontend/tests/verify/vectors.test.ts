/** docs/chance-vectors.json, each step of it, by the browser's verifier. */

import { describe, expect, it } from "vitest";
import { isConsistent } from "../../src/fairness/checks/log";
import { H, H512, base64, hex, u64, unbase64, unhex, utf8 } from "../../src/verify/crypto/bytes";
import { contributionHash } from "../../src/verify/contribution";
import { checkDeal } from "../../src/verify/deal";
import { scaled, words } from "../../src/verify/crypto/drbg";
import { isSigned } from "../../src/verify/crypto/ed25519";
import { entriesOf } from "../../src/verify/log";
import { isIncluded, leafHash, treeRoot } from "../../src/verify/crypto/merkle";
import { checkOpening } from "../../src/verify/opening";
import { generator, mix, sealed } from "../../src/verify/promise";
import { sha256 } from "../../src/verify/crypto/sha2";
import { leaves, salts, shuffle } from "../../src/verify/shoe";
import { canonical } from "../../src/verify/format/json";
import vectors from "../../../docs/chance-vectors.json";

const TERMS = {
  contributions: "full",
  cutFrom: 10,
  cutTo: 94,
  beacon: "none",
  locks: false,
} as const;

function promised(what: "shoe" | "draw") {
  const { header, seed, commitment } = vectors[what];
  return sealed(`sabot-${what}/2`, header, seed, commitment);
}

function mixed(what: "shoe" | "draw"): Uint8Array {
  const opened = vectors[what].contributions.map(({ seat, secret }) => ({ seat, secret }));
  const said = { at: 0, by: 0, cut: 0, opened, withheld: [] };
  return mix(promised(what), unhex(vectors[what].beacon), TERMS, said);
}

describe.each(["shoe", "draw"] as const)("a %s", (what) => {
  const given = vectors[what];

  it("is promised, sealed and mixed alike", async () => {
    expect(canonical(given.header)).toBe(given.canonical);
    const tags = `sabot-${what}/2`;
    expect(hex(H(`${tags}/header`, utf8(given.canonical)))).toBe(given.header_hash);
    expect(hex(H(`${tags}/nonce`, unhex(given.header_hash)))).toBe(given.nonce);
    for (const { seat, secret, cut, hash } of given.contributions) {
      const id = "shoe" in given.header ? given.header.shoe : given.header.draw;
      expect(await contributionHash(id, seat, unhex(secret), cut, what)).toBe(hash);
    }
    expect(hex(mixed(what))).toBe(given.mix);
    const alone = mix(promised(what), new Uint8Array(), TERMS, null);
    expect(hex(alone)).toBe(given.mix_of_the_house_alone);
  });

  it("draws from the same words", () => {
    const chance = generator(promised(what));
    chance.reseed(unhex(given.seed).slice(64, 128), mixed(what));
    expect(hex(chance.generate(208))).toBe(given.first_request);
  });
});

describe("a shoe", () => {
  const given = vectors.shoe;
  const pack = Array.from({ length: 104 }, (_, at) => at % 52);

  it("is shuffled, salted and rooted alike", () => {
    const [shuffled, rejected] = shuffle(pack, promised("shoe"), mixed("shoe"));
    expect(hex(Uint8Array.from(shuffled))).toBe(given.shuffled);
    expect(rejected).toBe(given.rejected_words);
    const { cut } = given;
    expect(hex(Uint8Array.from([...shuffled.slice(cut), ...shuffled.slice(0, cut)]))).toBe(
      given.dealt,
    );
    const hashed = leaves(promised("shoe"), shuffled);
    expect(salts(promised("shoe"), 3).map(hex)).toEqual(given.salts);
    expect(hashed.slice(0, 3).map(hex)).toEqual(given.leaves);
    expect(hex(treeRoot(hashed))).toBe(given.root);
    const faces = Uint8Array.from(shuffled.slice(0, 40)).sort();
    expect(hex(H("sabot-shoe/2/cards", faces, unhex(given.seed)))).toBe(given.cards_of_a_refill);
  });

  it("is cut by the dealer at the same place", () => {
    const found = words(H512("sabot-shoe/2/cut", mixed("shoe"), u64(0)))
      .map((word) => scaled(word, 94 - 10 + 1))
      .find((each) => each !== null);
    expect(10 + found!).toBe(given.cut);
  });

  it("binds which hand got which card", () => {
    const { deal, deal_hash } = given;
    checkDeal(deal, 8, "sabot-shoe/2", deal_hash);
    const otherwise = [deal[0]!, { ...deal[1]!, round: 9 }];
    expect(() => checkDeal(otherwise, 8, "sabot-shoe/2", deal_hash)).toThrow("deal");
  });

  it("opens a card, and no other", () => {
    const shoe = { root: given.root, size: 104, cut: given.cut };
    expect(checkOpening(given.opening, shoe)).toBe(true);
    expect(checkOpening({ ...given.opening, place: 6 }, shoe)).toBe(false);
  });
});

describe("a draw", () => {
  it("falls alike", () => {
    const chance = generator(promised("draw"));
    chance.reseed(unhex(vectors.draw.seed).slice(64), mixed("draw"));
    const fallen = vectors.draw.header.sides.split(",").map((side) => chance.below(Number(side)));
    expect(fallen).toEqual(vectors.draw.values);
    expect(chance.rejected).toBe(vectors.draw.rejected_words);
  });
});

describe("numbers", () => {
  it.each(vectors.uniform)("below $below", ({ below, words: given, value, rejected }) => {
    const found = given.map((word) => scaled(word, below));
    expect(found.findIndex((each) => each !== null)).toBe(rejected);
    expect(found[rejected]).toBe(value);
  });
});

describe("the log", () => {
  const { key, entries, checkpoints, inclusion } = vectors.log;
  const hashed = entries.map((each) => leafHash(utf8(each)));
  const root = (size: number) => treeRoot(hashed.slice(0, size));

  it("has the same leaves, roots and chain under right signatures", async () => {
    expect(hashed.map(hex)).toEqual(vectors.log.leaves);
    let before = "";
    for (const [at, note] of checkpoints.entries()) {
      const [text, line] = note.split("\n\n— ") as [string, string];
      const lines = text.split("\n");
      expect(unbase64(lines[2]!)).toEqual(root(at + 1));
      if (at) expect(lines[3]).toBe(`previous ${base64(sha256(utf8(before)))}`);
      before = `${text}\n`;
      const signature = unbase64(line.split(" ")[1]!.trim())!.slice(4);
      const publicKey = unbase64(key.split("+").slice(2).join("+"))!.slice(1);
      expect(await isSigned(publicKey, signature, utf8(before))).toBe(true);
    }
  });

  it("takes an entry of a right checkpoint, and no other's", async () => {
    const last = { index: 10, size: 11 };
    const { proof } = inclusion.find((each) => each.index === 10 && each.size === last.size)!;
    const log = {
      checkpoint: checkpoints[10]!,
      entries: [{ entry: entries[10]!, index: 10, proof }],
      key,
    };
    const found = await entriesOf(log, "shift:10");
    expect([...found.stated.keys()]).toEqual(["monitoring"]);
    await expect(entriesOf(log, "shift:9")).rejects.toThrow();
    await expect(entriesOf({ ...log, checkpoint: checkpoints[9]! }, "shift:10")).rejects.toThrow();
  });

  it("includes each entry in each tree", () => {
    for (const { index, size, proof } of inclusion) {
      const path = proof.map((each) => unbase64(each)!);
      expect(isIncluded(hashed[index]!, index, size, path, root(size))).toBe(true);
      expect(isIncluded(hashed[index]!, index + 1, size, path, root(size))).toBe(false);
    }
  });

  it("only grows", () => {
    const at = (size: number) => ({ size, root: base64(root(size)), note: "" });
    for (const { first, second, proof } of vectors.log.consistency) {
      expect(isConsistent(at(first), at(second), proof)).toBe(true);
      const other = { ...at(second), root: base64(hashed[0]!) };
      if (second > 1) expect(isConsistent(at(first), other, proof)).toBe(false);
    }
  });
});
