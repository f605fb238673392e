/** What the page does about chance, in a part that is loaded once the table is there. */

export { default as ChanceNotices } from "./ChanceNotices.svelte";
export { default as FeltOverlay } from "./FeltOverlay.svelte";
export { Watch } from "./watch.svelte";
