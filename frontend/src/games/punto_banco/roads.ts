/**
 * The roads of baccara: how the coups of a shoe are written down on a score board.
 *
 * The bead plate has every coup. The big road has a column for each run of one side; a tie marks
 * the last cell. The three derived roads compare the big road's columns with earlier ones: red
 * where they repeat each other, blue where they do not. They know no dragon tails: a column is as
 * long as its run.
 */

export type Winner = "P" | "B" | "T";

/** A coup as the server writes it: `P98npb`. */
export interface Coup {
  readonly winner: Winner;
  readonly punto: number;
  readonly banco: number;
  readonly natural: boolean;
  readonly pairs: { readonly punto: boolean; readonly banco: boolean };
}

/** A place on a road; both counted from 0, at the left and at the top. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

/** A cell of the big road; the ties that came after its coup, or before the first one. */
export interface Run extends Place {
  readonly winner: "P" | "B";
  readonly coup: Coup;
  readonly ties: number;
}

export interface Mark extends Place {
  readonly red: boolean;
}

export const ROWS = 6;

/** Returns the coups of a shoe as the server has written them. */
export function read(results: readonly string[]): Coup[] {
  return results.map((text) => ({
    winner: text.charAt(0) as Winner,
    punto: Number(text.charAt(1)),
    banco: Number(text.charAt(2)),
    natural: text.includes("n"),
    pairs: { punto: text.includes("p", 3), banco: text.includes("b", 3) },
  }));
}

/** Returns where the bead plate has the coup of a number: down, then the next column. */
export function bead(number: number): Place {
  return { column: Math.floor(number / ROWS), row: number % ROWS };
}

/** Returns the lengths of the runs, first to last, ties left out. */
export function runs(coups: readonly Coup[]): number[] {
  const lengths: number[] = [];
  let before: Winner | null = null;
  for (const { winner } of coups) {
    if (winner === "T") continue;
    if (winner === before) lengths.push((lengths.pop() ?? 0) + 1);
    else lengths.push(1);
    before = winner;
  }
  return lengths;
}

/**
 * Returns the places of runs of these lengths: down as far as there is room, then to the right, a
 * dragon tail. A new run begins in the first free column at the top.
 */
export function laid(lengths: readonly number[]): Place[] {
  const taken = new Set<number>();
  const at = (column: number, row: number): number => column * ROWS + row;
  const places: Place[] = [];
  let start = -1;
  for (const length of lengths) {
    do start += 1;
    while (taken.has(at(start, 0)));
    let [column, row] = [start, 0];
    let turned = false;
    for (let nth = 0; nth < length; nth += 1) {
      if (nth > 0) {
        turned ||= row + 1 >= ROWS || taken.has(at(column, row + 1));
        if (turned) column += 1;
        else row += 1;
      }
      taken.add(at(column, row));
      places.push({ column, row });
    }
  }
  return places;
}

/** Returns the big road. */
export function bigRoad(coups: readonly Coup[]): Run[] {
  const places = laid(runs(coups));
  const cells: { coup: Coup; ties: number }[] = [];
  let early = 0;
  for (const coup of coups) {
    const last = cells.at(-1);
    if (coup.winner !== "T") {
      cells.push({ coup, ties: early });
      early = 0;
    } else if (last) last.ties += 1;
    else early += 1;
  }
  return cells.map(({ coup, ties }, nth) => ({
    ...(places[nth] ?? { column: 0, row: 0 }),
    winner: coup.winner === "P" ? "P" : "B",
    coup,
    ties,
  }));
}

/** Which derived road: how many columns it looks back. */
export const DERIVED = { eye: 1, small: 2, pig: 3 } as const;
export type Derived = keyof typeof DERIVED;

/**
 * Returns the colours of a derived road, true for red.
 *
 * It begins with the second cell of the column after those that it looks back over, or with the
 * first of the next one. At the top of a column the two columns before it are compared in length,
 * `back` apart; further down, whether the column `back` before goes as far, or ended above.
 */
export function colours(lengths: readonly number[], back: number): boolean[] {
  const marks: boolean[] = [];
  lengths.forEach((length, column) => {
    for (let row = 0; row < length; row += 1) {
      if (row === 0) {
        const other = lengths[column - 1 - back];
        if (other !== undefined) marks.push(lengths[column - 1] === other);
        continue;
      }
      const other = lengths[column - back];
      // It ended right above: the cell beside this one would be the first that is missing.
      if (other !== undefined) marks.push(other !== row);
    }
  });
  return marks;
}

/** Returns a derived road. */
export function derivedRoad(coups: readonly Coup[], back: number): Mark[] {
  const marks = colours(runs(coups), back);
  const lengths: number[] = [];
  marks.forEach((red, nth) => {
    if (nth > 0 && red === marks[nth - 1]) lengths.push((lengths.pop() ?? 0) + 1);
    else lengths.push(1);
  });
  return laid(lengths).map((place, nth) => ({ ...place, red: marks[nth] ?? false }));
}

/** Returns what a side's winning next would add to each derived road; `null` where nothing. */
export function next(coups: readonly Coup[], winner: "P" | "B"): Record<Derived, boolean | null> {
  const won: Coup = {
    winner,
    punto: 0,
    banco: 0,
    natural: false,
    pairs: { punto: false, banco: false },
  };
  const after = runs([...coups, won]);
  const before = runs(coups);
  const added = (back: number): boolean | null => {
    const marks = colours(after, back);
    return marks.length > colours(before, back).length ? (marks.at(-1) ?? null) : null;
  };
  return { eye: added(DERIVED.eye), small: added(DERIVED.small), pig: added(DERIVED.pig) };
}

/** What came how often. */
export interface Counts {
  readonly punto: number;
  readonly banco: number;
  readonly tie: number;
  readonly naturals: number;
  readonly puntoPairs: number;
  readonly bancoPairs: number;
}

/** Returns what came how often. */
export function counts(coups: readonly Coup[]): Counts {
  const how = (test: (coup: Coup) => boolean): number => coups.filter(test).length;
  return {
    punto: how((coup) => coup.winner === "P"),
    banco: how((coup) => coup.winner === "B"),
    tie: how((coup) => coup.winner === "T"),
    naturals: how((coup) => coup.natural),
    puntoPairs: how((coup) => coup.pairs.punto),
    bancoPairs: how((coup) => coup.pairs.banco),
  };
}
