/** Keeps the lobby's list as fresh as a few seconds; the page itself came whole from the server. */

import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/page.css";

interface TableShown {
  id: number;
  status: "open" | "ending" | "draining" | "closed";
  seated: number;
}

const EVERY = 5000;

function draw(table: TableShown): void {
  const item = document.querySelector<HTMLElement>(`[data-table="${table.id}"]`);
  if (!item) return;
  item.dataset.status = table.status;
  const status = item.querySelector<HTMLElement>(".status");
  const words = status?.getAttribute(`data-words-${table.status}`);
  if (status && words) status.textContent = words;
  const go = item.querySelector<HTMLElement>(".go");
  const enter = go?.getAttribute(table.status === "closed" ? "data-watch" : "data-enter");
  if (go && enter) go.textContent = enter;
  const seated = item.querySelector(".seated");
  if (seated) seated.textContent = String(table.seated);
  item
    .querySelectorAll(".spot")
    .forEach((spot, place) => spot.classList.toggle("taken", place < table.seated));
}

async function refresh(): Promise<void> {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/tables/", { headers: { Accept: "application/json" } });
    if (answer.ok) ((await answer.json()) as TableShown[]).forEach(draw);
  } catch {
    // The list stays as it is until the line is back.
  }
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
