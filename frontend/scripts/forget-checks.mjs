/** Removes what svelte-check kept: it goes on to tell the errors of a component that is gone. */

import { rmSync } from "node:fs";

rmSync(new URL("../.svelte-check", import.meta.url), { recursive: true, force: true });
