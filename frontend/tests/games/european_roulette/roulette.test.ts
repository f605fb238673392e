import { describe, expect, it } from "vitest";
import { POSITIONS, WHEEL } from "../../../src/games/european_roulette/layout";
import { neighbours } from "../../../src/games/european_roulette/announced";
import { command, confirmed, expanded, worth } from "../../../src/games/european_roulette/stakes";
import type { Own } from "../../../src/games/european_roulette/wire";

type Wager = Own["wagers"][number];

const wager = (id: string, on: string, amount: number, keep: Wager["keep"] = "free"): Wager => ({
  id,
  on,
  amount,
  keep,
  zeros: keep === "free" ? 0 : 1,
  half: 0,
  freed: 0,
});

const own = (wagers: Wager[], announced: Own["announced"] = []): Own => ({
  game: "european_roulette",
  wagers,
  announced,
  settled: [],
  staked: 0,
  returned: 0,
  ready: false,
  options: [],
});

describe("the layout", () => {
  it("has the numbers of the wheel once each", () => {
    const numbers = POSITIONS.filter((each) => each.bet === "straight").map((each) => each.chosen);
    expect(numbers.flat().sort()).toEqual([...WHEEL].sort());
  });

  it("lets no two hit areas of edges and corners overlap", () => {
    const edges = POSITIONS.filter((each) =>
      ["split", "corner", "street", "six_line"].includes(each.bet),
    );
    for (const [nth, one] of edges.entries()) {
      for (const other of edges.slice(nth + 1)) {
        const apart =
          Math.abs(one.u - other.u) + 1e-9 >= (one.du + other.du) / 2 ||
          Math.abs(one.v - other.v) + 1e-9 >= (one.dv + other.dv) / 2;
        expect(apart, `${one.on} ${other.on}`).toBe(true);
      }
    }
  });

  it("closes the wheel behind the zero", () => {
    expect(neighbours(0)).toEqual([3, 26, 0, 32, 15]);
  });
});

describe("one command for all chips", () => {
  it("names every total, announced bets apart", () => {
    const wanted = new Map([
      ["red", 500],
      ["straight:17", 200],
      ["@jeu_zero", 100],
    ]);
    const stake = command(wanted, new Map(), 100, new Set());
    expect(stake?.wagers.map(({ on, amount }) => [on, amount])).toEqual([
      ["red", 500],
      ["straight:17", 200],
    ]);
    expect(stake?.announced).toEqual([{ id: "a0", bet: "jeu_zero", unit: 100 }]);
    expect(worth(wanted)).toBe(1100);
  });

  it("keeps back what is below the minimum, and what lies there meanwhile", () => {
    expect(command(new Map([["red", 100]]), new Map(), 500, new Set())).toBeNull();
    const there = new Map([["red", 500]]);
    expect(command(new Map([["red", 100]]), there, 500, new Set())).toBeNull();
    const more = new Map([
      ["red", 100],
      ["odd", 500],
    ]);
    const stake = command(more, there, 500, new Set());
    expect(stake?.wagers.map(({ on, amount }) => [on, amount])).toEqual([
      ["red", 500],
      ["odd", 500],
    ]);
  });

  it("gives a stake beside a prisoner an id of its own", () => {
    const wanted = new Map([["red", 500]]);
    const free = command(wanted, new Map(), 100, new Set())?.wagers[0]?.id ?? "";
    const beside = command(wanted, new Map(), 100, new Set([free]))?.wagers[0]?.id;
    expect(beside).not.toBe(free);
  });

  it("fits a stake on every position into one message", () => {
    const all = new Map(POSITIONS.map((each) => [each.on, 1_000_000]));
    const text = JSON.stringify(command(all, new Map(), 100, new Set()));
    expect(text.length).toBeLessThan(16_000);
  });

  it("reads back what it staked: an announced bet by its name, prisoners not at all", () => {
    const mine = own(
      [
        wager("p1", "red", 500),
        wager("p2", "odd", 300, "prison"),
        wager("a0/straight:26", "straight:26", 100),
        wager("old/straight:3", "straight:3", 200),
      ],
      [{ id: "a0", bet: "jeu_zero", unit: 100 }],
    );
    expect([...confirmed(mine)]).toEqual([
      ["red", 500],
      ["@jeu_zero", 100],
      ["straight:3", 200],
    ]);
    expect([...expanded(mine)]).toEqual([["straight:26", 100]]);
  });

  it("forgets an announced bet once its stakes are settled", () => {
    expect([...confirmed(own([], [{ id: "a0", bet: "jeu_zero", unit: 100 }]))]).toEqual([]);
  });
});
