/** What lies on the layout while the last cards of a coup are still being shown. */

import { expect, it, vi } from "vitest";
import { RESULT } from "../../../src/games/baccara/reveal";
import { PuntoBancoPlay } from "../../../src/games/punto_banco/play.svelte";
import type { Table } from "../../../src/games/table";
import type { Frame } from "../../../src/wire/types";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });

const frame = (phase: string, staked: number) =>
  ({
    events: [],
    view: { kind: "punto_banco", phase, spots: [{ on: "banco", staked, least: 500, most: 9000 }] },
  }) as unknown as Frame;

it("leaves the stakes where they are until it is shown what they have brought", () => {
  const veiled = new Set([RESULT]);
  const settled = [{ id: "s0", on: "banco", party: "me", staked: 500, returned: 975 }];
  const [dealt, over] = [frame("punto", 2000), frame("closed", 0)];
  const table = {
    lang: "fr",
    info: { id: 1 },
    veiled,
    frame: over,
    own: { kind: "punto_banco", wagers: [], settled },
  } as unknown as Table;
  const play = new PuntoBancoPlay(table);
  play.arrived(over, dealt);
  expect(play.wagers).toEqual([{ on: "banco", amount: 500 }]);
  expect(play.crowd("banco")).toBe(2000);
  veiled.clear();
  expect(play.wagers).toEqual([]);
  expect(play.crowd("banco")).toBe(0);
});
