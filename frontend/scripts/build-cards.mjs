// Makes assets/cards/courts.svg from the CC0 drawings of @letele/playing-cards 0.1.0.
// Usage: node build-cards.mjs <folder of that package> > raw.svg, then svgo (see LICENCE.txt).
// The result is committed; the package is not a dependency.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const source = readFileSync(join(process.argv[2], "dist/index.esm.js"), "utf8");
const shim =
  "const _extends=Object.assign;" +
  "const React={createElement:(tag,props,...children)=>" +
  "({tag,props:props??{},children:children.flat().filter(Boolean)})};\n";
const module = join(mkdtempSync(join(tmpdir(), "cards-")), "deck.mjs");
writeFileSync(module, shim + source.replace(/^import .*$/gm, ""));
const deck = await import(pathToFileURL(module).href);

// The printer's primary colours become those of an engraved French pack.
const COLOURS = { red: "#b5212c", "#44F": "#24407c", "#FC4": "#e3b553", "#000": "#17130f" };
const NAMES = {
  xlinkHref: "href",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
  strokeMiterlimit: "stroke-miterlimit",
};
const PIP = { C: "c", D: "d", H: "h", S: "s" };

function attributes(props) {
  return Object.entries(props)
    .map(([name, value]) => ` ${NAMES[name] ?? name}="${COLOURS[value] ?? value}"`)
    .join("");
}

const symbols = [];
for (const suit of "CDHS") {
  for (const rank of "JQK") {
    const root = deck[suit + rank.toLowerCase()]({});
    const defs = root.children.find((child) => child.tag === "defs").children;
    const byLetter = (letter) => defs.find((each) => each.props.id?.endsWith("__" + letter));
    const pip = byLetter("a");
    const draw = (node) => {
      if (node.tag === "use") {
        const { xlinkHref, ...rest } = node.props;
        return `<use href="#pip-${PIP[suit]}"${attributes(rest)}/>`;
      }
      return `<${node.tag}${attributes(node.props)}/>`;
    };
    if (rank === "J") {
      const { fill, ...rest } = pip.children[0].props;
      symbols.push(
        `<symbol id="pip-${PIP[suit]}" viewBox="-600 -600 1200 1200"><path fill="currentColor"${attributes(rest)}/></symbol>`,
      );
    }
    const layers = ["b", "c", "d", "e", "f", "g"]
      .map(byLetter)
      .filter((each) => each?.tag === "symbol" && each.props.viewBox === "0 0 1300 2000")
      .flatMap((each) => each.children.map(draw))
      .join("");
    const half = `<g transform="translate(-82.4 -130.4) scale(.126769 .1304)">${layers}</g>`;
    const { xlinkHref, ...place } = root.children
      .filter((child) => child.tag === "use" && child.props.xlinkHref.endsWith("__a"))
      .at(-1).props;
    const corner = `<use href="#pip-${PIP[suit]}"${attributes(place)}/>`;
    symbols.push(
      `<symbol id="${rank}${PIP[suit]}" viewBox="-84.4 -132.4 168.8 264.8">` +
        `<g id="half-${rank}${PIP[suit]}">${half}${corner}</g>` +
        `<use href="#half-${rank}${PIP[suit]}" transform="rotate(180)"/>` +
        `<path d="M-82.4-130.4H82.4v260.8H-82.4z" stroke="#24407c" stroke-width="1.6" fill="none"/></symbol>`,
    );
  }
}
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`);
