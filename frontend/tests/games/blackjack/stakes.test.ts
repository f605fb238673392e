import { describe, expect, it } from "vitest";
import { cleared, doubled, type Layout, placed, total } from "../../../src/core/stakes";
import { command, confirmed, kept, tidy } from "../../../src/games/blackjack/stakes";
import type { Limits, View } from "../../../src/games/blackjack/wire";

const side = (bet: string, least: number, most: number | null) => ({
  bet,
  least,
  most,
  seated_only: false,
  clause: "FR-2024-070",
  odds: [],
});
const LIMITS: Limits = {
  main_min: 500,
  main_max: 50_000,
  main_step: 100,
  queen_of_hearts_min: 100,
  queen_of_hearts_max: 2500,
  felt: {
    blackjack: { won: 3, staked: 2 },
    insurance: { won: 2, staked: 1 },
    dealer_hits_soft_17: false,
  },
  standing: true,
  surrender: false,
  sides: [side("queen_of_hearts", 100, 2500), side("hyper", 200, null)],
};
const empty: Layout = new Map();
const layout = (spots: Record<string, number>): Layout => new Map(Object.entries(spots));
const seated = (): boolean => false;
const sent = (wanted: Layout, there: Layout) => command(wanted, there, LIMITS, seated);

describe("placing", () => {
  it("adds to a spot, takes back down to nothing, and takes the side bets with the last chip", () => {
    let laid = placed(empty, "3/main", 500);
    laid = placed(laid, "3/main", 2500);
    laid = placed(laid, "3/queen_of_hearts", 500);
    laid = placed(laid, "3/hyper:BJ", 200);
    expect(laid).toEqual(layout({ "3/main": 3000, "3/queen_of_hearts": 500, "3/hyper:BJ": 200 }));
    expect(tidy(laid)).toEqual(laid);
    expect(total(tidy(placed(laid, "3/main", -10_000)))).toBe(0);
    expect(empty.size).toBe(0);
  });

  it("doubles, clears, and rebets only the boxes still held", () => {
    const laid = layout({ "1/main": 500, "1/queen_of_hearts": 100, "2/main": 1000 });
    expect(total(doubled(laid, () => null))).toBe(3200);
    expect(total(doubled(laid, (spot) => (spot === "2/main" ? 1000 : null)))).toBe(2200);
    expect(total(cleared(laid))).toBe(0);
    expect([...cleared(laid).keys()]).toEqual([...laid.keys()]);
    expect([...kept(laid, (box) => box === 2 || box === 5).keys()]).toEqual(["2/main"]);
  });
});

describe("the command", () => {
  it("carries the totals of every box that changed, and no other", () => {
    const there = layout({ "1/main": 500, "2/main": 700 });
    const wanted = placed(placed(there, "4/main", 500), "2/main", 500);
    expect(sent(wanted, there)).toEqual({
      kind: "blackjack.stake",
      bets: [
        { box: 2, main: 1200, queen_of_hearts: 0, sides: [], standing: false },
        { box: 4, main: 500, queen_of_hearts: 0, sides: [], standing: false },
      ],
    });
  });

  it("names every side bet that stays, also when only another one changed", () => {
    const there = layout({ "2/main": 500, "2/queen_of_hearts": 100, "2/hyper:17": 200 });
    expect(sent(placed(there, "2/hyper:BUST", 300), there)?.bets).toEqual([
      {
        box: 2,
        main: 500,
        queen_of_hearts: 100,
        sides: [
          { bet: "hyper:17", amount: 200 },
          { bet: "hyper:BUST", amount: 300 },
        ],
        standing: false,
      },
    ]);
  });

  it("says where one stands behind another holder", () => {
    const wanted = layout({ "2/main": 500, "5/main": 700 });
    const bets = command(wanted, empty, LIMITS, (box) => box === 5)?.bets;
    expect(bets?.map((bet) => [bet.box, bet.standing])).toEqual([
      [2, false],
      [5, true],
    ]);
  });

  it("keeps a stake back until it reaches the minimum, and sends nothing when nothing changed", () => {
    expect(sent(placed(empty, "3/main", 100), empty)).toBeNull();
    expect(sent(placed(empty, "3/main", 500), empty)).not.toBeNull();
    expect(sent(layout({ "3/main": 500, "3/hyper:18": 100 }), empty)).toBeNull();
    expect(sent(empty, empty)).toBeNull();
  });

  it("takes a stake back by sending nothing as its total", () => {
    const there = layout({ "3/main": 500, "3/queen_of_hearts": 100 });
    expect(sent(cleared(there), there)?.bets).toEqual([
      { box: 3, main: 0, queen_of_hearts: 0, sides: [], standing: false },
    ]);
  });
});

describe("what lies there", () => {
  it("is read from the view, for one's own chips only", () => {
    const view = {
      boxes: [
        {
          box: 1,
          party: "p1",
          main: 500,
          side_bets: [{ bet: "queen_of_hearts", stake: 100 }],
          standing: [],
        },
        {
          box: 2,
          party: "p2",
          main: 900,
          side_bets: [],
          standing: [{ party: "p1", main: 700, side_bets: [] }],
        },
      ],
    } as unknown as View;
    expect(confirmed(view, "p1")).toEqual(
      layout({ "1/main": 500, "1/queen_of_hearts": 100, "2/main": 700 }),
    );
    expect(confirmed(view, null).size).toBe(0);
  });
});
