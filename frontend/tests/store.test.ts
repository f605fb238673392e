import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { AT_ONCE } from "../src/core/reveal";
import { TableSocket } from "../src/core/connection/socket";
import type { Game } from "../src/games/contract";
import type { Table, TableInfo } from "../src/games/table";
import { type Stakes, Staking } from "../src/widgets/chips/staking.svelte";
import { TableStore } from "../src/ui/store/table_store.svelte";

const STAKE = "european_roulette.stake";

// The store loads sentences and sounds when it needs them: that must not outlast the tests.
afterAll(() => vi.dynamicImportSettled());

/** The house's end of the socket. */
class House {
  static open: House;
  /** It says each second that it is. */
  there = true;
  asked: { id: string; command: { kind: string; chips: number }; notes?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    House.open = this;
    setInterval(() => {
      if (this.there) this.says({ type: "beat" });
    }, 1000);
  }

  send(text: string): void {
    const message = JSON.parse(text) as House["asked"][number] | { ping: number };
    if ("command" in message) this.asked.push(message);
  }

  close(): void {
    // Nothing is at its other end.
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  shows(seq: number, cause: string | null): void {
    const floor = {
      status: "open",
      pots: [],
      seats: [],
      draw: null,
      colours: [],
      staff: [],
      recent: [{ number: seq >> 1 }],
    };
    const events = cause === null ? [] : [{ kind: "x" }];
    this.says({ type: "frame", table: 1, seq, cause, events, floor, view: {}, due_at: null });
  }

  /** Shows a player what lies there of his. */
  owns(seq: number, chips: number): void {
    this.says({ type: "own", table: 1, seq, own: { chips } });
  }

  /** Answers a command with the number to which it led. */
  confirms(cause: string, seq: number): void {
    this.says({ type: "receipt", cause, seq, refused: null });
  }
}

/** A game with one spot. */
function begin(table: Table): object {
  const there = (): Map<string, number> => {
    const { chips } = (table.own ?? { chips: 0 }) as unknown as { chips: number };
    return new Map([["spot", chips]]);
  };
  const staking = new Staking(table, {
    kind: STAKE,
    open: true,
    get there() {
      return there();
    },
    resting: false,
    smallest: 100,
    usual: 100,
    ceiling: () => null,
    fixed: () => null,
    tidy: (layout: unknown) => layout,
    objection: () => null,
    command: (wanted: ReadonlyMap<string, number>) =>
      wanted.get("spot") === there().get("spot")
        ? null
        : { kind: STAKE, chips: wanted.get("spot") },
  } as unknown as Stakes);
  return {
    staking,
    staked: 0,
    plan: () => AT_ONCE,
    arrived: () => undefined,
    owned: () => staking.rebase(),
    shown: () => undefined,
    refused: () => staking.reset(),
    narrate: (frame: { events: { kind: string }[] }) =>
      frame.events.map(({ kind }) => kind).join(" "),
    status: { main: "Place your bets", sub: null, mine: true },
  };
}

let store: TableStore;
let stop: () => void;
let staking: Staking;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", House);
  vi.stubGlobal("document", { hidden: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const info = { id: 1, minimum: 100, maximum: null } as unknown as TableInfo;
  store = new TableStore(
    info,
    { begin, notes: [STAKE] } as unknown as Game,
    "en",
    (listener) => new TableSocket("ws://house/", listener),
  );
  stop = store.start();
  House.open.onopen?.();
  House.open.says({ type: "welcome", you: "p1", balance: null, now: Date.now(), wishes: false });
  House.open.shows(1, null);
  House.open.owns(1, 0);
  staking = store.play.staking as Staking;
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lays a chip, or takes one back, and returns the id of the command. */
function lay(direction: 1 | -1): string {
  staking.place("spot", direction);
  vi.advanceTimersByTime(200);
  return House.open.asked.at(-1)?.id ?? "";
}

it("lays notes with the next stake, once, and with nothing else", () => {
  House.open.says({ type: "wallet", of: "wallet", balance: 50 });
  lay(1);
  expect(House.open.asked).toEqual([]);
  store.notes = 100;
  expect(store.purse).toBe(150);
  store.sit(3);
  lay(1);
  expect(House.open.asked.map((each) => each.notes)).toEqual([undefined, 100]);
  expect(store.notes).toBe(0);
});

it("keeps what is on its way though its receipt comes before the frames", () => {
  const first = lay(1);
  const second = lay(1);
  const third = lay(-1);
  expect(House.open.asked.map((each) => each.command.chips)).toEqual([100, 200, 100]);
  // The fan-out is late: a command's receipt overtakes its frame and the one before.
  House.open.shows(2, first);
  House.open.owns(2, 100);
  House.open.confirms(third, 4);
  House.open.shows(3, second);
  House.open.owns(3, 200);
  expect(staking.at("spot")).toBe(100);
  expect(store.sending.has(third)).toBe(true);
  House.open.shows(4, third);
  House.open.owns(4, 100);
  expect(store.sending.size).toBe(0);
  expect(staking.at("spot")).toBe(100);
});

it("waits for a snapshot where the frame of a receipt is lost", () => {
  const first = lay(1);
  House.open.confirms(first, 2);
  expect(store.sending.size).toBe(1);
  House.open.shows(3, null);
  House.open.owns(3, 100);
  expect(store.sending.size).toBe(0);
  expect(staking.at("spot")).toBe(100);
});

it("waits no longer for a command that a receipt finds shown, or refused", () => {
  const first = lay(1);
  House.open.shows(3, null);
  House.open.owns(3, 100);
  House.open.confirms(first, 2);
  expect(store.sending.size).toBe(0);
  const second = lay(1);
  House.open.says({ type: "receipt", cause: second, seq: null, refused: { code: "busy" } });
  vi.advanceTimersByTime(60_000);
  for (let tries = 0; tries < 9; tries++) {
    House.open.says({ type: "receipt", cause: second, seq: null, refused: { code: "busy" } });
  }
  expect(store.sending.size).toBe(0);
});

it("does not take over what is mine from a frame that was overtaken", () => {
  const first = lay(1);
  const second = lay(1);
  House.open.shows(3, second);
  House.open.owns(3, 200);
  House.open.shows(2, first);
  House.open.owns(2, 100);
  expect(staking.at("spot")).toBe(200);
  expect((store.own as unknown as { chips: number }).chips).toBe(200);
});

it("sends nothing that is done without a line, nor later", () => {
  House.open.there = false;
  vi.advanceTimersByTime(2000);
  expect(store.live).toBe(false);
  expect(store.send({ kind: "table.sit", box: 1 })).toBe("");
  House.open.shows(2, null);
  expect(store.live).toBe(true);
  expect(store.announcer.polite.map(({ text }) => text)).toContain("Connected again.");
  expect(House.open.asked).toEqual([]);
  expect(store.sending.size).toBe(0);
});

it("says what happened, what came of it, then what is asked, each once and none lost", () => {
  const heard = () => store.announcer.polite.map(({ text }) => text);
  vi.advanceTimersByTime(500);
  expect(heard()).toEqual(["Place your bets"]);
  House.open.shows(2, "x");
  store.notifyNet(500);
  House.open.shows(3, "x");
  vi.advanceTimersByTime(500);
  expect(heard().slice(1)).toEqual(["x", "You win +5", "x", "Place your bets"]);
  House.open.shows(4, null);
  vi.advanceTimersByTime(500);
  expect(heard()).toHaveLength(5);
});

it("says the same words again as a new sentence, and answers me at once", () => {
  store.say("9.");
  store.say("9.");
  expect(new Set(store.announcer.polite.slice(-2).map(({ id }) => id)).size).toBe(2);
  store.notify("refusal", "Not now");
  expect(store.announcer.assertive.map(({ text }) => text)).toEqual(["Not now"]);
  for (let times = 0; times < 40; times++) store.say("more");
  expect(store.announcer.polite.length).toBeLessThan(20);
});

it("tells nothing of a frame while it is being shown, but what it begins with", () => {
  vi.stubGlobal("document", { hidden: false });
  store.prefs = { ...store.prefs, motion: true };
  store.play.plan = () => ({ steps: [{ at: 0, keys: ["a"], sound: null }], length: 1000 });
  House.open.shows(2, "x");
  store.notify("win", "You win");
  store.say("No more bets", true);
  expect(store.announcer.polite.map(({ text }) => text)).toEqual(["No more bets"]);
  vi.advanceTimersByTime(1000);
  expect(store.announcer.polite.map(({ text }) => text)).toEqual(["No more bets", "x", "You win"]);
});

it("holds practice chips at a practice table alone, and there no others", () => {
  const has = (of: string, balance: number): number | null => {
    House.open.says({ type: "wallet", of, balance, seq: 0 });
    return store.balance;
  };
  expect([has("practice", 5), has("wallet", 7)]).toEqual([null, 7]);
  (store.info as { practice?: boolean }).practice = true;
  expect([has("wallet", 9), has("practice", 4)]).toEqual([7, 4]);
  expect(store.announcer.polite.map((each) => each.text)).not.toContain(
    "You are given new practice chips.",
  );
  expect(has("practice", 104)).toBe(104);
  expect(store.announcer.polite.at(-1)?.text).toBe("You are given new practice chips.");
  expect(store.net).toBeNull();
});
