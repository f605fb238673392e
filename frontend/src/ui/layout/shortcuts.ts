/** What the keys do on a table's page. */

import { action } from "../../core/keyboard";
import type { TableStore } from "../store/table_store.svelte";

/** Does what a key of the table's page says; a key that means nothing is left to the browser. */
export function handleKey(event: KeyboardEvent, store: TableStore): void {
  // A key that is held down is one press, not one card after another.
  if (!store.prefs.shortcuts || store.panel !== null || event.repeat) return;
  const target = event.target;
  if (target instanceof HTMLInputElement && target.type !== "radio") return;
  const { play } = store;
  const { staking } = play;
  const wanted = action(event, play.keys);
  if (!wanted) return;
  switch (wanted.do) {
    case "chip":
      if (staking && wanted.index < staking.chipValues.length) staking.chip = wanted.index;
      break;
    case "decide":
      if (!play.decide(wanted.command)) return;
      break;
    case "undo":
      staking?.undo();
      break;
    case "clear":
      staking?.clear();
      break;
    case "rebet":
      staking?.rebet();
      break;
    case "again":
      store.autoplay?.again();
      break;
    case "double":
      staking?.double();
      break;
    case "ready":
      staking?.readyUp();
      break;
    case "help":
      store.panel = "rules";
      break;
  }
  event.preventDefault();
}
