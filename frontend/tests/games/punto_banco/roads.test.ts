/** The roads against shoes written out by hand, and against what a further coup may change. */

import { describe, expect, it } from "vitest";
import {
  bead,
  bigRoad,
  colours,
  counts,
  derivedRoad,
  DERIVED,
  laid,
  next,
  read,
  runs,
} from "../../../src/games/punto_banco/roads";

/** Returns coups of a shoe from its winners, `PPBT…`. */
function shoe(winners: string) {
  return read(
    [...winners].map((each) => `${each}${each === "B" ? "12" : each === "P" ? "21" : "22"}`),
  );
}

/** Returns the places of a road as a picture: a row of letters for each row that has any. */
function picture(cells: readonly { column: number; row: number; letter: string }[]): string[] {
  const rows: string[][] = Array.from({ length: 6 }, () => []);
  for (const { column, row, letter } of cells) {
    const line = rows[row] ?? [];
    while (line.length < column) line.push(".");
    line[column] = letter;
  }
  return rows.map((line) => [...line].map((each) => each ?? ".").join("")).filter((line) => line);
}

const bigPicture = (winners: string) =>
  picture(
    bigRoad(shoe(winners)).map((each) => ({
      ...each,
      letter: each.ties > 0 ? each.winner.toLowerCase() : each.winner,
    })),
  );
const marks = (winners: string, back: number) =>
  derivedRoad(shoe(winners), back)
    .map((each) => (each.red ? "R" : "B"))
    .join("");

describe("the bead plate", () => {
  it("is filled down, column after column, ties too", () => {
    expect([0, 5, 6, 13].map(bead)).toEqual([
      { column: 0, row: 0 },
      { column: 0, row: 5 },
      { column: 1, row: 0 },
      { column: 2, row: 1 },
    ]);
  });
});

describe("the big road", () => {
  it("has a column for each run", () => {
    expect(bigPicture("BBPBBBPP")).toEqual(["BPBP", "B.BP", "..B"]);
  });

  it("writes a tie on the last cell, and one before every other on the first", () => {
    expect(bigPicture("BTTPP")).toEqual(["bP", ".P"]);
    expect(bigRoad(shoe("BTTPP")).map((each) => each.ties)).toEqual([2, 0, 0]);
    expect(bigRoad(shoe("TTB")).map((each) => each.ties)).toEqual([2]);
    expect(bigRoad(shoe("TT"))).toEqual([]);
    expect(runs(shoe("BTB"))).toEqual([2]);
  });

  it("turns a dragon tail to the right, and the next run begins beside its head", () => {
    expect(bigPicture("BBBBBBBBPP")).toEqual(["BP", "BP", "B", "B", "B", "BBB"]);
  });

  it("turns a run that meets a tail above it", () => {
    expect(bigPicture("BBBBBBBBPPPPPPP")).toEqual(["BP", "BP", "BP", "BP", "BPPP", "BBB"]);
  });

  it("goes past a tail that lies in the top row", () => {
    // Runs of 6 and more, each shorter by a row: the last has no room below its first cell.
    expect(laid([7, 7, 7, 7, 7, 7, 1]).at(-1)?.row).toBe(0);
    const places = laid([7, 7, 7, 7, 7, 7, 1]).map(({ column, row }) => `${column}/${row}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe("the derived roads", () => {
  it("begin in the column after those that they look back over, with its second cell", () => {
    // Columns of the big road: BB, PP, B
    expect(marks("BB", 1)).toBe("");
    expect(marks("BBP", 1)).toBe("");
    expect(marks("BBPP", 1)).toBe("R");
    expect(marks("BBPPB", 1)).toBe("RR");
    expect(marks("BBPPBB", 2)).toBe("R");
    expect(marks("BBPPBBPP", 3)).toBe("R");
  });

  it("or with the first cell of the next one", () => {
    // Columns B, P, B: the second never had a second cell.
    expect(marks("BP", 1)).toBe("");
    expect(marks("BPB", 1)).toBe("R");
    expect(marks("BPB", 2)).toBe("");
    expect(marks("BPBP", 2)).toBe("R");
    expect(marks("BPBPB", 3)).toBe("R");
  });

  it("are blue where the column beside ended right above, red further down", () => {
    // Columns of 1 and 4: the second cell has no neighbour but one right above it, then none.
    expect(marks("BPPPP", 1)).toBe("BRR");
    // Columns of 2 and 3.
    expect(marks("BBPPP", 1)).toBe("RB");
  });

  it("compare the two columns before the one that begins", () => {
    expect(marks("BBPB", 1)).toBe("B");
    expect(marks("BBPPB", 1)).toBe("RR");
  });

  it("of a whole shoe are as they were written out by hand", () => {
    // Columns: 2 1 3 2 1 1 4.
    const winners = "BB" + "P" + "BBB" + "PP" + "B" + "P" + "BBBB";
    expect(runs(shoe(winners))).toEqual([2, 1, 3, 2, 1, 1, 4]);
    // Big eye boy. Column 3: top 2≠1 B, then beside 1: B, then R. Column 4: top 1≠3 B, row 2 R.
    // Column 5: top 3≠2 B. Column 6: top 2≠1 B. Column 7: top 1=1 R, then beside 1: B, R, R.
    expect(marks(winners, DERIVED.eye)).toBe("BBRBRBBRBRR");
    // Small road, two back. Column 3: row 2 beside 2: R, row 3: B. Column 4: top 3≠2 B, beside 1: B.
    // Column 5: top 2≠1 B. Column 6: top 1≠3 B. Column 7: top 1≠2 B, beside 1: B, R, R.
    expect(marks(winners, DERIVED.small)).toBe("RBBBBBBBRR");
    // Cockroach pig, three back. Column 4: row 2 beside 2: R. Column 5: top 2=2 R.
    // Column 6: top 1=1 R. Column 7: top 1≠3 B, row 2 beside 2: R, row 3: B, row 4: R.
    expect(marks(winners, DERIVED.pig)).toBe("RRRBRBR");
  });

  it("know no dragon tails, only how long a run is", () => {
    expect(colours([8, 8], 1)).toEqual(Array.from({ length: 7 }, () => true));
  });
});

describe("a further coup", () => {
  /** Shoes of every kind, without chance: numbers written in base three. */
  const shoes = Array.from({ length: 60 }, (_, nth) =>
    [...((nth * 7919 + 13) ** 2 * 104729).toString(3).slice(0, 14)]
      .map((digit) => "PBT".charAt(Number(digit)))
      .join(""),
  );

  it("only adds to every road, or marks the last cell as a tie", () => {
    for (const winners of shoes) {
      const before = bigRoad(shoe(winners));
      for (const winner of ["P", "B"] as const) {
        const after = bigRoad(shoe(winners + winner));
        expect(after.length).toBe(before.length + 1);
        expect(after.slice(0, -1).map(({ column, row }) => [column, row])).toEqual(
          before.map(({ column, row }) => [column, row]),
        );
        const told = next(shoe(winners), winner);
        for (const kind of ["eye", "small", "pig"] as const) {
          const old = derivedRoad(shoe(winners), DERIVED[kind]);
          const grown = derivedRoad(shoe(winners + winner), DERIVED[kind]);
          expect(grown.slice(0, old.length)).toEqual(old);
          const added = grown.slice(old.length);
          expect(added.map((each) => each.red)).toEqual(told[kind] === null ? [] : [told[kind]]);
        }
      }
      const tied = bigRoad(shoe(winners + "T"));
      expect(tied.slice(0, -1)).toEqual(before.slice(0, -1));
      expect(tied.at(-1)?.ties ?? 0).toBe(before.length > 0 ? (before.at(-1)?.ties ?? 0) + 1 : 0);
      for (const back of Object.values(DERIVED)) {
        expect(derivedRoad(shoe(winners + "T"), back)).toEqual(derivedRoad(shoe(winners), back));
      }
    }
  });
});

describe("what came", () => {
  it("is read from the server's writing and counted", () => {
    const coups = read(["P98n", "B07npb", "T66p", "B12b"]);
    expect(coups[1]).toEqual({
      winner: "B",
      punto: 0,
      banco: 7,
      natural: true,
      pairs: { punto: true, banco: true },
    });
    expect(counts(coups)).toEqual({
      punto: 1,
      banco: 2,
      tie: 1,
      naturals: 2,
      puntoPairs: 2,
      bancoPairs: 2,
    });
  });
});
