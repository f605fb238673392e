/** What the page does about chance, in a part that is loaded once the table is there. */

export { default as Closed } from "./Closed.svelte";
export { default as Over } from "./Over.svelte";
export { Watch } from "./watch.svelte";
