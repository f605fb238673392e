/**
 * What players say to each other at a table, as this page has heard it since it was opened.
 *
 * Texts are shown as they are, never as markup. Whom the player does not wish to read is kept in
 * this browser alone: nobody else learns of it.
 */

import type { Translate } from "../core/i18n";
import { named } from "../core/names";
import type { Table } from "../games/table";
import type { ChatSaid, ChatShown, Say } from "../wire/types";
import { KEPT_DAYS, SIGNALS } from "../wire/words/chat";
import { translatorFor, type Word } from "./words";

/** How many messages are kept on the page. */
const MOST = 50;
/** How long a message is seen beside the table, in milliseconds. */
const SEEN = 5000;
const KEY = "sabot.chat";

/** The table, and what of its page the chat reads and sets. */
export interface ChatTable extends Pick<Table, "lang" | "you" | "send"> {
  talk: ChatShown["level"];
  readonly panel: string | null;
}

/** What this browser shows and says of the others. */
interface Wishes {
  shown: boolean;
  spoken: boolean;
  muted: readonly string[];
}

function load(): Wishes {
  const wishes: Wishes = { shown: true, spoken: true, muted: [] };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    if (typeof stored.shown === "boolean") wishes.shown = stored.shown;
    if (typeof stored.spoken === "boolean") wishes.spoken = stored.spoken;
    if (Array.isArray(stored.muted)) wishes.muted = stored.muted.map(String);
  } catch {
    // A private window without storage begins with the usual wishes.
  }
  return wishes;
}

export class Chat {
  readonly say: Translate<Word>;
  readonly days = KEPT_DAYS;
  /** What was said, oldest first, by those whom I read or do not. */
  said = $state.raw<readonly ChatSaid[]>([]);
  /** What is seen beside the table for a moment. */
  last = $state.raw<ChatSaid | null>(null);
  unread = $state(0);
  wishes = $state.raw<Wishes>(load());
  #clearing: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: ChatTable) {
    this.say = translatorFor(store.lang);
  }

  get signals(): [string, string][] {
    return Object.entries(SIGNALS[this.store.lang]);
  }

  /** What a message says, in the reader's language. */
  words(said: ChatSaid): string {
    const signals: Record<string, string> = SIGNALS[this.store.lang];
    return signals[said.signal] ?? said.text;
  }

  hear({ level, said: told }: ChatShown): void {
    this.store.talk = level;
    if (!told) return;
    const said = { ...told, name: named(told.name, this.store.lang) };
    this.said = [...this.said, said].slice(-MOST);
    if (said.party === this.store.you || !this.reads(said.party)) return;
    if (this.store.panel !== "chat") this.unread += 1;
    this.last = said;
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => (this.last = null), SEEN);
  }

  reads(party: string): boolean {
    return this.wishes.shown && !this.wishes.muted.includes(party);
  }

  wish(wishes: Partial<Wishes>): void {
    this.wishes = { ...this.wishes, ...wishes };
    if (this.last && !this.reads(this.last.party)) this.last = null;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wishes));
    } catch {
      // See load.
    }
  }

  mute(party: string): void {
    const { muted } = this.wishes;
    this.wish({
      muted: muted.includes(party) ? muted.filter((each) => each !== party) : [...muted, party],
    });
  }

  signal(signal: string): void {
    this.store.send({ kind: "table.say", signal: signal as Say["signal"], text: "" });
  }

  /** Says own words; what a phone's keyboard puts in by itself becomes plain. */
  write(text: string): boolean {
    const plain = text
      .normalize("NFC")
      .replace(/\p{Zs}+/gu, " ")
      .replace(/\p{C}/gu, "")
      .trim();
    if (plain === "") return false;
    return this.store.send({ kind: "table.say", signal: "free", text: plain }) !== "";
  }
}
