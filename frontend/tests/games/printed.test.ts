import { describe, expect, it } from "vitest";
import {
  chipsOf,
  finals,
  NAMED,
  neighbours,
  pocketsOf,
} from "../../src/games/european_roulette/announced";
import { WHEEL } from "../../src/games/european_roulette/layout";
import { PRINTED } from "../../src/wire/printed/european_roulette";

const TABLE = /\[\s*\d+(?:,\s*\d+){4,}\s*,?\s*\]/;

/** Returns the modules in which numbers stand that the server prints. */
function copies(modules: Record<string, string>): string[] {
  return Object.keys(modules).filter((name) => TABLE.test(modules[name] ?? ""));
}

describe("what is printed on a table", () => {
  it("stands in no game of the page: it comes from the server", () => {
    const games = import.meta.glob<string>("../../src/games/**/*.{ts,svelte}", {
      eager: true,
      query: "?raw",
      import: "default",
    });
    expect(Object.keys(games).length).toBeGreaterThan(50);
    expect(copies(games)).toEqual([]);
    const planted = { "a.ts": "const RED = new Set([1, 3, 5, 7, 9]);", "b.svelte": "[0, 1, 2]" };
    expect(copies(planted)).toEqual(["a.ts"]);
  });
});

describe("an announced bet", () => {
  it("lights the pockets that its chips cover, and takes as many as they are", () => {
    const shown = NAMED.map((bet) => [bet, pocketsOf(bet).length, chipsOf(bet)]);
    expect(shown).toEqual([
      ["voisins_du_zero", 17, 9],
      ["jeu_zero", 7, 4],
      ["orphelins_cheval", 8, 5],
      ["orphelins_plein", 8, 8],
      ["tiers_du_cylindre", 12, 6],
    ]);
    expect([...NAMED].sort()).toEqual(Object.keys(PRINTED.named).sort());
    const three = [...pocketsOf("voisins_du_zero"), ...pocketsOf("tiers_du_cylindre")];
    expect([...three, ...pocketsOf("orphelins_plein")].sort()).toEqual([...WHEEL].sort());
  });

  it("of neighbours closes the wheel, and of finals goes by the last digit", () => {
    expect(neighbours(0)).toEqual([3, 26, 0, 32, 15]);
    expect(neighbours(26)).toEqual([35, 3, 26, 0, 32]);
    expect(finals(0)).toEqual([0, 10, 20, 30]);
    expect(finals(7)).toEqual([7, 17, 27]);
  });
});
