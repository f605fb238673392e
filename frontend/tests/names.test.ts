import { expect, it } from "vitest";
import { inLanguage, named } from "../src/core/names";
import type { Frame } from "../src/wire/types";

it.each([
  ["Joueur 857d", "en", "Player 857d"],
  ["Player e746", "fr", "Joueur e746"],
  ["Player e746", "en", "Player e746"],
  ["House 1a2b3", "fr", "Maison 1a2b3"],
  ["Joueur 12", "en", "Joueur 12"],
  ["Jeanne", "en", "Jeanne"],
] as const)("says %s in %s as %s", (name, language, said) => {
  expect(named(name, language)).toBe(said);
});

it("names who is at a table in the reader's language, and changes no other frame", () => {
  const seat = (name: string) => ({ box: 1, party: "7", name, away: false, welcomes: false });
  const frame = (name: string) =>
    ({
      floor: { seats: [seat(name)], colours: [], staff: [{ duty: "chief", name }] },
    }) as unknown as Frame;
  const { floor } = inLanguage(frame("Joueur 857d"), "en");
  expect([floor.seats[0]?.name, floor.staff[0]?.name]).toEqual(["Player 857d", "Player 857d"]);
  const same = frame("Jeanne");
  expect(inLanguage(same, "en")).toBe(same);
});
