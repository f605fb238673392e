/** Keeps the lobby's list and bulletins as fresh as a few seconds; the page itself came whole from the server. */

import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/page.css";

/** What changes of a table, in the page's own words. */
interface Card {
  id: number;
  seated: number;
  state: string;
  shown: boolean;
  status: string;
  here: string;
  people: string;
  missing: string;
  go: string;
}

/** What the house tells the players of a table, or of all where it names none. */
interface Bulletin {
  table: string;
  text: string;
}

const EVERY = 5000;
const SAID = ["status", "here", "people", "missing", "go"] as const;

const sieve = document.querySelector<HTMLFormElement>(".sieve");

/** What is asked for, as the address of the page has it. */
function asked(): string {
  const fields = sieve ? [...new FormData(sieve)].filter(([, value]) => value !== "") : [];
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}

function draw(card: Card): void {
  const item = document.querySelector<HTMLElement>(`[data-table="${card.id}"]`);
  if (!item) return;
  item.hidden = !card.shown;
  item.dataset.state = card.state;
  for (const name of SAID) {
    const said = item.querySelector(`.${name}`);
    if (said && said.textContent !== card[name]) said.textContent = card[name];
  }
  item
    .querySelectorAll(".spot")
    .forEach((spot, place) => spot.classList.toggle("taken", place < card.seated));
}

function post(bulletins: readonly Bulletin[]): void {
  const place = document.getElementById("bulletins");
  const said = bulletins.map(({ table, text }) => (table ? `${table} ${text}` : text));
  // A live region that is not changed is not read out again.
  const before = [...(place?.children ?? [])].map((each) => each.textContent);
  if (said.length === before.length && said.every((each, at) => each === before[at])) return;
  place?.replaceChildren(
    ...bulletins.map(({ table, text }) => {
      const line = document.createElement("p");
      line.className = "bulletin";
      if (table) {
        const name = document.createElement("b");
        name.textContent = table;
        line.append(name, " ");
      }
      line.append(text);
      return line;
    }),
  );
}

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const wanted = asked();
  try {
    const answer = await fetch(`/?cards&${wanted}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || wanted !== asked()) return;
    const { cards, bulletins } = (await answer.json()) as { cards: Card[]; bulletins: Bulletin[] };
    post(bulletins);
    cards.forEach(draw);
    const none = document.getElementById("none");
    if (none) none.hidden = cards.some((card) => card.shown);
  } catch {
    // The list stays as it is until the line is back.
  }
}

sieve?.addEventListener("change", () => {
  const wanted = asked();
  history.replaceState(null, "", wanted ? `?${wanted}` : location.pathname);
  void refresh();
});
sieve?.classList.add("live");
setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
