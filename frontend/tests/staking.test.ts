import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at, EMPTY, type Layout, total } from "../src/core/stakes";
import type { Table } from "../src/games/table";
import { type Stakes, Staking } from "../src/widgets/chips/staking.svelte";

const STAKE = "blackjack.stake";

let sent: string[];
let there: Layout;
let staking: Staking;
let balance: number | null;
let told: string[];
let live: boolean;
let accepting: boolean;
let open: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  there = EMPTY;
  balance = null;
  told = [];
  live = true;
  accepting = open = true;
  const table = {
    get purse() {
      return balance;
    },
    get live() {
      return live;
    },
    get floor() {
      return { accepting };
    },
    unsent: () => told.push("unsent"),
    t: (key: string) => key,
    info: { id: 1 },
    sending: new Map(),
    notify: (_: string, text: string) => told.push(text),
    sound: () => undefined,
    forget: () => undefined,
    send: (command: { kind: string }) => {
      sent.push(command.kind);
      return "id";
    },
  } as unknown as Table;
  const game: Stakes = {
    kind: STAKE,
    get open() {
      return open;
    },
    get there() {
      return there;
    },
    resting: false,
    smallest: 100,
    usual: 500,
    ready: false,
    canReady: true,
    ceiling: (spot) => ({ low: 300, pot: 500 })[spot] ?? null,
    fixed: (spot) => (spot === "pot" ? 500 : null),
    tidy: (layout) => layout,
    kept: (layout) => layout,
    objection: (spot) => (spot === "closed" ? "no" : null),
    command: (wanted) => (total(wanted) > 0 ? { kind: STAKE, bets: [] } : null),
    readyUp: () => sent.push("ready"),
    full: () => sent.push("full"),
  };
  staking = new Staking(table, game);
});

afterEach(() => vi.useRealTimers());

describe("laying chips", () => {
  it("takes over what lies there when the page was loaded anew", () => {
    there = new Map([["a", 100]]);
    staking.rebase();
    expect(at(staking.wanted, "a")).toBe(100);
  });

  it("sends one command for chips laid in quick succession", () => {
    staking.place("a");
    staking.place("a");
    staking.place("b");
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([STAKE]);
    expect(at(staking.wanted, "a")).toBe(200);
  });

  it("keeps chips that wait for a shoe, and lays them once it is there", () => {
    staking.place("a");
    vi.advanceTimersByTime(1000);
    accepting = open = false;
    staking.refused({ code: "shoe_begun", detail: {} });
    staking.rebase();
    staking.renew();
    staking.resume();
    expect([staking.at("a"), staking.pending("a")]).toEqual([100, true]);
    accepting = open = true;
    staking.resume();
    staking.resume();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([STAKE, STAKE]);
  });

  it("takes chips back that were refused for another reason", () => {
    staking.place("a");
    vi.advanceTimersByTime(1000);
    staking.refused({ code: "below_min", detail: {} });
    staking.resume();
    vi.advanceTimersByTime(1000);
    expect(staking.at("a")).toBe(0);
    expect(sent).toEqual([STAKE]);
  });

  it("sends a chip laid a moment ago before it says that the chips are down", () => {
    staking.place("a");
    staking.readyUp();
    expect(sent).toEqual([STAKE, "ready"]);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([STAKE, "ready"]);
  });

  it("stops at the ceiling, lays a fixed stake whole, and takes it back whole", () => {
    staking.chip = 1;
    staking.place("low");
    expect(at(staking.wanted, "low")).toBe(300);
    staking.place("low");
    expect(sent).toEqual(["full"]);
    staking.place("pot");
    expect(at(staking.wanted, "pot")).toBe(500);
    staking.double();
    expect(at(staking.wanted, "pot")).toBe(500);
    expect(at(staking.wanted, "low")).toBe(300);
    staking.place("pot", -1);
    expect(at(staking.wanted, "pot")).toBe(0);
    staking.place("closed");
    expect(at(staking.wanted, "closed")).toBe(0);
  });

  it("undoes step by step and forgets the steps when betting closes", () => {
    staking.place("a");
    staking.place("b");
    staking.undo();
    expect(at(staking.wanted, "b")).toBe(0);
    expect(staking.close(EMPTY)).toEqual(["a"]);
    staking.undo();
    expect(at(staking.wanted, "a")).toBe(100);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
  });

  it("lays the last round's chips again, also when it was over in one frame", () => {
    expect(staking.close(new Map([["a", 500]]))).toEqual([]);
    staking.rebet();
    expect(at(staking.wanted, "a")).toBe(500);
  });

  it("keeps what is on its way when a frame comes, and takes over the server's word after", () => {
    staking.place("a");
    there = new Map([["b", 700]]);
    staking.rebase();
    expect(at(staking.wanted, "a")).toBe(100);
    staking.reset();
    expect(staking.wanted).toEqual(there);
  });
});

describe("a purse that cannot pay", () => {
  it("lays no chip that it lacks, and says so", () => {
    balance = 250;
    staking.place("a");
    staking.place("a");
    expect(staking.affordsChip(100)).toBe(false);
    staking.place("a");
    expect(at(staking.wanted, "a")).toBe(200);
    expect(told).toEqual(["chips.too_few"]);
  });

  it("counts what lies there as paid, and may take chips back", () => {
    there = new Map([["a", 300]]);
    balance = 0;
    staking.rebase();
    expect(staking.affords(there)).toBe(true);
    staking.place("a");
    expect(at(staking.wanted, "a")).toBe(300);
    staking.place("a", -1);
    expect(at(staking.wanted, "a")).toBe(200);
    expect(staking.affordsChip(100)).toBe(true);
  });

  it("neither rebets nor doubles beyond it", () => {
    there = new Map([["a", 300]]);
    staking.rebase();
    staking.close(there);
    there = EMPTY;
    staking.rebase();
    balance = 299;
    staking.rebet();
    expect(staking.sum).toBe(0);
    staking.place("a");
    staking.place("a");
    staking.double();
    expect(staking.sum).toBe(200);
    balance = 400;
    staking.double();
    expect(staking.sum).toBe(400);
  });
});

describe("a line that is lost", () => {
  it("takes no chip, and says so", () => {
    live = false;
    staking.place("a");
    staking.rebet();
    staking.readyUp();
    vi.advanceTimersByTime(1000);
    live = true;
    vi.advanceTimersByTime(1000);
    expect(staking.sum).toBe(0);
    expect(sent).toEqual([]);
    expect(told).toContain("unsent");
  });

  it("gives back what was not sent yet, and sends it no more", () => {
    staking.place("a");
    expect(staking.sum).toBe(100);
    live = false;
    vi.advanceTimersByTime(1000);
    live = true;
    vi.advanceTimersByTime(1000);
    expect(staking.sum).toBe(0);
    expect(sent).toEqual([]);
    expect(told).toEqual(["unsent"]);
  });
});
