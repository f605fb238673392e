import { describe, expect, it } from "vitest";
import { POSITIONS, WHEEL } from "../../../src/games/european_roulette/layout";
import { neighbours } from "../../../src/games/european_roulette/announced";
import { named, written } from "../../../src/games/european_roulette/naming";
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

describe("a bet by name", () => {
  it.each([
    ["17", ["straight:17"]],
    ["17 plein", ["straight:17"]],
    ["zéro", ["straight:0"]],
    ["17-20", ["split:17-20"]],
    ["cheval 20 17", ["split:17-20"]],
    ["à cheval 0 3", ["split:0-3"]],
    ["transversale 13", ["street:13-14-15"]],
    ["13 14 15", ["street:13-14-15"]],
    ["carré 17", ["corner:17-18-20-21"]],
    ["0 1 2 3", ["corner:0-1-2-3"]],
    ["sixain 4", ["six_line:4-5-6-7-8-9"]],
    ["2e douzaine", ["dozen:2"]],
    ["third dozen", ["dozen:3"]],
    ["douzaines 1 et 2", ["double_dozen:1-2"]],
    ["colonne 1", ["column:1"]],
    ["Rouge", ["red"]],
    ["impair", ["odd"]],
    ["passe", ["high"]],
    ["tiers", ["@tiers_du_cylindre"]],
    ["voisins", ["@voisins_du_zero"]],
    ["voisins du zéro", ["@voisins_du_zero"]],
    ["17 et deux voisins", ["@voisins_n:17"]],
    ["17 et 2 voisins", ["@voisins_n:17"]],
    ["2 et 2 voisins", ["@voisins_n:2"]],
    ["orphelins en plein", ["@orphelins_plein"]],
    ["orphelins", ["@orphelins_cheval"]],
    ["jeu zéro", ["@jeu_zero"]],
    ["finale 7", ["@finales_n:7"]],
  ])("%s", (call, spots) => {
    expect([...(named(call) ?? new Map()).keys()]).toEqual(spots);
  });

  it("with its splits, at the border too", () => {
    expect([...(named("17 et chevaux") ?? new Map()).keys()].sort()).toEqual(
      ["split:14-17", "split:16-17", "split:17-18", "split:17-20", "straight:17"].sort(),
    );
    expect((named("0 et chevaux") ?? new Map()).size).toBe(4);
  });

  it.each(["", "bonjour", "37", "17 19", "douzaine 4", "carré 1 36", "finale 12", "et chevaux"])(
    "%s is none",
    (call) => {
      expect(named(call)).toBeNull();
    },
  );
});

describe("an announcement in writing", () => {
  it.each([
    ["complète du 17", "complete_n:17"],
    ["Complete 0", "complete_n:0"],
    ["complete of 36", "complete_n:36"],
    ["5 × rouge, 2 x carré 17 20", "custom:red=5,corner:17-18-20-21=2"],
    ["red; red; 3*0", "custom:red=2,straight:0=3"],
  ])("%s", (text, bet) => {
    expect(written(text)).toBe(bet);
  });
  it.each(["", ",", "cinq", "tiers", "2 x voisins 17", "rouge,,noir", "complète du"])(
    "%j is not understood",
    (text) => {
      expect(written(text)).toBeNull();
    },
  );
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
