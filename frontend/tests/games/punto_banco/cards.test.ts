/** In which order cards are told that left the shoe. */

import { expect, it } from "vitest";
import { RESULT } from "../../../src/games/baccara/reveal";
import type { AnyEvent, AnyView } from "../../../src/games/table";
import { CARDS } from "../../../src/games/punto_banco/cards";
import { plan } from "../../../src/games/punto_banco/reveal";

const turned = (hand: string, cards: string[]) => ({
  kind: "punto_banco.hand_turned",
  hand,
  cards,
  point: 1,
  by: "dealer",
});
const events = [
  { kind: "punto_banco.card_turned_up", card: "7h", burns: 7 },
  {
    kind: "punto_banco.cards_dealt",
    punto: [],
    banco: [],
    to_punto: "",
    to_banco: "",
    stop_card: true,
    coup: 1,
  },
  turned("punto", ["Ah", "2h"]),
  turned("banco", ["Ac", "2c"]),
  { kind: "punto_banco.third_card", hand: "banco", card: "3s", point: 6, stop_card: false },
  { kind: "punto_banco.coup_announced", banco: 6, punto: 3, wins: ["banco"], result: "B36" },
] as unknown as AnyEvent[];

it("has hands that are turned at once card by card, as they were dealt", () => {
  expect(CARDS.turned(events, {} as AnyView)).toEqual(["7h", "Ah", "Ac", "2h", "2c", "3s"]);
});

it("shows the cards one by one, and at last what wins", () => {
  const { steps, length } = plan(events);
  const times = steps.map((step) => step.at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(steps.at(-1)?.keys).toEqual([RESULT]);
  expect(steps.flatMap((step) => step.keys)).toEqual([
    "card:punto/0",
    "card:banco/0",
    "card:punto/1",
    "card:banco/1",
    "faces:punto",
    "faces:banco",
    "card:banco/2",
    RESULT,
  ]);
  expect(length).toBeGreaterThan(times.at(-1) ?? 0);
  expect(plan([])).toEqual({ steps: [], length: 0 });
});
