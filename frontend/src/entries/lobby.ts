/** Keeps the lobby's list as fresh as a few seconds; the page itself came whole from the server. */

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

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const wanted = asked();
  try {
    const answer = await fetch(`/?cards&${wanted}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || wanted !== asked()) return;
    const cards = (await answer.json()) as Card[];
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
