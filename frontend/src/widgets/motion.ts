/** How cards and chips travel. All as Web Animations, which the content security policy allows. */

import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

export type Origin = "shoe" | "discard" | "dealer" | "purse";

function offset(node: Element, origin: Origin): { dx: number; dy: number; scale: number } | null {
  const other = document.querySelector(`[data-place="${origin}"]`);
  if (!other) return null;
  const here = node.getBoundingClientRect();
  const there = other.getBoundingClientRect();
  if (here.width === 0 || there.width === 0) return null;
  return {
    dx: there.left + there.width / 2 - (here.left + here.width / 2),
    dy: there.top + there.height / 2 - (here.top + here.height / 2),
    scale: 1,
  };
}

interface Travel {
  origin: Origin;
  on: boolean;
  duration?: number;
  delay?: number;
}

const STILL: TransitionConfig = { duration: 0 };

/** A card leaves the shoe face down, slides over the felt and turns up as it arrives. */
export function deal(node: Element, { origin, on, duration = 420 }: Travel): TransitionConfig {
  const way = on ? offset(node, origin) : null;
  if (!way) return STILL;
  return {
    duration,
    easing: cubicOut,
    css: (_, u) => {
      const turn = Math.max(0, Math.min(180, (u - 0.12) * 420));
      return (
        `transform: translate3d(${way.dx * u}px, ${way.dy * u}px, 0) rotate(${u * 24}deg) ` +
        `rotateY(${turn}deg) scale(${1 - 0.12 * u});--turned: ${turn > 90 ? 1 : 0};`
      );
    },
  };
}

/** Cards are gathered to the discard, lost chips to the dealer, won chips to the player. */
export function travel(
  node: Element,
  { origin, on, duration = 380, delay = 0 }: Travel,
): TransitionConfig {
  const way = on ? offset(node, origin) : null;
  if (!way) return STILL;
  return {
    duration,
    delay,
    easing: cubicIn,
    css: (t, u) =>
      `transform: translate3d(${way.dx * u}px, ${way.dy * u}px, 0) scale(${1 - 0.25 * u});` +
      `opacity: ${Math.min(1, t * 2.5)};`,
  };
}

/** Chips arrive from a place. */
export function arrive(
  node: Element,
  { origin, on, duration = 420, delay = 0 }: Travel,
): TransitionConfig {
  const way = on ? offset(node, origin) : null;
  if (!way) return STILL;
  return {
    duration,
    delay,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate3d(${way.dx * u}px, ${way.dy * u}px, 0);opacity: ${Math.min(1, t * 3)};`,
  };
}
