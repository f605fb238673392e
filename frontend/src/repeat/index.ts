/** Staking again: in one press, or by itself for some rounds. Loaded after the page. */

export { Repeat } from "./repeat.svelte";
export { default as Running } from "./Running.svelte";
