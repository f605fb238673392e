import { describe, expect, it } from "vitest";
import {
  cleared,
  command,
  confirmed,
  doubled,
  kept,
  type Layout,
  placed,
  total,
} from "../src/core/stakes";
import type { View } from "../src/wire/types";

const LIMITS: View["limits"] = {
  main_min: 500,
  main_max: 50_000,
  main_step: 100,
  queen_of_hearts_min: 100,
  queen_of_hearts_max: 2500,
  sides: [],
  standing: true,
};
const empty: Layout = new Map();

describe("placing", () => {
  it("adds to a spot, takes back down to nothing, and takes the side bet with the last chip", () => {
    let layout = placed(empty, 3, "main", 500);
    layout = placed(layout, 3, "main", 2500);
    layout = placed(layout, 3, "queen_of_hearts", 500);
    expect(layout.get(3)).toEqual({ main: 3000, queen_of_hearts: 500 });
    layout = placed(layout, 3, "main", -10_000);
    expect(layout.get(3)).toEqual({ main: 0, queen_of_hearts: 0 });
    expect(empty.size).toBe(0);
  });

  it("doubles, clears, and rebets only the boxes still held", () => {
    const layout: Layout = new Map([
      [1, { main: 500, queen_of_hearts: 100 }],
      [2, { main: 1000, queen_of_hearts: 0 }],
    ]);
    expect(total(doubled(layout))).toBe(3200);
    expect(total(cleared(layout))).toBe(0);
    expect([...cleared(layout).keys()]).toEqual([1, 2]);
    expect([...kept(layout, [2, 5]).keys()]).toEqual([2]);
  });
});

describe("the command", () => {
  it("carries the totals of every box that changed, and no other", () => {
    const there: Layout = new Map([
      [1, { main: 500, queen_of_hearts: 0 }],
      [2, { main: 700, queen_of_hearts: 0 }],
    ]);
    const wanted = placed(placed(there, 2, "main", 500), 4, "main", 500);
    expect(command(wanted, there, LIMITS)).toEqual({
      kind: "blackjack.stake",
      bets: [
        { box: 2, main: 1200, queen_of_hearts: 0, sides: [], standing: false },
        { box: 4, main: 500, queen_of_hearts: 0, sides: [], standing: false },
      ],
    });
  });

  it("keeps a stake back until it reaches the minimum, and sends nothing when nothing changed", () => {
    expect(command(placed(empty, 3, "main", 100), empty, LIMITS)).toBeNull();
    expect(command(placed(empty, 3, "main", 500), empty, LIMITS)).not.toBeNull();
    expect(command(empty, empty, LIMITS)).toBeNull();
  });

  it("takes a stake back by sending nothing as its total", () => {
    const there: Layout = new Map([[3, { main: 500, queen_of_hearts: 100 }]]);
    expect(command(cleared(there), there, LIMITS)?.bets).toEqual([
      { box: 3, main: 0, queen_of_hearts: 0, sides: [], standing: false },
    ]);
  });
});

describe("what lies there", () => {
  it("is read from the view, for one's own boxes only", () => {
    const view = {
      boxes: [
        { box: 1, party: "p1", main: 500, side_bets: [{ bet: "queen_of_hearts", stake: 100 }] },
        { box: 2, party: "p2", main: 900, side_bets: [] },
      ],
    } as unknown as View;
    expect([...confirmed(view, "p1")]).toEqual([[1, { main: 500, queen_of_hearts: 100 }]]);
    expect(confirmed(view, null).size).toBe(0);
  });
});
