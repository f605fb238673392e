/**
 * A decision pressed before its turn. The page keeps it and gives it when the turn comes; the house
 * hears nothing of it before. Whatever changes meanwhile, it lapses.
 */

import type { Translate } from "../../core/i18n";
import type { Table } from "../table";
import { cardKey } from "./reveal";
import type { HandView, Option, View } from "./wire";
import type { Word } from "./words";

/** What may be pressed ahead; a surrender is confirmed when it is given. */
const COMMANDS = ["blackjack.hit", "blackjack.stand", "blackjack.double", "blackjack.split"];

/** What it needs of the game. */
interface Around {
  readonly table: Table;
  readonly say: Translate<Word>;
  readonly view: View | null;
  /** What I may do now. */
  readonly acting: readonly Option[];
  unpayable(option: Option): boolean;
  choose(option: Option): void;
}

interface Named {
  readonly box: number;
  readonly hand: string;
}

interface Pressed extends Named {
  readonly command: string;
  /** All that the decision was about. */
  readonly situation: string;
}

function open(view: View, { box, hand }: Named): HandView | null {
  const found = view.boxes.find((each) => each.box === box && !each.void);
  return found?.hands.find((each) => each.hand === hand && each.open) ?? null;
}

/** Returns all that a decision about a hand depends on; `null` once it cannot act any more. */
export function situation(view: View, round: number, named: Named): string | null {
  const found = open(view, named);
  if (!found) return null;
  const { box, hand } = named;
  const { cards, stake } = found;
  return JSON.stringify([round, box, hand, cards, stake, view.dealer.cards, view.exposed]);
}

export class Ahead {
  #pressed = $state.raw<Pressed | null>(null);

  constructor(private readonly play: Around) {}

  /** The hand of mine that comes next, while somebody else decides and its cards lie there. */
  get next(): Named | null {
    const { view, table } = this.play;
    const turn = view?.turn;
    if (!view || view.phase !== "play" || !turn || table.mine.has(turn.box)) return null;
    for (const { box, hands } of view.boxes) {
      if (!table.mine.has(box)) continue;
      const found = hands.find(({ hand }) => open(view, { box, hand }));
      if (!found) continue;
      const { hand, cards } = found;
      const veiled = cards.some((_, index) => table.veiled.has(cardKey(box, hand, index)));
      return veiled || table.veiled.has(cardKey(0, "d", 0)) ? null : { box, hand };
    }
    return null;
  }

  /** My next hand as it lies there. */
  get hand(): HandView | null {
    const { next } = this;
    return next && this.play.view ? open(this.play.view, next) : null;
  }

  /** What was pressed for my next hand. */
  get pressed(): string | null {
    const { next } = this;
    const pressed = this.#pressed;
    if (!next || pressed?.box !== next.box || pressed.hand !== next.hand) return null;
    return pressed.command;
  }

  /** Whether a decision makes sense for the cards that lie there; the house judges it in its turn. */
  offers(command: string): boolean {
    const { hand } = this;
    if (!hand || !COMMANDS.includes(command)) return false;
    const [first, second, more] = hand.cards;
    if (command === "blackjack.split") return first?.[0] === second?.[0] && more === undefined;
    return command !== "blackjack.double" || more === undefined;
  }

  /** Presses a decision, or takes it back; says whether it can be pressed. */
  press(command: string): boolean {
    const { table, say, view } = this.play;
    const { next } = this;
    if (!next || !view || !this.offers(command)) return false;
    if (!table.live) {
      table.unsent();
      return true;
    }
    if (this.pressed === command) {
      this.#pressed = null;
      table.alert(say("ahead.back"));
      return true;
    }
    const about = situation(view, table.floor?.round ?? 0, next);
    if (about === null) return false;
    this.#pressed = { ...next, command, situation: about };
    const name = say(`do.${command}` as Word);
    table.alert(say("ahead.pressed", { command: name, box: next.box }));
    return true;
  }

  /** Forgets what was pressed. */
  drop(): void {
    this.#pressed = null;
  }

  /** A frame has come: what was pressed lapses where the situation is another one. */
  arrived(): void {
    const pressed = this.#pressed;
    const { view, table } = this.play;
    if (!pressed || !view) return;
    const now = situation(view, table.floor?.round ?? 0, pressed);
    if (now === pressed.situation) return;
    this.drop();
    if (now !== null) this.#lapsed();
  }

  /** A frame has been shown: what was pressed is given if it is its turn. */
  due(): void {
    const pressed = this.#pressed;
    const { play } = this;
    const turn = play.view?.turn;
    if (!pressed || turn?.box !== pressed.box || turn.hand !== pressed.hand) return;
    this.drop();
    const option = play.acting.find((each) => each.command === pressed.command);
    if (option && !play.unpayable(option) && play.table.live) play.choose(option);
    else this.#lapsed();
  }

  #lapsed(): void {
    const { table, say } = this.play;
    table.notify("info", say("ahead.lapsed"));
  }
}
