import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type Line,
  OfficeSocket,
  type Part,
  type Wire,
} from "../src/core/connection/office_socket";

class FakeWire implements Wire {
  sent: string[] = [];
  closed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  shows(count: number): void {
    this.says({ type: "page", html: `<p>${count}</p>`, count, announcement: "" });
  }
}

let wires: FakeWire[];
let parts: number[];
let lines: Line[];
let socket: OfficeSocket;

const last = (): FakeWire => wires.at(-1) as FakeWire;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  wires = [];
  parts = [];
  lines = [];
  const reader = {
    part: (part: Part) => parts.push(part.count),
    line: (line: Line) => lines.push(line),
  };
  socket = new OfficeSocket("ws://house/ws/office/room/", reader, () => {
    wires.push(new FakeWire());
    return last();
  });
  socket.connect();
});

afterEach(() => {
  socket.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("hands on each page that comes, and is live from the first on", () => {
  expect(lines).toEqual([]);
  last().shows(2);
  last().shows(3);
  expect(parts).toEqual([2, 3]);
  expect(lines).toEqual(["live", "live"]);
});

it("comes back after a while, each time twice as long, and from the beginning once it was live", () => {
  for (const wait of [500, 1000, 2000]) {
    last().onclose?.({ code: 1006 });
    const before = wires.length;
    vi.advanceTimersByTime(wait - 1);
    expect(wires.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(wires.length).toBe(before + 1);
  }
  last().shows(1);
  last().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(500);
  expect(wires.length).toBe(5);
  expect(lines).toEqual(["off", "off", "off", "live", "off"]);
});

it.each([
  [4401, "signed_out"],
  [4403, "forbidden"],
  [4404, "forbidden"],
])("does not come back after %i, and says so", (code, line) => {
  last().shows(1);
  last().onclose?.({ code });
  vi.advanceTimersByTime(3_600_000);
  expect(wires.length).toBe(1);
  expect(lines).toEqual(["live", line]);
});

it("gives up a line that does not answer, and keeps one that does", () => {
  last().shows(1);
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(['{"ping":1}']);
  last().says({ type: "pong", ping: 1 });
  vi.advanceTimersByTime(25_000);
  expect(last().sent.length).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(wires[0]?.closed).toBe(true);
  vi.advanceTimersByTime(500);
  expect(wires.length).toBe(2);
});

it("goes to another process without a word where its own ends", () => {
  last().shows(1);
  last().onclose?.({ code: 1012 });
  vi.advanceTimersByTime(500);
  last().shows(1);
  expect(lines).toEqual(["live", "live"]);
  last().onclose?.({ code: 4430 });
  expect(lines.at(-1)).toBe("crowded");
});
