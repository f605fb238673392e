import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import chain from "../../../tests/rng/vectors/drand_quicknet.json";
import {
  type Contribution,
  ShoeSecrets,
  type Shuffling,
  standingOf,
} from "../../src/fairness/secrets/shoe_secrets";
import { contributionHash } from "../../src/verify/contribution";
import { unhex } from "../../src/verify/crypto/bytes";
import { openSecret } from "../../src/verify/timelock";

const SHOE = "0197f0aa-1111-7222-8333-444455556666";

class SessionStore {
  kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

function shuffling(changed: Partial<Shuffling> = {}): Shuffling {
  return {
    shoe: SHOE,
    commitment: "ab".repeat(32),
    sequence: 4,
    stage: "sealing",
    size: 312,
    cut_from: 104,
    cut_to: 208,
    offered: [],
    cutter: 0,
    declined: [],
    sealed: [],
    opened: [],
    lock_round: null,
    ...changed,
  };
}

const MINE = new Set([5, 3]);
let drawer: SessionStore;
let secrets: ShoeSecrets;

beforeEach(() => {
  drawer = new SessionStore();
  secrets = new ShoeSecrets(drawer);
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a browser's part of the shuffle", () => {
  it("is sealed once, at the lowest of my boxes, and by a hash alone", async () => {
    const command = await secrets.next(shuffling(), MINE);
    const [kept] = secrets.of(SHOE);
    expect(command).toEqual({ kind: "table.seal", box: 3, shoe: SHOE, hash: kept?.hash });
    expect(JSON.stringify(command)).not.toContain(kept?.secret);
    expect(kept?.hash).toBe(await contributionHash(SHOE, 3, unhex(kept!.secret), null));
    expect(await secrets.next(shuffling(), MINE)).toBeNull();
    expect(await secrets.next(shuffling({ sealed: [3] }), MINE)).toBeNull();
  });

  it("waits while the cut may still be mine, and is sealed when it is decided", async () => {
    expect(await secrets.next(shuffling({ offered: [5] }), MINE)).toBeNull();
    expect(await secrets.next(shuffling({ offered: [6] }), MINE)).toBeNull();
    const decided = shuffling({ cutter: 6, sealed: [6] });
    expect((await secrets.next(decided, MINE))?.kind).toBe("table.seal");
  });

  it("is sealed at once when I leave the cut to others, whoever is asked next", async () => {
    const after = await secrets.next(shuffling({ offered: [3], declined: [5] }), MINE);
    expect(after?.kind).toBe("table.seal");
  });

  it("waits for nobody's cut when I leave every cut to the dealer, but declines my own first", async () => {
    expect(await secrets.next(shuffling({ offered: [5] }), MINE, true)).toBeNull();
    const others = await secrets.next(shuffling({ offered: [6] }), MINE, true);
    expect(others?.kind).toBe("table.seal");
  });

  it("covers the place when I cut, and nothing else is sealed beside it", async () => {
    const command = await secrets.cut(shuffling(), 5, 143);
    const [kept] = secrets.of(SHOE);
    expect(command).toEqual({ kind: "table.cut", box: 5, shoe: SHOE, hash: kept?.hash });
    expect(kept?.hash).toBe(await contributionHash(SHOE, 5, unhex(kept!.secret), 143));
    expect(await secrets.next(shuffling({ offered: [2, 5] }), MINE)).toBeNull();
    expect(await secrets.next(shuffling({ cutter: 5 }), MINE)).toBeNull();
  });

  it("is sealed without a cut where another was sooner", async () => {
    await secrets.cut(shuffling(), 5, 143);
    const command = await secrets.next(shuffling({ cutter: 2, sealed: [2] }), MINE);
    expect(command?.kind).toBe("table.seal");
    const closed = shuffling({ stage: "opening", sealed: [2, 3], cutter: 2 });
    expect(await secrets.next(closed, MINE)).toMatchObject({ box: 3, cut: null });
  });

  it("is not sealed while the list is being closed: it would be refused", async () => {
    expect(await secrets.next(shuffling({ stage: "closing" }), MINE)).toBeNull();
  });

  it("is opened once, only after the list is closed", async () => {
    await secrets.next(shuffling(), MINE);
    const [kept] = secrets.of(SHOE);
    expect(await secrets.next(shuffling({ sealed: [3] }), MINE)).toBeNull();
    const closed = shuffling({ stage: "opening", sealed: [3] });
    expect(await secrets.next(closed, MINE)).toEqual({
      kind: "table.open",
      box: 3,
      shoe: SHOE,
      secret: kept?.secret,
      cut: null,
    });
    expect(await secrets.next(closed, MINE)).toBeNull();
  });

  it("is opened with the place by who cut, also when he had sealed without one before", async () => {
    await secrets.next(shuffling(), MINE);
    await secrets.cut(shuffling(), 3, 150);
    const closed = shuffling({ stage: "opening", sealed: [3], cutter: 3 });
    expect(await secrets.next(closed, MINE)).toMatchObject({ kind: "table.open", cut: 150 });
  });

  it("outlives a reload: what is on its way is sent again, and can be opened", async () => {
    const sent = await secrets.next(shuffling(), MINE);
    const again = new ShoeSecrets(drawer);
    expect(await again.next(shuffling(), MINE)).toEqual(sent);
    const closed = shuffling({ stage: "opening", sealed: [3] });
    const opened = await new ShoeSecrets(drawer).next(closed, new Set());
    expect(opened).toMatchObject({ kind: "table.open", secret: secrets.of(SHOE)[0]?.secret });
  });

  it("is not opened twice after a reload, nor what is not in the list", async () => {
    await secrets.next(shuffling(), MINE);
    const opened = shuffling({ stage: "opening", sealed: [3], opened: [3] });
    expect(await new ShoeSecrets(drawer).next(opened, MINE)).toBeNull();
    const absent = shuffling({ stage: "opening", sealed: [6] });
    expect(await new ShoeSecrets(drawer).next(absent, MINE)).toBeNull();
  });

  it("is locked to the round that is named where the house promised so, never opened by hand", async () => {
    vi.setSystemTime(chain.genesis_time * 1000);
    await secrets.next(shuffling({ lock_round: 0 }), MINE);
    await secrets.cut(shuffling({ lock_round: 0 }), 3, 150);
    const [, kept] = secrets.of(SHOE);
    const closed = shuffling({ stage: "opening", sealed: [3], cutter: 3, lock_round: 123 });
    // Before it is named, or where a frame takes the promise back, nothing goes.
    for (const lock_round of [0, null]) {
      expect(await secrets.next({ ...closed, lock_round }, MINE)).toBeNull();
    }
    const sent = await secrets.next(closed, MINE);
    expect(sent).toMatchObject({ kind: "table.lock", box: 3, shoe: SHOE });
    expect(JSON.stringify(sent)).not.toContain(kept!.secret);
    const { locked } = sent as { locked: string };
    const whose = { subject: "shoe", id: SHOE, seat: 3 } as const;
    const sealed = { hash: kept!.hash, cuts: true, from: 104, to: 208 };
    const found = await openSecret(whose, locked, sealed, chain.rounds[0]!.signature);
    expect(found).toEqual({ secret: kept!.secret, cut: 150 });
    expect(secrets.of(SHOE)[1]).toMatchObject({ locked });
    // After a reload the same is sent: the house takes no other.
    expect(await new ShoeSecrets(drawer).next(closed, MINE)).toEqual(sent);
  });

  it("is not locked to a round that came long ago", async () => {
    await secrets.next(shuffling({ lock_round: 0 }), MINE);
    const closed = shuffling({ stage: "opening", sealed: [3], lock_round: 123 });
    expect(await secrets.next(closed, MINE)).toBeNull();
  });

  it("is of chance: no two secrets are the same", async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, () => secrets.draw(shuffling(), 1, null)),
    );
    expect(new Set(made.map((each) => each.secret)).size).toBe(50);
    expect(made.every((each) => /^[0-9a-f]{64}$/.test(each.secret))).toBe(true);
  });

  it("keeps the house's receipt with the secret that it is for", async () => {
    const { hash } = await secrets.draw(shuffling(), 3, null);
    const receipt = {
      type: "sealed" as const,
      subject: `shoe:${SHOE}`,
      seat: 3,
      hash,
      at: 1,
      key: "00",
      signature: "00",
    };
    secrets.received({ ...receipt, hash: "ff" });
    secrets.received({ ...receipt, subject: "shoe:other" });
    expect(secrets.of(SHOE)[0]?.receipt).toBeNull();
    secrets.received(receipt);
    const opening = { ...receipt, type: "opened" as const };
    secrets.received(opening);
    expect(new ShoeSecrets(drawer).of(SHOE)[0]).toMatchObject({ receipt, opening });
  });
});

describe("the log's list", () => {
  const mine: Contribution = {
    shoe: SHOE,
    seat: 3,
    secret: "11",
    cut: null,
    hash: "aa",
    receipt: null,
    opening: null,
  };
  it("has my secret, or withheld it, or dropped it, or lacks it", () => {
    const hashes = [{ hash: "aa", seat: 3 }];
    expect(standingOf(mine, { hashes, opened: [{ seat: 3, secret: "11" }] })).toBe("listed");
    expect(standingOf(mine, { hashes, opened: [] })).toBe("withheld");
    const opening = {
      type: "opened" as const,
      subject: `shoe:${SHOE}`,
      seat: 3,
      hash: "aa",
      key: "00",
      signature: "00",
    };
    expect(standingOf({ ...mine, opening }, { hashes, opened: [] })).toBe("dropped");
    // Locked: the house that logs some left mine out; one that was too late left out everybody's.
    const logged = (locked: unknown[]) =>
      standingOf({ ...mine, opening }, { hashes, opened: [], locked });
    expect(logged([{ seat: 4 }])).toBe("dropped");
    expect(logged([])).toBe("withheld");
    expect(standingOf(mine, { hashes: [{ hash: "bb", seat: 3 }], opened: [] })).toBe("absent");
  });
});
