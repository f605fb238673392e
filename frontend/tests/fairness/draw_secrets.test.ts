import { beforeEach, describe, expect, it, vi } from "vitest";
import chain from "../../../tests/rng/vectors/drand_quicknet.json";
import { type DrawShown, DrawSecrets } from "../../src/fairness/secrets/draw_secrets";
import { unhex } from "../../src/verify/crypto/bytes";
import { contributionHash } from "../../src/verify/contribution";
import { openSecret } from "../../src/verify/timelock";

const ID = "0197f0aa-1111-7222-8333-444455556666";
const NOBODY: ReadonlySet<number> = new Set();

class SessionStore {
  kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

function draw(changed: Partial<DrawShown> = {}): DrawShown {
  return {
    id: ID,
    sequence: 4,
    commitment: "ab".repeat(32),
    contributions: "full",
    stage: "sealing",
    sealed: [],
    opened: [],
    lock_round: null,
    ...changed,
  };
}

let drawer: SessionStore;
let parts: DrawSecrets;

beforeEach(() => {
  drawer = new SessionStore();
  parts = new DrawSecrets(drawer);
});

describe("a browser's part of a draw", () => {
  it("is sealed once I have a stake, under a number above the boxes', by its hash alone", async () => {
    expect(await parts.next(draw(), false, NOBODY)).toBeNull();
    const command = await parts.next(draw(), true, NOBODY);
    const part = parts.of(ID)!;
    expect(command).toEqual({
      kind: "table.seal_draw",
      draw: ID,
      seat: part.seat,
      hash: part.hash,
    });
    expect(part.seat).toBeGreaterThan(1000);
    expect(part.seat).toBeLessThan(2 ** 15);
    expect(part.hash).toBe(await contributionHash(ID, part.seat, unhex(part.secret), null, "draw"));
    expect(JSON.stringify(command)).not.toContain(part.secret);
    expect(await parts.next(draw(), true, NOBODY)).toBeNull();
  });

  it("goes by the lowest box that I hold", async () => {
    expect(await parts.next(draw(), true, new Set([5, 3]))).toMatchObject({ seat: 3 });
  });

  it("is opened once the list is closed, after a reload too", async () => {
    await parts.next(draw(), true, NOBODY);
    const { seat, secret } = parts.of(ID)!;
    const open = { kind: "table.open_draw", draw: ID, seat, secret };
    const reloaded = new DrawSecrets(drawer);
    expect(await reloaded.next(draw({ stage: "opening" }), false, NOBODY)).toEqual(open);
    expect(await reloaded.next(draw({ stage: "opening" }), true, NOBODY)).toBeNull();
    expect(await parts.next(draw({ stage: "falling" }), true, NOBODY)).toBeNull();
  });

  it("is locked to the round that is named where the house promised so", async () => {
    vi.setSystemTime(chain.genesis_time * 1000);
    await parts.next(draw({ lock_round: 0 }), true, NOBODY);
    const { seat, secret, hash } = parts.of(ID)!;
    for (const lock_round of [0, null]) {
      expect(await parts.next(draw({ stage: "opening", lock_round }), true, NOBODY)).toBeNull();
    }
    const named = draw({ stage: "opening", lock_round: 123 });
    const sent = await parts.next(named, true, NOBODY);
    vi.useRealTimers();
    const { locked } = parts.of(ID)!;
    expect(sent).toEqual({ kind: "table.lock_draw", draw: ID, seat, locked });
    const whose = { subject: "draw", id: ID, seat } as const;
    const sealed = { hash, cuts: false, from: 0, to: 0 };
    const found = await openSecret(whose, locked!, sealed, chain.rounds[0]!.signature);
    expect(found).toEqual({ secret, cut: 0 });
    expect(await new DrawSecrets(drawer).next(named, true, NOBODY)).toEqual(sent);
  });

  it("is sent again with the same hash where it was refused before I had staked", async () => {
    const first = await parts.next(draw(), true, NOBODY);
    parts.again(ID);
    expect(await parts.next(draw(), true, NOBODY)).toEqual(first);
  });

  it("is not asked for where the house makes draws alone, nor after the list is closed", async () => {
    expect(await parts.next(draw({ contributions: "none" }), true, NOBODY)).toBeNull();
    expect(await parts.next(draw({ stage: "opening" }), true, NOBODY)).toBeNull();
  });
});
