import { afterEach, describe, expect, it, vi } from "vitest";
import { MachinePlay, type View } from "../../../src/games/automatic_games/play.svelte";
import type { Table } from "../../../src/games/table";
import { PRINTED } from "../../../src/wire/printed/automatic_games";
import type { Frame } from "../../../src/wire/types";

type Game = View["games"][number];

const FIVE = PRINTED.machines.five_stars;

function game(stops: number[], more: Partial<Game> = {}): Game {
  return {
    number: 1,
    party: "1",
    stake: 100,
    due: 0,
    paid: 0,
    stops,
    by_hand: false,
    complements: 0,
    complaint: "",
    free: false,
    wins: [],
    cards: [],
    ...more,
  };
}

/** A position whose reels stand as a game has left them. */
function standing(last: Game, machine = "five_stars"): MachinePlay {
  const view = { kind: "automatic_games", phase: "betting", machine, game: last, hand: [] };
  const table = { lang: "fr", veiled: new Set(), frame: { view }, mine: new Set() };
  return new MachinePlay(table as unknown as Table);
}

describe("the reels of a machine", () => {
  it("show what the strips hold round each stop, and nothing else", () => {
    for (let stop = 0; stop < 30; stop++) {
      const play = standing(game([stop, stop, stop, stop, stop]));
      FIVE.strips.forEach((strip, no) => {
        const wanted = [strip[(stop + 29) % 30], strip[stop], strip[(stop + 1) % 30]];
        expect(play.reel(no)).toEqual(wanted);
      });
    }
  });

  it.each(["three_crowns", "five_stars"] as const)("of %s rest where nothing wins", (machine) => {
    const { lines, awards, wild, scatter, strips } = PRINTED.machines[machine];
    const view = { kind: "automatic_games", phase: "betting", machine, game: null, hand: [] };
    const table = { lang: "fr", veiled: new Set(), frame: { view }, mine: new Set() };
    const play = new MachinePlay(table as unknown as Table);
    const shown = strips.map((_, no) => play.reel(no)?.map(String) ?? []);
    expect(shown.flat()).not.toContain(scatter);
    for (const line of lines) {
      const stands = line.map((row, no) => shown[no]?.[row + 1]);
      const won = awards.filter(({ symbols }) =>
        symbols.every((each, no) => stands[no] === each || stands[no] === wild),
      );
      expect(won).toEqual([]);
    }
  });

  it("mark the windows of the awards alone", () => {
    const wins = [{ line: 7, symbols: ["bell", "joker", "bell"], pays: 12, amount: 120 }];
    const play = standing(game([0, 0, 0, 0, 0], { paid: 120, due: 120, wins }));
    expect([...play.lit].sort()).toEqual(["0/0", "1/1", "2/1"]);
    expect(play.lost).toBe(false);
  });
});

describe("the cards of a machine", () => {
  const hand = ["9c", "Qc", "7d", "Qh", "2s"];

  /** A hand of mine that waits, or whose other cards are drawn. */
  function waiting(phase: string, held: number[] = []): { play: MachinePlay; sent: unknown[] } {
    const sent: unknown[] = [];
    const last = game([], { cards: ["Ac", "2c", "3c", "4c", "9d"] });
    const of = { machine: "jacks_or_better", holder: "1", hand, held, called: "jacks_or_better" };
    const view = { kind: "automatic_games", phase, game: last, ...of };
    const place = { lang: "fr", veiled: new Set(), frame: { view }, mine: new Set([1]), you: "1" };
    const table = { ...place, live: true, busy: false, send: (each: unknown) => sent.push(each) };
    return { play: new MachinePlay(table as unknown as Table), sent };
  }

  it("are held by their keys and drawn once the draw is promised", () => {
    const { play, sent } = waiting("holding");
    for (const key of ["2", "1", "4", "1"]) play.decide(play.keys[key] ?? "");
    expect([1, 2, 3, 4, 5].map((no) => play.held(no))).toEqual([false, true, false, true, false]);
    expect(play.called).toBe("jacks_or_better");
    expect(play.ended).toBeNull();
    expect(play.decide(play.keys.g ?? "")).toBe(true);
    expect(sent).toEqual([{ kind: "automatic_games.hold", positions: [2, 4] }]);
  });

  it("may be chosen before that draw is promised, and not drawn", () => {
    const { play, sent } = waiting("closed");
    play.hold(1);
    expect([play.held(1), play.mayDraw, play.mayPlay]).toEqual([true, false, false]);
    play.draw();
    expect(sent).toEqual([]);
  });

  it("lie face down while they are replaced", () => {
    const { play } = waiting("spinning", [2, 4]);
    expect(play.cards).toEqual([null, "Qc", null, "Qh", null]);
    expect(play.waits).toBe(false);
  });
});

describe("the pace floor", () => {
  afterEach(() => vi.useRealTimers());

  it("offers no other game of mine before its time, whoever else plays", () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    const view = { kind: "automatic_games", phase: "betting", machine: "three_crowns" };
    const position = { holder: "1", credit: 500, least: 100, free: 0, hand: [], owed: 0 };
    const frame = { view: { ...view, ...position, in_service: true, pace: 2500 } };
    const place = { lang: "fr", veiled: new Set(), frame, mine: new Set([1]), you: "1", info: {} };
    const play = new MachinePlay({ ...place, live: true, busy: false } as unknown as Table);
    const begins = (party: string): void =>
      play.arrived({ events: [{ kind: "automatic_games.played", party }] } as unknown as Frame);
    begins("2");
    expect(play.mayPlay).toBe(true);
    begins("1");
    expect(play.mayPlay).toBe(false);
    vi.advanceTimersByTime(2499);
    expect(play.mayPlay).toBe(false);
    vi.advanceTimersByTime(1);
    expect(play.mayPlay).toBe(true);
  });
});

describe("what a game has paid", () => {
  const cherries = { line: 5, symbols: ["joker", "cherry", "cherry"], pays: 3, amount: 30 };

  it("is told line by line, and less than the stake as a loss", () => {
    const play = standing(game([0, 0, 0, 0, 0], { paid: 30, due: 30, wins: [cherries] }));
    const told = play.view?.game as Game;
    expect(play.wins(told)).toEqual(["Ligne 5, joker, cerise, cerise : 3 × 0,10, soit 0,30"]);
    expect(play.total(told)).toBe("0,30 rendus sur une mise de 1 : 0,70 de perdus");
    expect(play.lost).toBe(true);
  });

  it("is added up where several lines pay, and is no loss in a game that cost nothing", () => {
    const several = game([0, 0, 0, 0, 0], { paid: 160, wins: [cherries, cherries] });
    const play = standing(several);
    expect(play.total(several)).toBe("En tout 1,60 pour une mise de 1");
    const free = game([0, 0, 0, 0, 0], { stake: 0, paid: 60, free: true, wins: [cherries] });
    expect(play.total(free)).toBe("Partie gratuite : 0,60");
    expect(standing(free).lost).toBe(false);
  });

  it("names no line where there is one alone", () => {
    const line = { line: 1, symbols: ["cherry", "cherry"], pays: 5, amount: 500 };
    const last = game([5, 5, 5], { paid: 500, wins: [line] });
    const play = standing(last, "three_crowns");
    expect(play.wins(last)).toEqual(["cerise, cerise : 5 × 1, soit 5"]);
    expect(play.total(last)).toBe("");
  });
});
