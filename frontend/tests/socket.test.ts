import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Link, type Listener, TableSocket, type Wire } from "../src/core/connection/socket";
import type { Frame } from "../src/wire/types";

class Line implements Wire {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen?.();
    this.says({
      type: "welcome",
      you: "p1",
      name: "Ann",
      balance: 100,
      currency: "PLAY",
      now: Date.now(),
    });
  }
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((each) => "command" in each);
  }
}

function frame(
  seq: number,
  cause: string | null = null,
  events: object[] = [{ kind: "x" }],
): object {
  return { type: "frame", table: 1, seq, cause, events, ...about(1) };
}

/** What a decision may be about: a round, what is asked in it, and whose turn it is. */
function about(round: number, phase = "play", turn: object | null = null): object {
  return { floor: { round }, view: { phase, turn } };
}

let lines: Line[];
let frames: number[];
let floors: unknown[];
let links: Link[];
let owned: unknown[];
let settled: string[];
let lapsed: string[];
let refused: (string | undefined)[];
let written: number[] = [];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  frames = [];
  floors = [];
  owned = [];
  links = [];
  refused = [];
  settled = [];
  lapsed = [];
  written = [];
  const listener: Listener = {
    welcome: () => undefined,
    frame: (each: Frame) => {
      frames.push(each.seq);
      floors.push(each.floor);
    },
    wallet: () => undefined,
    pots: () => undefined,
    chat: () => undefined,
    bulletins: () => undefined,
    decision: () => undefined,
    writings: (message) => written.push(message.writings.length),
    signed: () => undefined,
    settled: (cause) => settled.push(cause),
    lapsed: (id) => lapsed.push(id),
    own: (message) => owned.push(message.own),
    receipt: (receipt, command) => refused.push(receipt.refused ? command?.kind : undefined),
    link: (link) => links.push(link),
  };
  socket = new TableSocket("ws://house/ws/tables/1/", listener, () => {
    const line = new Line();
    lines.push(line);
    return line;
  });
  socket.connect();
  lines[0]?.welcome();
});

afterEach(() => {
  socket.stop();
  vi.useRealTimers();
});

const last = (): Line => lines.at(-1) as Line;

describe("frames", () => {
  it("drops what it has seen, but takes the same number again as a resync", () => {
    last().says(frame(7));
    last().says(frame(7));
    last().says(frame(6));
    last().says(frame(7, null, []));
    last().says(frame(8));
    expect(frames).toEqual([7, 7, 8]);
  });

  it("begins anew after a reconnect, whatever the number", () => {
    last().says(frame(50));
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says(frame(12, null, []));
    expect(frames).toEqual([50, 12]);
  });
});

describe("coming back", () => {
  /** Returns after how long each of so many lines follows one that closes with a code. */
  const waits = (code: number, count: number): number[] =>
    Array.from({ length: count }, () => {
      const before = lines.length;
      last().onclose?.({ code });
      let waited = 0;
      for (; lines.length === before; waited += 50) vi.advanceTimersByTime(50);
      return waited;
    });

  it.each([
    [1006, [400, 800, 1600, 3200, 6400, 8000]],
    [4013, [2000, 4000, 8000, 8000]],
    [4429, [8000, 8000]],
  ])("after %i takes longer each time, and never the same for everybody", (code, usual) => {
    for (const [chance, part] of [
      [0, 0.7],
      [0.5, 1],
      [0.999, 1.3],
    ] as const) {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      last().welcome();
      for (const [at, waited] of waits(code, usual.length).entries()) {
        expect(Math.abs(waited - (usual[at] as number) * part)).toBeLessThanOrEqual(50);
      }
    }
    vi.restoreAllMocks();
  });
});

describe("a process that ends", () => {
  it("sends me to another at once, with what is unanswered, and nobody sees an error", () => {
    last().says(frame(7));
    const id = socket.send({ kind: "blackjack.ready" });
    links = [];
    last().onclose?.({ code: 1012 });
    const clicked = socket.send({ kind: "blackjack.ready" });
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    last().welcome();
    last().says(frame(7, null, []));
    expect(last().commands.map((each) => each.id)).toEqual([id, clicked]);
    expect(links).toEqual(["connecting", "online"]);
  });

  it("is left at different moments, by chance", () => {
    for (const [chance, wait] of [
      [0, 0],
      [0.5, 250],
      [0.999, 500],
    ] as const) {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      const before = lines.length;
      last().welcome();
      last().onclose?.({ code: 1012 });
      vi.advanceTimersByTime(Math.max(0, wait - 2));
      if (wait > 0) expect(lines).toHaveLength(before);
      vi.advanceTimersByTime(2);
      expect(lines).toHaveLength(before + 1);
    }
    vi.restoreAllMocks();
  });

  it("is told once the other does not answer, or closes too", () => {
    links = [];
    last().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(500 + 1800);
    expect(links).toEqual(["connecting", "offline"]);
    last().welcome();
    links = [];
    last().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(500);
    last().onclose?.({ code: 1006 });
    expect(links).toEqual(["connecting", "offline"]);
  });
});

describe("deltas", () => {
  const delta = (since: number, seq: number, floor: object = {}): object => ({
    ...frame(seq),
    type: "delta",
    since,
    view: {},
    floor,
  });

  it("are handed on as frames, each made of the one before it on the socket", () => {
    last().says({ ...frame(7), floor: { round: 1, waiting: 0 } });
    last().says(delta(7, 8, { round: 2 }));
    last().says(delta(8, 9, { waiting: 1 }));
    expect(frames).toEqual([7, 8, 9]);
    expect(floors.at(-1)).toEqual({ round: 2, waiting: 1 });
  });

  it("change a frame that was overtaken, too: it was the last that came", () => {
    last().says({ ...frame(9), floor: { round: 2 } });
    last().says(delta(9, 8, { round: 1 }));
    last().says(delta(8, 10, { waiting: 1 }));
    expect(frames).toEqual([9, 10]);
    expect(floors.at(-1)).toEqual({ round: 1, waiting: 1 });
  });

  it("of a frame that never came have the table shown anew", () => {
    last().says({ ...frame(7), floor: {} });
    last().says(delta(8, 9));
    expect(frames).toEqual([7]);
    expect(links.at(-1)).toBe("offline");
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says(delta(7, 8));
    expect(frames).toEqual([7]);
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says({ ...frame(9, null, []), floor: {} });
    expect(frames).toEqual([7, 9]);
  });
});

describe("what is mine alone", () => {
  it("hands on what I have given in writing", () => {
    lines[0]?.says({ type: "writings", table: 1, seq: 1, writings: [] });
    expect(written).toEqual([0]);
  });

  it("is handed on as the game wrote it", () => {
    last().says({ type: "own", seq: 3, own: { cards: ["Ah"] } });
    expect(owned).toEqual([{ cards: ["Ah"] }]);
  });
});

describe("commands", () => {
  it("are settled by a frame that a newer one has overtaken", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    last().says(frame(8, null, []));
    last().says(frame(8, id));
    expect(settled).toEqual([id]);
    expect(socket.isPending(id)).toBe(false);
    expect(frames).toEqual([8]);
  });

  it("are asked for again when the whole truth comes and their frame may be lost", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    last().says(frame(8, "another's", []));
    expect(last().commands).toHaveLength(1);
    last().says(frame(9, null, []));
    vi.advanceTimersByTime(1500);
    expect(last().commands.map((each) => each.id)).toEqual([id, id]);
  });

  it("are not sent again at once, nor when their answer was only on its way", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    last().says(frame(9, null, []));
    last().says(frame(10, null, []));
    expect(last().commands.map((each) => each.id)).toEqual([id]);
    last().says(frame(11, id));
    vi.advanceTimersByTime(1500);
    expect(last().commands.map((each) => each.id)).toEqual([id]);
  });

  it("are sent again ever more rarely while the table is shown anew and no answer comes", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    for (let seq = 9; seq < 40; seq += 1) {
      last().says(frame(seq, null, []));
      vi.advanceTimersByTime(500);
    }
    // After 1, 2, 4 and 8 seconds, give or take three tenths.
    const sent = last().commands.filter((each) => each.id === id).length;
    expect(sent).toBeGreaterThanOrEqual(4);
    expect(sent).toBeLessThanOrEqual(6);
  });

  it("are sent again, with their id, while the house is too busy, and at last refused", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    const busy = { type: "receipt", cause: id, seq: null, refused: { code: "busy", detail: {} } };
    for (let tries = 1; tries <= 5; tries += 1) {
      last().says(busy);
      expect(socket.isPending(id)).toBe(true);
      for (let second = 0; second < 10; second += 1) {
        vi.advanceTimersByTime(1000);
        last().says({ type: "pong", ping: 0, now: 0 });
      }
      expect(last().commands.map((each) => each.id)).toEqual(Array(tries + 1).fill(id));
    }
    last().says(busy);
    expect(socket.isPending(id)).toBe(false);
    expect(refused).toEqual(["blackjack.ready"]);
  });

  it("stay carried out when a second sending comes too late for a turn", () => {
    last().says(frame(0));
    const id = socket.send({ kind: "blackjack.ready" });
    last().says(frame(1, id));
    last().says({ type: "receipt", cause: id, seq: null, refused: { code: "busy", detail: {} } });
    expect(refused).toEqual([]);
    expect(last().commands.map((each) => each.id)).toEqual([id]);
  });

  it("are not refused when only their second sending was too fast", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    last().says(frame(9, null, []));
    vi.advanceTimersByTime(1500);
    expect(last().commands.map((each) => each.id)).toEqual([id, id]);
    const tooFast = { code: "too_fast", detail: {} };
    last().says({ type: "receipt", cause: id, seq: null, refused: tooFast });
    expect(refused).toEqual([]);
    vi.advanceTimersByTime(600);
    expect(last().commands.map((each) => each.id)).toEqual([id, id, id]);
    last().says(frame(11, id));
    last().says({ type: "receipt", cause: id, seq: null, refused: tooFast });
    expect(refused).toEqual([]);
  });

  it("are refused when they themselves were too fast", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    const tooFast = { code: "too_fast", detail: {} };
    last().says({ type: "receipt", cause: id, seq: null, refused: tooFast });
    expect(socket.isPending(id)).toBe(false);
    expect(refused).toEqual(["blackjack.ready"]);
  });

  it("keep their id and are sent again after a reconnect until a frame names them", () => {
    last().says(frame(0));
    const id = socket.send({ kind: "blackjack.ready" });
    const other = socket.send({ kind: "table.sit", box: 3 });
    last().says(frame(1, other));
    last().onclose?.({ code: 4408 });
    vi.advanceTimersByTime(2000);
    expect(lines).toHaveLength(2);
    expect(last().commands).toEqual([]);
    last().welcome();
    expect(last().commands).toEqual([]);
    last().says(frame(1, null, []));
    expect(last().commands.map((each) => each.id)).toEqual([id]);
    last().says(frame(2, id));
    expect(socket.isPending(id)).toBe(false);
  });

  it("take the notes with them that are changed for them, and again when they are sent again", () => {
    last().says(frame(0));
    const id = socket.send({ kind: "punto_banco.stake", wagers: [] }, 500);
    socket.send({ kind: "table.sit", box: 3 });
    expect(last().commands.map((each) => each.notes)).toEqual([500, undefined]);
    last().onclose?.({ code: 4408 });
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says(frame(0, null, []));
    expect(last().commands.find((each) => each.id === id)?.notes).toBe(500);
  });

  it.each([
    ["another round", about(2)],
    ["another phase", about(1, "betting")],
    ["another's turn", about(1, "play", { box: 4, hand: "h" })],
  ])("of a game lapse when the line comes back in %s; those of the table do not", (_, now) => {
    last().says({ ...frame(1), ...about(1, "play", { box: 3, hand: "h" }) });
    const hit = socket.send({ kind: "blackjack.hit", box: 3, hand: "h" });
    const leave = socket.send({ kind: "table.leave", box: 5 });
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says({ ...frame(9, null, []), ...now });
    expect(last().commands.map((each) => each.id)).toEqual([leave]);
    expect(lapsed).toEqual([hit]);
    expect(socket.isPending(hit)).toBe(false);
  });

  it("given while the line is down wait for it", () => {
    last().says(frame(1));
    last().onclose?.({ code: 1006 });
    const id = socket.send({ kind: "blackjack.ready" });
    vi.advanceTimersByTime(2000);
    last().welcome();
    last().says(frame(1, null, []));
    expect(last().commands.map((each) => each.id)).toEqual([id]);
  });

  it("are answered by a receipt, which names what was refused", () => {
    const id = socket.send({ kind: "table.sit", box: 3 });
    last().says({
      type: "receipt",
      cause: id,
      seq: null,
      refused: { code: "box_taken", detail: {} },
    });
    expect(refused).toEqual(["table.sit"]);
    expect(socket.isPending(id)).toBe(false);
  });

  it("have ids of version 7, made before they are sent", () => {
    const id = socket.send({ kind: "blackjack.ready" });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(last().commands[0]?.id).toBe(id);
  });
});

describe("the line", () => {
  it("is dropped and made anew when nothing is heard", () => {
    vi.advanceTimersByTime(20_000);
    expect(lines[0]?.closed).toBe(true);
    expect(links).toContain("offline");
    expect(lines.length).toBeGreaterThan(1);
  });

  it("counts as lost within two seconds of silence, and as back with the first word", () => {
    last().says(frame(1));
    vi.advanceTimersByTime(2000);
    expect(links.at(-1)).toBe("offline");
    expect(lines).toHaveLength(1);
    last().says(frame(2));
    expect(links.at(-1)).toBe("online");
    expect(frames).toEqual([1, 2]);
  });

  /** Lets time go by with a house that says each second that it is there. */
  function beating(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      last().says({ type: "beat" });
    }
  }

  it("is there while the house says so, which is seldom asked for its clock", () => {
    beating(60);
    expect(links).not.toContain("offline");
    expect(lines).toHaveLength(1);
    expect(last().sent.map((each) => each.ping)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is waited for longer where its answers are slow", () => {
    const { ping } = last().sent[0] ?? {};
    vi.advanceTimersByTime(750);
    last().says({ type: "pong", ping, now: Date.now() });
    links = [];
    // The second that the house may be silent, and twice the round trip.
    vi.advanceTimersByTime(2300);
    expect(links).not.toContain("offline");
    vi.advanceTimersByTime(400);
    expect(links.at(-1)).toBe("offline");
  });

  it("is not lost because the page itself slept", () => {
    last().says(frame(1));
    vi.advanceTimersByTime(900);
    links = [];
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(100);
    expect(links).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it("is made anew where the house lets it in and says nothing", () => {
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(700);
    expect(lines).toHaveLength(2);
    last().onopen?.();
    vi.advanceTimersByTime(20_000);
    expect(lines[1]?.closed).toBe(true);
    expect(lines.length).toBeGreaterThan(2);
    last().welcome();
    expect(links.at(-1)).toBe("online");
  });

  it("is lost when the browser says so, and made anew when it has a network again", () => {
    socket.found();
    expect(lines).toHaveLength(1);
    socket.lost();
    expect(links.at(-1)).toBe("offline");
    last().says({ type: "beat" });
    expect(links.at(-1)).toBe("online");
    socket.lost();
    socket.found();
    expect(lines).toHaveLength(2);
    expect(lines[0]?.closed).toBe(true);
  });

  it("is not tried again when the session expired or the table does not exist", () => {
    last().onclose?.({ code: 4401 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(links.at(-1)).toBe("expired");
  });

  it("waits longer from try to try", () => {
    const tries = (): number => lines.length;
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(700);
    expect(tries()).toBe(2);
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    expect(tries()).toBe(2);
    vi.advanceTimersByTime(1000);
    expect(tries()).toBe(3);
  });
});
