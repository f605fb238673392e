import { describe, expect, it } from "vitest";
import { corner, spoken } from "../src/core/cards";
import { ServerClock } from "../src/core/connection/clock";
import { translator } from "../src/core/i18n";
import { en } from "../src/core/i18n/en";
import { fr } from "../src/core/i18n/fr";
import { action } from "../src/core/keyboard";
import { chips, signed, stack, tray } from "../src/core/money";
import { DECISIONS } from "../src/games/blackjack/keys";
import { WORDS } from "../src/games/blackjack/words";
import { refusal } from "../src/core/refusals";
import type { Refusal } from "../src/wire/types";
import { REFUSALS } from "../src/wire/words/blackjack/refusals";

describe("chips", () => {
  it("are written in the page's language, hundredths only where there are some", () => {
    expect(chips(125_000, "fr")).toBe("1\u202f250");
    expect(chips(125_000, "en")).toBe("1,250");
    expect(chips(1250, "fr")).toBe("12,50");
    expect(signed(7500, "fr")).toBe("+75");
    expect(signed(-5000, "en")).toBe("\u221250");
    expect(signed(0, "fr")).toBe("0");
  });

  it("make up exactly the amount when there are enough of them", () => {
    for (const amount of [100, 700, 3700, 16_200, 123_400]) {
      expect(stack(amount, 99).reduce((sum, chip) => sum + chip, 0)).toBe(amount);
    }
    expect(stack(50)).toHaveLength(1);
    expect(stack(123_400, 3)).toHaveLength(3);
  });

  it("offer five values from the minimum's own", () => {
    expect(tray(500)).toEqual([500, 2500, 10_000, 50_000, 100_000]);
    expect(tray(1000)[0]).toBe(500);
    expect(tray(1)[0]).toBe(100);
    expect(tray(5_000_000)).toHaveLength(5);
  });
});

describe("cards", () => {
  it("have names for the ear and letters for the eye", () => {
    expect(spoken("Qh", "fr")).toBe("dame de cœur");
    expect(spoken("Ts", "en")).toBe("ten of spades");
    expect(spoken("7d", "fr")).toBe("7 de carreau");
    expect(corner("Kc", true)).toBe("R");
    expect(corner("Kc", false)).toBe("K");
    expect(corner("Td", true)).toBe("10");
  });
});

describe("the server's clock", () => {
  it("trusts the exchange with the shortest round trip", () => {
    let here = 1000;
    const clock = new ServerClock(() => here);
    clock.hint(5000);
    expect(clock.now()).toBe(5000);
    clock.sample(1000, 1400, 6200);
    clock.sample(2000, 2020, 7010);
    clock.sample(3000, 3900, 8000);
    expect(clock.offset).toBe(5000);
    expect(clock.rtt).toBe(900);
    here = 4000;
    expect(clock.now()).toBe(9000);
  });
});

describe("keys", () => {
  const press = (key: string, code = "", extra = {}) =>
    action({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...extra }, DECISIONS);

  it("choose chips by their place in the row, also on a French keyboard", () => {
    expect(press("&", "Digit1")).toEqual({ do: "chip", index: 0 });
    expect(press("5", "Numpad5")).toEqual({ do: "chip", index: 4 });
  });

  it("decide, and leave the browser's own combinations alone", () => {
    expect(press("H")).toEqual({ do: "decide", command: "blackjack.hit" });
    expect(press("r", "KeyR", { ctrlKey: true })).toBeNull();
    expect(press("q")).toBeNull();
  });
});

describe("words", () => {
  it("are a game's own where it has some, and the frame's elsewhere", () => {
    const instead = { fr: { "bar.take": "Prendre le poste {box}" }, en: {} };
    expect(translator("fr", instead)("bar.take", { box: 1 })).toBe("Prendre le poste 1");
    expect(translator("en", instead)("bar.take", { box: 1 })).toBe("Take box 1");
    expect(translator("fr", instead)("bar.full")).toBe(fr["bar.full"]);
  });

  it("have the same holes in both languages", () => {
    const holes = (text: string): string[] =>
      [...text.matchAll(/\{(\w+)\}/g)].map((hole) => String(hole[1])).sort();
    for (const words of [{ fr, en }, WORDS]) {
      const english: Record<string, string> = words.en;
      for (const [key, text] of Object.entries(words.fr)) {
        expect(holes(english[key] ?? ""), key).toEqual(holes(text));
      }
    }
  });

  it("tell a refusal with its figures and its clause", () => {
    const refused = {
      code: "below_min",
      detail: { minimum: 500, clause: "FR-2024-145", box: 3 },
    } as const;
    expect(refusal(refused, "fr", REFUSALS)).toEqual({
      text: "Le minimum de la table est de 5.",
      clause: "FR-2024-145",
    });
    const boxes = { code: "too_many_boxes", detail: { maximum: 3 } } as const;
    expect(refusal(boxes, "en", REFUSALS).text).toBe("At most 3 boxes for one player.");
  });

  it("tell what nobody has a sentence for as a mishap", () => {
    const unknown = { code: "of_tomorrow", detail: {} } as unknown as Refusal;
    expect(refusal(unknown, "fr", REFUSALS).text).toContain("contretemps");
  });
});
