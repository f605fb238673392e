import { expect, it } from "vitest";
// @ts-expect-error -- a script without types
import { circle, crowded, upward } from "../scripts/check-imports.mjs";

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

it("an import from a layer above, or from a part beside one's own, is found", () => {
  const found = upward({
    "core/a.ts": 'import type { B } from "../widgets/b";',
    "widgets/b.ts": 'import { c } from "../games/contract";',
    "games/contract.ts": 'import "../core/a";',
    "chat/d.ts": 'import "../verify/e";\nimport "../autoplay/f";',
    "autoplay/f.ts": "",
    "verify/e.ts": 'import "../core/a";',
  });
  expect(found).toEqual(["core/a.ts -> widgets/b.ts", "chat/d.ts -> autoplay/f.ts"]);
});

it("a folder with too many modules is found, but a game's", () => {
  const names = (folder: string) => Array.from({ length: 16 }, (_, at) => `${folder}/${at}.ts`);
  expect(crowded([...names("ui/panels"), ...names("games/craps"), "core/a.ts"])).toEqual([
    "ui/panels",
  ]);
});
