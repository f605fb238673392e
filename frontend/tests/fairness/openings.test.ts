import { describe, expect, it } from "vitest";
import {
  type Alarm,
  disagreement,
  faceName,
  type Known,
  type Opening,
  Openings,
  type Pin,
  type Step,
} from "../../src/fairness/checks/openings";
import { checkOpening } from "../../src/verify/opening";
import { TestShoe } from "./shoes";

const FACES = [5, 18, 31, 44, 5, 0, 51, 12, 25, 38, 7];

function watching(explained = false, known: Known[] = [], logged: Pin | "away" | null = null) {
  const alarms: Alarm[] = [];
  const openings = new Openings(
    checkOpening,
    (alarm) => alarms.push(alarm),
    () => Promise.resolve(logged === "away" ? undefined : logged),
    () => Promise.resolve(explained),
    known,
  );
  return { openings, alarms, faults: () => alarms.map((each) => each.fault) };
}

function names(openings: readonly Opening[]): string[] {
  return openings.map((each) => faceName(each.face));
}

/** A frame after a step that dealt these cards, all of which lie open. */
function dealt(shoe: TestShoe, opened: Opening[], changed: Partial<Step> = {}): Step {
  return {
    round: 9,
    shoe: shoe.shown,
    shuffling: null,
    openings: opened,
    lying: names(opened),
    turned: names(opened),
    ...changed,
  };
}

describe("a browser that watches the cards", () => {
  it("verifies what is dealt and counts it", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(4);
    await openings.take(dealt(shoe, opened));
    expect(faults()).toEqual([]);
    expect(openings.verified(shoe.id)).toBe(4);
    expect([...openings.faces(1)]).toEqual(["6c", "6d", "6h", "6s"]);
  });

  it("takes the same cards again from a snapshot without counting them twice", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(4);
    await openings.take(dealt(shoe, opened));
    await openings.take(dealt(shoe, opened, { turned: null }));
    expect(faults()).toEqual([]);
    expect(openings.opened(9, "6c")).toBe(1);
  });

  it("knows after a reload what it saw before it", async () => {
    const shoe = new TestShoe(FACES);
    const first = watching();
    const opened = shoe.deal(4);
    await first.openings.take(dealt(shoe, opened));
    const kept = JSON.parse(JSON.stringify([...first.openings.shoes.values()])) as Known[];
    const second = watching(false, kept);
    await second.openings.take(dealt(shoe, opened, { turned: null }));
    expect(second.faults()).toEqual([]);
    expect(second.openings.opened(9, "6s")).toBe(1);
    expect(second.openings.verified(shoe.id)).toBe(4);
  });

  it.each<[string, (opening: Opening) => Opening]>([
    ["another face", (each) => ({ ...each, face: (each.face + 1) % 52 })],
    ["another place", (each) => ({ ...each, place: each.place + 1 })],
    ["a cut proof", (each) => ({ ...each, proof: each.proof.slice(0, -44) })],
    ["a place that is not dealt yet", (each) => ({ ...each, place: 10 })],
  ])("stops at an opening with %s", async (_, change) => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(2);
    opened[1] = change(opened[1]!);
    await openings.take(dealt(shoe, opened));
    expect(faults()).toEqual(["opening_fails"]);
  });

  it("stops at a card that was shown without an opening", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, alarms } = watching();
    const opened = shoe.deal(3);
    await openings.take(
      dealt(shoe, opened.slice(0, 2), { lying: names(opened), turned: names(opened) }),
    );
    expect(alarms).toMatchObject([{ fault: "not_opened", card: "6h" }]);
  });

  it("stops at a second card of a face that was opened once", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(1);
    await openings.take(dealt(shoe, opened, { lying: ["6c", "6c"], turned: ["6c", "6c"] }));
    expect(faults()).toEqual(["not_opened"]);
  });

  it("stops at a card in a view that no event and no opening turned up", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    await openings.take(dealt(shoe, shoe.deal(1), { lying: ["6c", "Ks"] }));
    expect(faults()).toEqual(["not_opened"]);
  });

  it("stops when the events deal in another order than the shoe", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(3);
    await openings.take(dealt(shoe, opened, { turned: names(opened).reverse() }));
    expect(faults()).toEqual(["other_order"]);
  });

  it("does not mind the order in which openings stand in a frame", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(3);
    await openings.take(dealt(shoe, [...opened].reverse(), { turned: names(opened) }));
    expect(faults()).toEqual([]);
  });

  it("stops when an old card is dealt once more in a later round", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    const opened = shoe.deal(2);
    await openings.take(dealt(shoe, opened));
    await openings.take(dealt(shoe, opened.slice(0, 1), { round: 10 }));
    expect(faults()).toEqual(["dealt_twice"]);
  });

  it.each<[string, object]>([
    ["root", { root: "cd".repeat(32) }],
    ["commitment", { commitment: "cd".repeat(32) }],
    ["cut", { cut: 4 }],
    ["root that is gone", { root: "" }],
  ])("stops when a shoe on the table has another %s", async (_, changed) => {
    const shoe = new TestShoe(FACES);
    const { openings, faults } = watching();
    await openings.take(dealt(shoe, shoe.deal(1)));
    await openings.take({ ...dealt(shoe, []), shoe: { ...shoe.shown, ...changed } });
    expect(faults()).toEqual(["shoe_changed"]);
  });

  it("asks before it accuses a snapshot: the cards may be of the shoe before", async () => {
    const shoe = new TestShoe(FACES);
    const lying = { openings: [], lying: ["Kd", "2c"], turned: null };
    const excused = watching(true);
    await excused.openings.take({ ...dealt(shoe, []), ...lying });
    // Somebody sits down; the same cards still lie there.
    await excused.openings.take({ ...dealt(shoe, []), ...lying, turned: [] });
    expect(excused.faults()).toEqual([]);
    expect(excused.openings.faces(1).size).toBe(0);
    const accused = watching(false);
    await accused.openings.take({ ...dealt(shoe, []), ...lying });
    expect(accused.faults()).toEqual(["not_opened"]);
  });

  it("opens the last cards of a shoe that has left the table", async () => {
    const shoe = new TestShoe(FACES);
    const { openings, alarms, faults } = watching();
    const opened = shoe.deal(4);
    await openings.take(dealt(shoe, opened.slice(0, 2)));
    const last = { lying: names(opened), turned: names(opened.slice(2)), shoe: null };
    await openings.take(dealt(shoe, opened.slice(2), last));
    expect(faults()).toEqual([]);
    expect(openings.verified(shoe.id)).toBe(4);
    await openings.take(dealt(shoe, [], { ...last, lying: [...names(opened), "Kd"], turned: [] }));
    expect(alarms).toMatchObject([{ fault: "not_opened", card: "Kd" }]);
  });

  it("asks the log for a shoe that it never saw, and believes its root alone", async () => {
    const shoe = new TestShoe(FACES);
    const opened = shoe.deal(2);
    const snapshot = dealt(shoe, opened, { shoe: null, turned: null });
    const told = watching(false, [], shoe.shown);
    await told.openings.take(snapshot);
    expect(told.faults()).toEqual([]);
    expect(told.openings.faces(1).size).toBe(2);
    const other = watching(false, [], { ...shoe.shown, root: "cd".repeat(32) });
    await other.openings.take(snapshot);
    expect(other.faults()).toEqual(["opening_fails"]);
    const away = watching(false, [], "away");
    await away.openings.take(snapshot);
    expect(away.faults()).toEqual([]);
    expect(away.openings.faces(1).size).toBe(0);
    const turnedAway = watching(false, [], "away");
    await turnedAway.openings.take(dealt(shoe, opened, { shoe: null }));
    expect(turnedAway.faults()).toEqual([]);
    const none = watching(false, [], null);
    await none.openings.take(snapshot);
    expect(none.faults()).toEqual(["other_shoe"]);
  });
});

describe("a revealed shoe", () => {
  const pin = new TestShoe(FACES).shown;
  const known: Known = { pin, seen: { 0: { face: "6c", round: 1 }, 6: { face: "Ks", round: 2 } } };
  const deal = [
    { round: 1, hands: ["box 1", "dealer"] },
    { round: 2, hands: Array.from({ length: 5 }, () => "box 1") },
  ];
  const { commitment, root } = pin;
  const revealed = { commitment, root, cut: { at: 3 }, order: FACES, burnt: 0, deal };

  it("agrees with what was seen", () => {
    expect(disagreement(known, revealed)).toBeNull();
  });

  it("is found out when a card that was seen lies elsewhere", () => {
    const order = [...FACES];
    [order[6], order[7]] = [order[7]!, order[6]!];
    expect(disagreement(known, { ...revealed, order })).toEqual({
      fault: "order_differs",
      card: "Ks",
    });
  });

  it("is found out when a card that was seen went to another round, or to none", () => {
    const [first, second] = deal;
    for (const told of [
      [
        { ...first!, round: 3 },
        { ...second!, round: 4 },
      ],
      [first!, { ...second!, round: 3 }],
      [first!, { ...second!, hands: second!.hands.slice(1) }],
      [],
    ])
      expect(disagreement(known, { ...revealed, deal: told })?.fault).toBe("other_round");
    const hands = ["dealer", ...second!.hands];
    const later = { ...revealed, burnt: 1, deal: [{ ...second!, hands }] };
    expect(disagreement({ pin, seen: { 6: known.seen[6]! } }, later)).toBeNull();
    expect(disagreement(known, later)).toEqual({ fault: "other_round", card: "6c" });
  });

  it("that does not tell its rounds is compared by its places", () => {
    expect(disagreement(known, { ...revealed, deal: null })).toBeNull();
  });

  it("is found out when it is another promise, root or cut", () => {
    for (const changed of [{ commitment: "00" }, { root: "00" }, { cut: { at: 4 } }]) {
      expect(disagreement(known, { ...revealed, ...changed })?.fault).toBe("shoe_changed");
    }
  });
});
