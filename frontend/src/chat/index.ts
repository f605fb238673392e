/** What players say to each other at a table. Loaded after the page. */

export { Chat } from "./chat.svelte";
export { default as ChatButton } from "./ChatButton.svelte";
