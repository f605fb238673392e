import { describe, expect, it } from "vitest";
import { finals, NAMED, neighbours, spotOf } from "../../../src/games/european_roulette/announced";
import { EXAMPLES, explained } from "../../../src/games/european_roulette/doubts";
import { POSITIONS, WHEEL } from "../../../src/games/european_roulette/layout";
import { nameOf } from "../../../src/games/european_roulette/names";
import {
  type Doubt,
  heard,
  type Said,
  understood,
  written,
} from "../../../src/games/european_roulette/naming";
import { translatorFor } from "../../../src/games/european_roulette/words";

const LANGUAGES = ["fr", "en"] as const;

/** Every position, every announcement that has a name, and the complete numbers. */
const SPOTS: readonly string[] = [
  ...POSITIONS.map((each) => each.on),
  ...NAMED.map(spotOf),
  ...WHEEL.map((number) => spotOf(`voisins_n:${number}`)),
  ...WHEEL.map((number) => spotOf(`complete_n:${number}`)),
  ...Array.from({ length: 10 }, (_, digit) => spotOf(`finales_n:${digit}`)),
];

function all(call: string): readonly Said[] {
  const found = heard(call);
  expect(understood(found), `${call}: ${JSON.stringify(found)}`).toBe(true);
  return understood(found) ? found : [];
}

/** Returns the spots of a call with the chips on each; `null` when it is not understood. */
function spots(call: string): [string, number][] | null {
  const found = heard(call);
  return understood(found) ? found.flatMap((each) => [...each.spots]) : null;
}

function doubted(call: string): Doubt {
  const found = heard(call);
  expect(understood(found), call).toBe(false);
  return found as Doubt;
}

const ONE: readonly (readonly [string, string])[] = [
  ["17", "straight:17"],
  ["le 17", "straight:17"],
  ["17 plein", "straight:17"],
  ["17 en plein", "straight:17"],
  ["plein 17", "straight:17"],
  ["numéro 17", "straight:17"],
  ["n° 17", "straight:17"],
  ["straight up 17", "straight:17"],
  ["17 straight", "straight:17"],
  ["zéro", "straight:0"],
  ["the zero", "straight:0"],
  ["17-20", "split:17-20"],
  ["17/20", "split:17-20"],
  ["20 17", "split:17-20"],
  ["cheval 20 17", "split:17-20"],
  ["à cheval 0 3", "split:0-3"],
  ["à cheval sur 17 et 20", "split:17-20"],
  ["17 20 à cheval", "split:17-20"],
  ["split 17 and 20", "split:17-20"],
  ["17-20 split", "split:17-20"],
  ["transversale 13", "street:13-14-15"],
  ["transversale 13 à 15", "street:13-14-15"],
  ["13 14 15", "street:13-14-15"],
  ["street 0 1 2", "street:0-1-2"],
  ["carré 17", "corner:17-18-20-21"],
  ["carré 17 21", "corner:17-18-20-21"],
  ["corner 17 21", "corner:17-18-20-21"],
  ["0 1 2 3", "corner:0-1-2-3"],
  ["sixain 4", "six_line:4-5-6-7-8-9"],
  ["six-line 4 to 9", "six_line:4-5-6-7-8-9"],
  ["double street 4", "six_line:4-5-6-7-8-9"],
  ["2e douzaine", "dozen:2"],
  ["la deuxième douzaine", "dozen:2"],
  ["douzaine 2", "dozen:2"],
  ["M12", "dozen:2"],
  ["third dozen", "dozen:3"],
  ["last dozen", "dozen:3"],
  ["douzaines 1 et 2", "double_dozen:1-2"],
  ["1re et 2e douzaines", "double_dozen:1-2"],
  ["à cheval sur les douzaines 2 et 1", "double_dozen:1-2"],
  ["dozens 2 and 3", "double_dozen:2-3"],
  ["colonne 1", "column:1"],
  ["first and second columns", "double_column:1-2"],
  ["Rouge", "red"],
  ["les rouges", "red"],
  ["impair", "odd"],
  ["passe", "high"],
  ["1 à 18", "low"],
  ["19 to 36", "high"],
  ["tiers", "@tiers_du_cylindre"],
  ["le tiers du cylindre", "@tiers_du_cylindre"],
  ["série 5/8", "@tiers_du_cylindre"],
  ["third of the wheel", "@tiers_du_cylindre"],
  ["voisins", "@voisins_du_zero"],
  ["les voisins du zéro", "@voisins_du_zero"],
  ["neighbors of zero", "@voisins_du_zero"],
  ["17 et deux voisins", "@voisins_n:17"],
  ["17 et 2 voisins", "@voisins_n:17"],
  ["2 et 2 voisins", "@voisins_n:2"],
  ["17 et ses voisins", "@voisins_n:17"],
  ["voisins du 17", "@voisins_n:17"],
  ["0 et deux voisins", "@voisins_n:0"],
  ["17 and two neighbours", "@voisins_n:17"],
  ["neighbors of 17", "@voisins_n:17"],
  ["orphelins en plein", "@orphelins_plein"],
  ["orphelins", "@orphelins_cheval"],
  ["orphans", "@orphelins_cheval"],
  ["jeu zéro", "@jeu_zero"],
  ["zero game", "@jeu_zero"],
  ["finale 7", "@finales_n:7"],
  ["finales en plein 7", "@finales_n:7"],
  ["finals 7", "@finales_n:7"],
  ["complète du 17", "@complete_n:17"],
  ["complete 17", "@complete_n:17"],
  ["17 complet", "@complete_n:17"],
];

/** Amounts behind and before a bet: each chip of it is worth five. */
const EACH_FIVE = [
  "{bet} par 5",
  "{bet} par 5 jetons",
  "{bet} par 5 euros",
  "{bet} par 5,00",
  "{bet} by 5",
  "{bet} by 5 chips",
  "{bet} by 5.00 each",
  "{bet} at 5",
  "{bet} 5 chacun",
  "5 each on {bet}",
];
const IN_ALL_FIVE = [
  "5 sur {bet}",
  "5 on {bet}",
  "5 jetons sur {bet}",
  "{bet} pour 5",
  "{bet} 5 €",
];

/** What the old reading, or a careless one, would stake on. */
const REFUSED: readonly (readonly [string, Doubt["doubt"]])[] = [
  ["", "empty"],
  ["17,", "empty"],
  ["bonjour", "words"],
  ["foo 88", "words"],
  ["rouge, vert", "words"],
  ["37", "words"],
  ["017", "words"],
  ["17²", "words"],
  ["not 17", "taking"],
  ["cancel 17", "taking"],
  ["everything except 17", "taking"],
  ["tout sauf le 17", "taking"],
  ["pas le 17", "taking"],
  ["annule 17", "taking"],
  ["rouge sans le 17", "taking"],
  ["-17", "taking"],
  ["17 19", "bare"],
  ["17 17", "bare"],
  ["17 5", "bare"],
  ["tiers 5", "bare"],
  ["5 rouge", "bare"],
  ["les voisins du zéro 5", "bare"],
  ["finale 5 8", "bare"],
  ["finale 12", "whole"],
  ["douzaine 4", "whole"],
  ["carré 1 36", "none"],
  ["carré 17 17", "none"],
  ["douzaines 1 et 3", "none"],
  ["cheval 17", "several"],
  ["sixain 5", "several"],
  ["carré 18", "several"],
  ["street 0", "several"],
  ["17 x 5", "times"],
  ["5 × 17", "times"],
  ["5 sur le tiers", "each"],
  ["tiers pour 30", "each"],
  ["17 et chevaux 5 jetons", "each"],
  ["rouge, 17 par 5", "some"],
  ["rouge par 1,000", "words"],
  ["17 par 0", "zero"],
  ["17 par", "whole"],
  ["rouge noir", "whole"],
  ["17 et 20", "whole"],
  ["et chevaux", "whole"],
  ["rouge par 1 000", "words"],
  ["17 par 5 par 5", "whole"],
  ["5 sur 17 par 5", "whole"],
  ["5 × rouge par 5", "whole"],
  ["17 par 12345678", "words"],
];

/** Words that no pattern has, names of objects among them, which a careless look-up would find. */
const UNKNOWN = [
  "foo",
  "vert",
  "tout",
  "everything",
  "maybe",
  "demain",
  "cinq",
  "98765432",
  "0x11",
  "p13",
  "constructor",
  "__proto__",
  "≠",
  "😀",
  "${5}",
  ".*",
];
const NEGATED = [
  "not",
  "no",
  "pas",
  "sans",
  "sauf",
  "except",
  "cancel",
  "annule",
  "retire",
  "minus",
];

const UNDERSTOOD = [
  ...ONE.map(([call]) => call),
  ...ONE.slice(0, 80).map(([call]) => `${call} par 5`),
  "5 sur 17",
  "5 jetons sur rouge",
  "3 × rouge",
  "17 et chevaux par 2,50",
  "rouge par 5, pair par 10",
];

describe("a bet by name", () => {
  it.each(ONE)("%s", (call, spot) => {
    expect(spots(call)).toEqual([[spot, 1]]);
    expect(all(call)[0]?.unit).toBeNull();
  });

  it.each(LANGUAGES)("knows every bet by the name that the page gives it: %s", (language) => {
    for (const spot of SPOTS) {
      expect(spots(nameOf(spot, translatorFor(language))), spot).toEqual([[spot, 1]]);
    }
  });

  it.each(LANGUAGES)("takes an amount for each chip of every bet: %s", (language) => {
    for (const spot of SPOTS) {
      for (const frame of EACH_FIVE) {
        const call = frame.replace("{bet}", nameOf(spot, translatorFor(language)));
        expect(all(call), call).toEqual([
          { spots: new Map([[spot, 1]]), unit: 500, written: false },
        ]);
      }
    }
  });

  it("takes an amount in all only where the bet is one chip", () => {
    for (const spot of SPOTS) {
      for (const frame of IN_ALL_FIVE) {
        const call = frame.replace("{bet}", nameOf(spot, translatorFor("fr")));
        if (spot.startsWith("@")) expect(doubted(call).doubt, call).toBe("each");
        else expect(all(call)[0], call).toMatchObject({ unit: 500 });
      }
    }
  });

  it.each([
    ["tiers par 5 jetons", "@tiers_du_cylindre", 500],
    ["voisins du zéro par 5 euros", "@voisins_du_zero", 500],
    ["5 on 17", "straight:17", 500],
    ["17 par 2,50", "straight:17", 250],
    ["17 by 2.50", "straight:17", 250],
    ["je mise 5 sur le 17, s’il vous plaît", "straight:17", 500],
    ["bet 5 on red, please", "red", 500],
    ["Rouge par 1000 !", "red", 100_000],
  ])("%s", (call, spot, unit) => {
    const said = call.replace(/, (s’il|please)/, " $1");
    expect(all(said)).toEqual([{ spots: new Map([[spot, 1]]), unit, written: false }]);
  });

  it("with its splits, at the border too, or the splits alone", () => {
    const around = ["split:14-17", "split:16-17", "split:17-18", "split:17-20"];
    for (const call of ["17 et chevaux", "17 and splits", "17 plein et ses chevaux"]) {
      expect((spots(call) ?? []).map(([spot]) => spot).sort()).toEqual([...around, "straight:17"]);
    }
    expect((spots("chevaux du 17") ?? []).map(([spot]) => spot).sort()).toEqual(around);
    expect(spots("0 et chevaux")).toHaveLength(4);
  });

  it("takes several bets, each with its amount or none", () => {
    expect(all("rouge par 5, pair par 10; 17 by 1")).toMatchObject([
      { unit: 500 },
      { unit: 1000 },
      { unit: 100 },
    ]);
    expect(spots("17, 3 × rouge\ntiers")).toEqual([
      ["straight:17", 1],
      ["red", 3],
      ["@tiers_du_cylindre", 1],
    ]);
  });

  it("leaves other counts of neighbours to the writing", () => {
    const [said] = all("17 et 3 voisins");
    expect(said?.written).toBe(true);
    const near = [2, 25, 34, 6].map((number) => `straight:${number}`);
    expect([...said!.spots.keys()]).toEqual(expect.arrayContaining(["straight:17", ...near]));
    expect(said!.spots.size).toBe(7);
  });
});

describe("what is not understood whole", () => {
  it.each(REFUSED)("%j: %s", (call, why) => {
    expect(doubted(call).doubt).toBe(why);
  });

  it("stakes nothing whatever stands beside a bet", () => {
    for (const call of UNDERSTOOD) {
      expect(spots(call), call).not.toBeNull();
      const words = call.split(" ");
      for (const word of [...UNKNOWN, ...NEGATED]) {
        for (let at = 0; at <= words.length; at++) {
          const more = words.toSpliced(at, 0, word).join(" ");
          if (spots(more) !== null) expect.unreachable(more);
        }
      }
    }
  });

  it("names the words that it does not know", () => {
    for (const word of ["foo", "vert", "everything", "p13", "98765432"]) {
      expect(doubted(`rouge ${word} par 5`)).toMatchObject({ doubt: "words", what: word });
    }
  });

  it("never lays other numbers than those that are said", () => {
    // Whatever words of the grammar come together: each number said is in the bet, or its amount.
    const vocabulary =
      "17 20 5 0 rouge carré cheval tiers finale voisins par sur et du complète on by x deux";
    const words = vocabulary.split(" ");
    const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
    let taken = 0;
    for (const a of words) {
      for (const b of ["", ...words]) {
        for (const c of ["", ...words]) {
          for (const d of ["", "5", "par", "voisins"]) {
            const call = [a, b, c, d].filter((each) => each !== "").join(" ");
            const found = heard(call);
            if (!understood(found)) continue;
            taken++;
            const [said] = found;
            const has = new Set([...said!.spots.keys()].flatMap(numbers));
            const counts = [...said!.spots.values()];
            for (const number of numbers(call)) {
              const heardIt =
                has.has(number) ||
                said!.unit === number * 100 ||
                counts.includes(number) ||
                (said!.written && said!.spots.size === 2 * number + 1) ||
                (number === 0 && /voisins/.test(call));
              if (!heardIt) expect.unreachable(`${call}: ${JSON.stringify([...said!.spots])}`);
            }
          }
        }
      }
    }
    expect(taken).toBeGreaterThan(150);
  });

  it.each(LANGUAGES)("is told with calls that are understood: %s", (language) => {
    for (const call of EXAMPLES[language].said) expect(spots(call), call).not.toBeNull();
    for (const call of EXAMPLES[language].written) expect(written(call), call).toBeTypeOf("string");
    for (const [call] of REFUSED) {
      const doubt = doubted(call);
      const told = explained(doubt, language, "said");
      expect(told).not.toMatch(/[{}]/);
      const by = language === "fr" ? "par" : "by";
      for (const each of doubt.instead) {
        const meant = each.replace("{by}", by);
        expect(told).toContain(meant);
        expect(spots(meant), meant).not.toBeNull();
      }
    }
    expect(explained(doubted("not 17"), language, "said")).toContain("not 17");
    expect(explained(doubted("foo 88"), language, "said")).toContain("foo");
  });
});

describe("an announcement in writing", () => {
  it.each([
    ["complète du 17", "complete_n:17"],
    ["Complete 0", "complete_n:0"],
    ["complete of 36", "complete_n:36"],
    ["5 × rouge, 2 x carré 17 21", "custom:red=5,corner:17-18-20-21=2"],
    ["red; red; 3*plein 0", "custom:red=2,straight:0=3"],
    ["26 et 1 voisins", "custom:straight:3=1,straight:26=1,straight:0=1"],
  ])("%s", (text, bet) => {
    expect(written(text)).toBe(bet);
  });

  it.each(LANGUAGES)("knows every position by the name that the page gives it: %s", (language) => {
    for (const { on } of POSITIONS) {
      const call = on.startsWith("straight") ? "" : `3 × ${nameOf(on, translatorFor(language))}`;
      if (call !== "") expect(written(call), call).toBe(`custom:${on}=3`);
    }
  });

  it.each([
    ["", "empty"],
    [",", "empty"],
    ["cinq", "words"],
    ["tiers", "aloud"],
    ["2 x voisins 17", "aloud"],
    ["rouge,,noir", "empty"],
    ["complète du", "whole"],
    ["pas la complète du 17", "taking"],
    ["complète du 17, rouge", "alone"],
    ["2 × complète 17", "alone"],
    ["rouge par 5", "unit"],
    ["3*0", "times"],
  ])("%j is not understood", (text, why) => {
    expect(written(text)).toMatchObject({ doubt: why });
  });
});

describe("what an announcement covers", () => {
  it("closes the wheel behind the zero", () => {
    expect(neighbours(0)).toEqual([3, 26, 0, 32, 15]);
    expect(finals(7)).toEqual([7, 17, 27]);
  });
});
