import { describe, expect, it } from "vitest";
import { changed } from "../src/core/connection/deltas";
import type { Delta, Frame } from "../src/wire/types";

const before = {
  type: "frame",
  seq: 7,
  cause: "mine",
  events: [{ kind: "x" }],
  view: {
    boxes: [
      { box: 1, cards: ["2c"] },
      { box: 2, cards: [] },
    ],
    turn: { box: 1 },
  },
  floor: { shoe: { id: "s", position: 3 }, openings: [{ place: 2 }], end: null },
} as unknown as Frame;

function after(view: object, floor: object): Frame {
  const head = { type: "delta", since: 7, seq: 8, cause: null, events: [] };
  return changed(before, { ...head, view, floor } as unknown as Delta);
}

describe("a delta", () => {
  it("changes fields and items, and leaves the others", () => {
    const boxes = { "0": { cards: ["2c", "9d"] } };
    const frame = after({ boxes, turn: null }, { shoe: { position: 4 }, openings: [] });
    expect(frame).toEqual({
      type: "frame",
      seq: 8,
      cause: null,
      events: [],
      view: {
        boxes: [
          { box: 1, cards: ["2c", "9d"] },
          { box: 2, cards: [] },
        ],
        turn: null,
      },
      floor: { shoe: { id: "s", position: 4 }, openings: [], end: null },
    });
  });

  it("makes anew what was not there, or is longer or shorter than it was", () => {
    const frame = after({ boxes: [] }, { end: { reason: "late", rounds: 2 } });
    expect(frame.view).toEqual({ boxes: [], turn: { box: 1 } });
    expect(frame.floor.end).toEqual({ reason: "late", rounds: 2 });
  });

  it("shares what is as it was, and never touches the frame before", () => {
    const kept = structuredClone(before);
    const frame = after({ boxes: { "0": { cards: [] } } }, {});
    expect(before).toEqual(kept);
    const boxes = (each: Frame): unknown[] => (each.view as unknown as { boxes: unknown[] }).boxes;
    expect(boxes(frame)[1]).toBe(boxes(before)[1]);
    expect(frame.floor.shoe).toBe(before.floor.shoe);
  });
});
