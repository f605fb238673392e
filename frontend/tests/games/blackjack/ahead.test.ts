import { beforeEach, expect, it } from "vitest";
import { Ahead } from "../../../src/games/blackjack/ahead.svelte";
import { cardKey } from "../../../src/games/blackjack/reveal";

/** Box 2 is mine; box 1 is somebody else's, who comes first. */
let turn: { box: number; hand: string } | null;
let cards: string[];
let open: boolean;
let dealer: string[];
let live: boolean;
let purse: boolean;
let veiled: Set<string>;
let given: string[];
let told: string[];
let ahead: Ahead;

function hand(label: string, cards: string[], open: boolean): object {
  return { hand: label, cards, stake: 500, open };
}

beforeEach(() => {
  turn = { box: 1, hand: "h" };
  cards = ["8h", "8c"];
  open = live = purse = true;
  dealer = ["6d"];
  veiled = new Set();
  given = [];
  told = [];
  const table = {
    mine: new Set([2]),
    floor: { round: 7 },
    veiled,
    get live() {
      return live;
    },
    alert: () => null,
    notify: (_: string, text: string) => told.push(text),
    unsent: () => told.push("unsent"),
  };
  ahead = new Ahead({
    table,
    say: (word: string) => word,
    get view() {
      return {
        phase: "play",
        turn,
        exposed: null,
        dealer: { cards: dealer },
        boxes: [
          { box: 1, void: false, hands: [hand("h", ["Th", "2c"], true)] },
          { box: 2, void: false, hands: [hand("h", cards, open)] },
        ],
      };
    },
    get acting() {
      return turn?.box === 2
        ? ["blackjack.hit", "blackjack.stand"].map((command) => ({ command, box: 2, hand: "h" }))
        : [];
    },
    unpayable: () => !purse,
    choose: (option: { command: string }) => given.push(option.command),
  } as unknown as ConstructorParameters<typeof Ahead>[0]);
});

/** Shows a frame to its end. */
function frame(): void {
  ahead.arrived();
  ahead.due();
}

it("is given once, when its turn comes", () => {
  expect(ahead.press("blackjack.hit")).toBe(true);
  expect(ahead.pressed).toBe("blackjack.hit");
  frame();
  expect(given).toEqual([]);
  turn = { box: 2, hand: "h" };
  frame();
  frame();
  expect(given).toEqual(["blackjack.hit"]);
  expect(told).toEqual([]);
});

it("can be changed and taken back", () => {
  ahead.press("blackjack.hit");
  ahead.press("blackjack.stand");
  expect(ahead.pressed).toBe("blackjack.stand");
  ahead.press("blackjack.stand");
  expect(ahead.pressed).toBeNull();
  turn = { box: 2, hand: "h" };
  frame();
  expect(given).toEqual([]);
});

it.each(["my cards", "the dealer's card", "the offer", "the purse", "the line"])(
  "lapses where %s changes",
  (what) => {
    ahead.press(what === "the offer" ? "blackjack.split" : "blackjack.stand");
    turn = { box: 2, hand: "h" };
    if (what === "my cards") cards = ["8h", "8c", "2d"];
    if (what === "the dealer's card") dealer = ["6d", "9s"];
    if (what === "the purse") purse = false;
    if (what === "the line") live = false;
    frame();
    frame();
    expect(given).toEqual([]);
    expect(told).toEqual(["ahead.lapsed"]);
  },
);

it("lapses without a word where the hand is over", () => {
  ahead.press("blackjack.stand");
  open = false;
  turn = null;
  frame();
  expect([given, told]).toEqual([[], []]);
});

it("is taken of cards that I see, and of decisions that fit them, alone", () => {
  expect(ahead.offers("blackjack.split")).toBe(true);
  expect(ahead.offers("blackjack.surrender")).toBe(false);
  veiled.add(cardKey(2, "h", 1));
  expect(ahead.next).toBeNull();
  expect(ahead.press("blackjack.hit")).toBe(false);
  veiled.clear();
  cards = ["8h", "3c", "2d"];
  expect(ahead.offers("blackjack.split")).toBe(false);
  expect(ahead.offers("blackjack.double")).toBe(false);
  expect(ahead.offers("blackjack.hit")).toBe(true);
  turn = { box: 2, hand: "h" };
  expect(ahead.next, "what is pressed in my turn is given at once").toBeNull();
});

it("is not kept without a line", () => {
  live = false;
  ahead.press("blackjack.hit");
  expect([ahead.pressed, told]).toEqual([null, ["unsent"]]);
});
