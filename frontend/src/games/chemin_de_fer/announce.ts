/** What a screen reader hears of a frame: the croupier's announcements. */

import { spoken } from "../../core/cards";
import type { Language } from "../../core/i18n";
import { chips } from "../../core/money";
import { refusal } from "../../core/refusals";
import type { Refusal } from "../../wire/types";
import { REFUSALS } from "../../wire/words/chemin_de_fer/refusals";
import type { Event, View } from "./wire";
import { translatorFor } from "./words";

/** Who listens, and by what name he hears of the others. */
export interface Listener {
  you: string | null;
  name: (party: string) => string;
  /** Who made which claim of this coup, also those that are gone from the view. */
  claims: ReadonlyMap<number, string>;
}

/** Returns a past coup's result in a few characters. */
export function pastResult(result: string, language: Language): string {
  return result === "void" ? translatorFor(language)("past.void") : result;
}

type Compared = Extract<Event, { kind: "chemin_de_fer.claims_compared" }>;

/** Who holds the banco or a part of it, what of mine was not taken, what is still missing. */
function compared(event: Compared, view: View, listener: Listener, language: Language): string {
  const say = translatorFor(language);
  const said: string[] = [];
  const held = view.claims.find(
    (claim) => claim.party === event.holder && claim.bet !== "complement",
  );
  if (held) {
    const words = { name: listener.name(held.party), amount: chips(held.amount, language) };
    if (held.bet === "banco") said.push(say("say.holds.banco", words));
    else said.push(say(held.marked ? "say.holds.marked" : "say.holds.with_table", words));
  }
  for (const gone of event.turned_down) {
    if (listener.claims.get(gone.claim) !== listener.you) continue;
    const code = gone.code as Refusal["code"];
    const detail = { bank: view.bank, minimum: view.least };
    const why = refusal({ code, detail }, language, REFUSALS).text;
    said.push(say("say.turned_down", { why }));
  }
  if (event.opens) said.push(say("say.complete", { amount: chips(view.missing, language) }));
  return said.join(" ");
}

function sentence(event: Event, view: View, listener: Listener, language: Language): string | null {
  const say = translatorFor(language);
  const { you, name } = listener;
  const amount = (minor: number): { amount: string } => ({ amount: chips(minor, language) });
  switch (event.kind) {
    case "chemin_de_fer.seats_changed":
      if (event.begins) return say("say.hand", { name: name(view.banker) });
      if (view.phase !== "idle") return null;
      return say("say.players", { seated: view.seats.length, needed: view.needed });
    case "chemin_de_fer.bank_staked":
      return say("say.bank", { name: name(view.banker), ...amount(event.amount) });
    case "chemin_de_fer.hand_kept":
      return view.phase === "closed" ? null : say("say.kept", amount(view.bank));
    case "chemin_de_fer.claim_made": {
      const words = { name: name(event.party), ...amount(event.amount) };
      if (event.late) return say("say.late", words);
      if (event.party === you) return say("say.claim_mine", words);
      return say(`say.claim.${event.bet}`, words);
    }
    case "chemin_de_fer.claim_withdrawn":
      return say("say.withdrawn");
    case "chemin_de_fer.claims_compared":
      return compared(event, view, listener, language);
    case "chemin_de_fer.nothing_more_goes":
      return say("say.rien");
    case "chemin_de_fer.nobody_staked":
      return say("say.nobody");
    case "chemin_de_fer.deal_began": {
      const to = say("say.cards_to", { name: name(event.ponte) });
      if (!event.uncovered) return to;
      return `${say("say.uncovered", amount(event.uncovered))} ${to}`;
    }
    case "chemin_de_fer.card_passed":
      if (!event.face_up || event.card === null) return null;
      return say(`say.third.${event.hand}`, { card: spoken(event.card, language) });
    case "chemin_de_fer.hand_spoke":
      return say(`say.${event.draws ? "draws" : "stands"}.${event.hand}`);
    case "chemin_de_fer.hands_shown": {
      const points = say("say.points", { ponte: event.ponte_point, banker: event.banker_point });
      // With a natural nobody is asked for a word.
      return view.ponte_hand.draws === null ? `${say("say.natural")} ${points}` : points;
    }
    case "chemin_de_fer.coup_decided":
      return say(`say.won.${event.winner}`);
    case "chemin_de_fer.levy_taken":
      return say("say.levy", { ...amount(event.ticket.amount), serial: event.ticket.serial });
    case "chemin_de_fer.garage_filled":
      return say("say.garage", amount(event.amount));
    case "chemin_de_fer.hand_passed": {
      const to = event.banker
        ? say("say.passes", { name: name(event.banker) })
        : say("say.passes_nobody");
      return `${say(`why.${event.why}`)} ${to}`;
    }
    case "chemin_de_fer.session_broken":
      return say("say.broken");
    default:
      return null;
  }
}

/** Returns what the croupier announces of a frame's events. */
export function narration(
  events: readonly Event[],
  view: View,
  listener: Listener,
  language: Language,
): string {
  return events
    .map((event) => sentence(event, view, listener, language))
    .filter((each): each is string => each !== null && each !== "")
    .join(" ");
}
