import { expect, it } from "vitest";
// @ts-expect-error -- a script without types
import { circle } from "../scripts/check-circles.mjs";

it("a circle is found, also one of types, through a component, a folder and an await", () => {
  const found = circle({
    "ui/a.ts": 'import type { B } from "./b.svelte";',
    "ui/b.svelte.ts": 'export { C } from "./C.svelte";',
    "ui/C.svelte": '<script lang="ts">\n  const d = await import("../d");\n</script>\n<p>c</p>',
    "d/index.ts": 'import { a } from "../ui/a";',
  });
  expect(found).toEqual(["ui/a.ts", "ui/b.svelte.ts", "ui/C.svelte", "d/index.ts", "ui/a.ts"]);
});

it("two ways to one module are none", () => {
  const found = circle({
    "a.ts": 'import "./b";\nimport "./c";',
    "b.ts": 'import "./c";',
    "c.ts": 'import "vitest";\n// import "./a";',
  });
  expect(found).toBeNull();
});
