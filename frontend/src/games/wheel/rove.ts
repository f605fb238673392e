/** One tab stop for many positions: the arrows go from one to the nearest in their direction. */

import type { Action } from "svelte/action";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much farther a place seems that lies beside the way. */
const ASIDE = 2.5;

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Returns the nearest of the others in a direction, or `null` at the border. */
function nearest(
  from: Element,
  others: readonly HTMLElement[],
  [dx, dy]: readonly [number, number],
): HTMLElement | null {
  const [x, y] = middle(from);
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other === from || ahead < 3) continue;
    const far = ahead + ASIDE * aside;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

/** Lets the arrows rove over the buttons below an element; one of them is its tab stop. */
export const rove: Action<HTMLElement> = (node) => {
  const places = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>("button[data-spot]")];

  function stopAt(chosen: HTMLElement): void {
    for (const each of places()) each.tabIndex = each === chosen ? 0 : -1;
  }
  function key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const from = event.target;
    if (!step || !(from instanceof HTMLElement) || from.dataset.spot === undefined) return;
    event.preventDefault();
    const next = nearest(from, places(), step);
    if (!next) return;
    stopAt(next);
    next.focus();
  }
  function focused(event: FocusEvent): void {
    if (event.target instanceof HTMLElement && event.target.dataset.spot !== undefined) {
      stopAt(event.target);
    }
  }
  const [first] = places();
  if (first) stopAt(first);
  node.addEventListener("keydown", key);
  node.addEventListener("focusin", focused);
  return {
    destroy() {
      node.removeEventListener("keydown", key);
      node.removeEventListener("focusin", focused);
    },
  };
};
