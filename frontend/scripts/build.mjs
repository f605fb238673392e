/**
 * Builds the client: the house's pages, the offline verifier (`verify.html`, one file), the verifier
 * for a terminal (`verify-cli.mjs`) and as a module (`verify.mjs`). A game's page that grew too heavy
 * fails it.
 *
 * Takes `--logLevel LEVEL`, as `vite build` does.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";
import { checkSizes } from "./check-size.mjs";

const { values } = parseArgs({ options: { logLevel: { type: "string", default: "info" } } });
const logLevel = values.logLevel;

const sha256 = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Puts script and style into the page, under a policy that allows these two and no network at all:
 * the page can be read, kept and opened from a disk, and cannot send what it is given.
 */
const inOneFile = {
  name: "in-one-file",
  enforce: "post",
  // Vite finishes its own scripts in this hook, so ours waits.
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const take = (end) => {
        const name = Object.keys(bundle).find((each) => each.endsWith(end));
        const made = bundle[name];
        delete bundle[name];
        return (made.code ?? made.source).toString();
      };
      const script = take(".js").replaceAll("</script", "<\\/script");
      const style = take(".css");
      const policy = [
        "default-src 'none'",
        `script-src ${sha256(script)}`,
        `style-src ${sha256(style)}`,
        "font-src data:",
        "img-src data:",
        "form-action 'none'",
        "base-uri 'none'",
      ].join("; ");
      const page = bundle["verify.html"];
      page.source = page.source
        .toString()
        .replace(/<script type="module"[^>]*><\/script>\s*/, "")
        .replace(/<link rel="stylesheet"[^>]*>\s*/, "")
        .replace(
          "<!-- policy -->",
          () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        )
        .replace("</head>", () => `<style>${style}</style>\n</head>`)
        .replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      const left = Object.keys(bundle).filter((name) => name !== "verify.html");
      if (left.length > 0) this.error(`the offline page is not one file: ${left.join(", ")}`);
    },
  },
};

/** Puts beside each file what is served in its place to browsers that read it: an eighth less. */
function compress() {
  const assets = new URL("../dist/assets/", import.meta.url);
  for (const name of readdirSync(assets).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const file = new URL(name, assets);
    const [whole, small] = [readFileSync(file), brotliCompressSync(readFileSync(file))];
    if (small.length < whole.length * 0.95) writeFileSync(new URL(`${name}.br`, assets), small);
  }
}

await build({ logLevel });
compress();
checkSizes(logLevel === "info");

const apart = { configFile: false, publicDir: false, logLevel };
await build({
  ...apart,
  base: "./",
  plugins: [svelte(), inOneFile],
  build: {
    target: "es2022",
    emptyOutDir: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: { input: "verify.html", output: { codeSplitting: false } },
  },
});

await build({
  ...apart,
  ssr: { noExternal: true },
  build: {
    target: "node20",
    emptyOutDir: false,
    ssr: "scripts/verify-cli.mjs",
    rollupOptions: { output: { codeSplitting: false, entryFileNames: "verify-cli.mjs" } },
  },
});

// The verifier as a module, for other pages and for the benchmarks.
await build({
  ...apart,
  build: {
    target: "es2022",
    emptyOutDir: false,
    lib: { entry: "src/verify/bench.ts", formats: ["es"], fileName: () => "verify.mjs" },
    rollupOptions: { output: { codeSplitting: false } },
  },
});
