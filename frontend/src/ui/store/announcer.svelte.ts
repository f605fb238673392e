/** What the page tells its player: notices that stay for some seconds, and what a screen reader says. */

import { untrack } from "svelte";
import type { Language, Translate } from "../../core/i18n";
import { signed } from "../../core/money";
import type { Refusals } from "../../core/refusals";
import type { Refusal } from "../../wire/types";

/** For how long a notice stays, in milliseconds. */
const LASTS = { refusal: 7000, info: 4500, win: 4500, even: 4500, loss: 4500, void: 30_000 };
/** So many sentences stay to be read again. */
const MOST_KEPT = 12;

export interface Notice {
  id: number;
  kind: keyof typeof LASTS;
  text: string;
  clause: string | null;
}

/** A sentence of a live region: new each time that it is said, be its words the same. */
export interface Announcement {
  id: number;
  text: string;
}

export class Announcer {
  notices = $state<Notice[]>([]);
  /** Lists, so that of two sentences none is lost, and they are heard in their order. */
  polite = $state.raw<readonly Announcement[]>([]);
  assertive = $state.raw<readonly Announcement[]>([]);
  #ids = 0;
  /** What is to be said once the frame has been told that is being shown. */
  #held: string[] = [];

  constructor(
    private readonly lang: Language,
    private readonly t: Translate,
    /** Loads what the game's own refusals say. */
    private readonly refusals: () => Promise<Refusals>,
    /** Whether a frame is being shown that has not been told. */
    private readonly untold: () => boolean,
  ) {}

  say(text: string, early = false): void {
    if (text === "") return;
    untrack(() => {
      if (!early && this.untold()) this.#held.push(text);
      else this.polite = this.#added(this.polite, text);
    });
  }

  alert(text: string): void {
    untrack(() => (this.assertive = this.#added(this.assertive, text)));
  }

  /** Says what a frame tells, then what was to be said after it. */
  tell(text: string): void {
    for (const each of [text, ...this.#held.splice(0)]) this.say(each);
  }

  #added(before: readonly Announcement[], text: string): readonly Announcement[] {
    return [...before.slice(1 - MOST_KEPT), { id: ++this.#ids, text }];
  }

  notify(kind: Notice["kind"], text: string, clause: string | null = null): void {
    const id = ++this.#ids;
    this.notices = [
      ...this.notices.filter((each) => each.text !== text).slice(-2),
      { id, kind, text, clause },
    ];
    if (kind === "refusal") this.alert(text);
    else this.say(text);
    setTimeout(() => this.dismiss(id), LASTS[kind]);
  }

  notifyNet(net: number): void {
    const amount = signed(net, this.lang);
    if (net > 0) this.notify("win", this.t("notice.net_win", { amount }));
    else if (net === 0) this.notify("even", this.t("notice.net_even"));
    else this.notify("loss", this.t("notice.net_loss", { amount }));
  }

  async refuse(refused: Refusal): Promise<void> {
    try {
      const [{ refusal }, words] = await this.loadRefusals();
      const { text, clause } = refusal(refused, this.lang, words);
      this.notify("refusal", text, clause);
    } catch {
      // Better the bare code than silence.
      this.notify("refusal", refused.code);
    }
  }

  /** Loads what refusals say, so that it is there when the line is down. */
  loadRefusals(): Promise<[typeof import("../../core/refusals"), Refusals]> {
    return Promise.all([import("../../core/refusals"), this.refusals()]);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((each) => each.id !== id);
  }
}
