/** What the dealer calls, and when each card of a coup is shown. */

import { expect, it } from "vitest";
import { call, past } from "../../../src/games/trente_et_quarante/announce";
import { CARDS } from "../../../src/games/trente_et_quarante/cards";
import {
  cardKey,
  countKey,
  dealt,
  plan,
  RESULT,
  totals,
} from "../../../src/games/trente_et_quarante/reveal";
import { translatorFor } from "../../../src/games/trente_et_quarante/words";
import type { AnyEvent, AnyView } from "../../../src/games/table";

const turned = (row: string, card: string, total: number) => ({
  kind: "trente_et_quarante.card_turned",
  row,
  card,
  total,
});
const events = [
  { kind: "trente_et_quarante.bets_closed" },
  turned("black", "Ts", 10),
  turned("black", "Td", 20),
  turned("black", "Kh", 30),
  turned("black", "Ac", 31),
  turned("red", "Kc", 10),
  { kind: "trente_et_quarante.talon_counted", cards: 5 },
  { kind: "trente_et_quarante.coup_annulled", by: "", total: 0 },
] as unknown as AnyEvent[];

it("calls the points without their thirty, and what red and the colour do", () => {
  const french = translatorFor("fr");
  expect(call(31, 31, [], french)).toBe("Un, après : refait de trente et un.");
  expect(call(31, 32, ["black", "colour"], french)).toBe("Un, deux, rouge perd, couleur gagne.");
  expect(call(31, 32, ["black", "inverse"], translatorFor("en"))).not.toBe(
    call(31, 32, ["black", "colour"], translatorFor("en")),
  );
});

it("tells past coups apart, and what is no result as it is", () => {
  const say = translatorFor("en");
  const told = ["31:31", "34:34", "31:40 colour", "31:40 inverse", "40:31 colour"];
  expect(new Set(told.map((each) => past(each, say))).size).toBe(told.length);
  expect(past("void", say)).toBe("void");
});

it("shows black's row before red's, card by card, and at last what they decide", () => {
  expect(dealt(events)).toBe(true);
  expect(dealt(events.slice(0, 1))).toBe(false);
  expect(totals(events)).toEqual({ black: [10, 20, 30, 31], red: [10] });
  const { steps } = plan(events);
  const times = steps.map((step) => step.at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(steps.flatMap((step) => step.keys)).toEqual([
    ...[0, 1, 2, 3].flatMap((nth) => [cardKey("black", nth), countKey("black", nth)]),
    cardKey("red", 0),
    countKey("red", 0),
    RESULT,
  ]);
});

it("counts the cards that have left the shoe as they were dealt", () => {
  expect(CARDS.turned(events, {} as AnyView)).toEqual(["Ts", "Td", "Kh", "Ac", "Kc"]);
});
