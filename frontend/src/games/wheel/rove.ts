/** One tab stop for many positions: the arrows go from one to the nearest in their direction. */

import type { Action } from "svelte/action";

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much farther a place seems that lies beside the way, and one that is not straight ahead. */
const ASIDE = 2.5;
const ASKEW = 0.1;

/** Returns the middle of an element and half its size. */
function lies(element: Element): [number, number, number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2, width / 2, height / 2];
}

/** Returns the nearest of the others in a direction, or `null` at the border. */
function nearest(
  from: Element,
  others: readonly HTMLElement[],
  [dx, dy]: readonly [number, number],
): HTMLElement | null {
  const [x, y, w, h] = lies(from);
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of others) {
    const [ox, oy, ow, oh] = lies(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const askew = Math.abs(dx ? oy - y : ox - x);
    // A wide place lies straight ahead of a narrow one wherever they are opposite to each other.
    const aside = Math.max(0, askew - Math.max(0, dx ? oh - h : ow - w));
    if (other === from || ahead < 3) continue;
    const far = ahead + ASIDE * aside + ASKEW * askew;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

/**
 * Lets the arrows rove over the buttons below an element; one of them is its tab stop. Where they
 * are drawn later than the element, what they are drawn from is given.
 */
export const rove: Action<HTMLElement, unknown> = (node) => {
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
  function begin(): void {
    const [first, ...others] = places();
    if (first && ![first, ...others].some((each) => each.tabIndex === 0)) stopAt(first);
  }
  begin();
  node.addEventListener("keydown", key);
  node.addEventListener("focusin", focused);
  return {
    update: begin,
    destroy() {
      node.removeEventListener("keydown", key);
      node.removeEventListener("focusin", focused);
    },
  };
};
