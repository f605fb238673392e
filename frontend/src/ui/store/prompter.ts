/** Says what the table asks of me, once nothing has come for a moment. */

import type { Status } from "../../games/contract";

/** What is asked is said when nothing has come for so long, in milliseconds. */
const PAUSE = 400;

/** What the table does, after which round, and what was said last. */
export interface Asked {
  readonly status: Status;
  readonly round: number | undefined;
  readonly last: string;
}

export class Prompter {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What has been asked last, and after which round; `null` before anything was. */
  #asked: string | null = null;

  constructor(
    private readonly asks: () => Asked,
    private readonly say: (text: string) => void,
  ) {}

  stop(): void {
    clearTimeout(this.#timer);
  }

  wait(): void {
    this.#timer = setTimeout(() => {
      // What came while the page was busy is read first: it may be more, or the answer.
      this.#timer = setTimeout(() => this.#ask());
    }, PAUSE);
  }

  /** Says what is asked, unless it was just said; to whoever comes, what the table does. */
  #ask(): void {
    const { status, round, last } = this.asks();
    const { main, sub, mine } = status;
    const asked = mine || this.#asked === null ? `${round}/${main}` : "";
    if (asked !== "" && asked !== this.#asked && !last.includes(main))
      this.say(sub ? `${main} – ${sub}` : main);
    this.#asked = asked;
  }
}
