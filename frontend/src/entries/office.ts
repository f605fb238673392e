/** Keeps the live part of a page of the office as it is; the page itself came whole. */

import { type Line, OfficeSocket, type Part } from "../core/connection/office_socket";

/** The number of what waits, before the title of the page. */
const COUNT = /^\(\d+\) /;

class LivePage {
  readonly #part: HTMLElement;
  readonly #title = document.title.replace(COUNT, "");
  #count: number;
  /** What came while nobody saw the page. */
  #unseen: Part | null = null;

  constructor(private readonly page: HTMLElement) {
    this.#part = page.querySelector<HTMLElement>(".part") ?? page;
    this.#count = Number(page.dataset.count);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.#unseen) this.#draw(this.#unseen);
    });
  }

  part(part: Part): void {
    document.title = part.count ? `(${part.count}) ${this.#title}` : this.#title;
    if (part.count !== this.#count) {
      const heard = this.page.querySelector(".heard");
      if (heard) heard.textContent = part.announcement;
    }
    this.#count = part.count;
    if (document.hidden) this.#unseen = part;
    else this.#draw(part);
  }

  line(line: Line): void {
    this.page.dataset.line = line;
    for (const each of this.page.querySelectorAll<HTMLElement>("[data-line]"))
      each.hidden = each.dataset.line !== line;
  }

  /** Shows what came; sections that are as before stay untouched. */
  #draw(part: Part): void {
    this.#unseen = null;
    const fresh = document.createElement("template");
    fresh.innerHTML = part.html;
    const before = [...this.#part.querySelectorAll<HTMLElement>("section[id]")];
    const after = [...fresh.content.querySelectorAll<HTMLElement>("section[id]")];
    const same =
      before.length > 0 &&
      before.length === after.length &&
      before.every((each, place) => each.id === after[place]?.id);
    if (!same) {
      replace(this.#part, () => this.#part.replaceChildren(fresh.content), this.page);
      return;
    }
    before.forEach((each, place) => {
      const now = after[place];
      if (!now || now.outerHTML === each.outerHTML) return;
      each.className = now.className;
      replace(each, () => each.replaceChildren(...now.childNodes), this.page);
    });
  }
}

/** Replaces what is in an element, and leaves focus and scrolled tables as they are. */
function replace(place: HTMLElement, change: () => void, page: HTMLElement): void {
  const active = document.activeElement;
  const focused = active !== place && place.contains(active) ? active : null;
  const address = focused?.getAttribute("href");
  const scrolled = [...place.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  change();
  const tables = [...place.querySelectorAll<HTMLElement>(".scroll")];
  tables.forEach((each, at) => (each.scrollLeft = scrolled[at] ?? 0));
  if (!focused) return;
  const again = address
    ? [...place.querySelectorAll("a")].find((each) => each.getAttribute("href") === address)
    : tables[0];
  // The link that had the focus is gone: the keyboard goes on from the start of the live part.
  (again ?? page).focus({ preventScroll: true });
}

const page = document.getElementById("live");
if (page?.dataset.page) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const url = `${scheme}//${location.host}/ws/office/${page.dataset.page}/?language=${document.documentElement.lang}`;
  const socket = new OfficeSocket(url, new LivePage(page));
  // Also of a page that was kept to go back to: it has missed what came meanwhile.
  addEventListener("pageshow", () => socket.connect());
}
