/** Staking again: in one press, or by itself for some rounds. Loaded after the page. */

export { Autoplay } from "./autoplay.svelte";
export { default as AutoplayStatus } from "./AutoplayStatus.svelte";
