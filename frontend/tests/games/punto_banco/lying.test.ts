/** What lies on the layout while the last cards of a coup are still being shown. */

import { expect, it, vi } from "vitest";
import { cardKey, facesKey, RESULT } from "../../../src/games/baccara/reveal";
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

it("says of a coup that is shown step by step whose cards have just come or been turned", () => {
  const fresh = new Set<string>();
  const table = {
    lang: "en",
    info: { id: 1 },
    veiled: new Set(),
    fresh,
    busy: true,
    floor: { status: "open", seats: [] },
    frame: frame("closed", 0),
  } as unknown as Table;
  const play = new PuntoBancoPlay(table);
  const said = (key: string) => {
    fresh.add(key);
    return play.status.main;
  };
  expect(play.status.main).toBe("No more bets");
  expect(said(cardKey("banco", 1))).toBe("The cards are dealt");
  expect(said(facesKey("punto"))).toBe("Cards turned: Punto");
  expect(said(facesKey("banco"))).toBe("Cards turned: Banco");
  expect(said(cardKey("banco", 2))).toBe("Banco: card");
  expect(said(RESULT)).toBe("Coup over");
});
