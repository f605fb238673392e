/**
 * What a bet by name would lay, said back before it is staked.
 *
 * Loaded with the first call; the grammar is `naming.ts`.
 *
 * @module
 */

import type { Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import { refusal } from "../../core/refusals";
import { at, type Layout } from "../../core/stakes";
import type { Staking } from "../../widgets/chips/staking.svelte";
import type { Refusal } from "../../wire/types";
import type { Table } from "../table";
import { announcedOf, mustBeWritten } from "./announced";
import { explained } from "./doubts";
import { nameOf } from "./names";
import { heard, type Said, understood } from "./naming";
import { REFUSALS } from "../../wire/words/european_roulette/refusals";
import type { View } from "./wire";
import type { Word } from "./words";

/** Whoever names bets: his table, and what he may announce there. */
export interface Caller {
  readonly table: Table;
  readonly say: Translate<Word>;
  readonly staking: Staking;
  readonly view: View | null;
  readonly inspector: string | null;
  chipsOf(bet: string): number;
  offers(bet: string): boolean;
  mayGive(bet: string): boolean;
}

/** A call that was understood whole. */
export interface Call {
  readonly text: string;
  /** What it lays on each spot, in minor units; on an announced bet, on each of its chips. */
  readonly laid: Layout;
  /** Each bet with its amount: `Tiers du cylindre : 6 × 5 = 30`. */
  readonly lines: readonly string[];
  /** What it costs, in minor units. */
  readonly total: number;
}

/** Returns what a call would lay, or why it is refused, as a sentence. */
export function read(play: Caller, text: string): Call | string {
  const { lang } = play.table;
  const said = heard(text);
  if (!understood(said)) return explained(said, lang, "said");
  const laid = new Map<string, number>();
  for (const { spots, unit } of said) {
    for (const [spot, count] of spots) {
      laid.set(spot, (laid.get(spot) ?? 0) + count * (unit ?? play.staking.chipValue));
    }
  }
  const barred = unspoken(play, said) ?? barring(play, laid);
  if (barred !== null) return barred;
  const lines = [...laid].map(([spot, amount]) => line(play, spot, amount));
  return { text, laid, lines, total: play.staking.worth(laid) };
}

function line(play: Caller, spot: string, amount: number): string {
  const { lang } = play.table;
  const bet = nameOf(spot, play.say);
  const announced = announcedOf(spot);
  if (announced === null) return play.say("spot.staked", { bet, amount: chips(amount, lang) });
  const count = play.chipsOf(announced);
  const sum = `${count} × ${chips(amount, lang)} = ${chips(count * amount, lang)}`;
  return play.say("spot.staked", { bet, amount: sum });
}

/** Returns why bets are not given aloud: they go in writing, or not at all (MC-EROU-39). */
function unspoken(play: Caller, said: readonly Said[]): string | null {
  if (!said.some((each) => each.written)) return null;
  return play.say(play.offers("custom") ? "name.write" : "name.two");
}

/** Returns why chips may not be laid now, as far as the page can know; the server decides. */
export function barring(play: Caller, laid: Layout): string | null {
  const { staking, table, view } = play;
  const told = (code: string, detail: Refusal["detail"] = {}): string =>
    refusal({ code, detail } as Refusal, table.lang, REFUSALS).text;
  if (!staking.game.open || view === null) return told("betting_closed");
  for (const [spot, amount] of laid) {
    const announced = announcedOf(spot);
    if (announced !== null && !play.offers(announced)) return told("variant_disabled");
    if (announced !== null && !play.mayGive(announced)) return play.say("name.write");
    if (announced !== null && mustBeWritten(announced) && play.inspector === null) {
      return told("inspector_absent");
    }
    const there = at(staking.wanted, spot) + amount;
    const most = staking.game.ceiling(spot);
    if (there < view.least) return told("below_min", { minimum: view.least });
    if (there % view.step !== 0) return told("bad_increment", { step: view.step });
    if (most !== null && there > most) return told("above_max", { maximum: most });
  }
  const { balance } = table;
  if (balance !== null && staking.worth(laid) > balance)
    return told("not_enough_chips", { balance });
  return null;
}
