/**
 * Bets by name, as players call them to the croupier: `17 et chevaux`, `carré 17 21`, `tiers par 5`.
 *
 * One grammar for French and English, whatever the language of the page, and for what is said as for
 * what is handed in in writing. A call is understood whole or not at all: every word of it has its
 * place in a pattern below. Bare numbers are numbers of the layout; an amount has a word of its own
 * (`par 5`, `5 on …`, `5 jetons`) or is none.
 *
 * @module
 */

import { announcedOf, mustBeWritten, spotOf } from "./announced";
import { type Bet, POSITIONS, WHEEL } from "./layout";

/** Spots, and how many chips on each. */
export type Named = ReadonlyMap<string, number>;

/** One bet of a call. */
export interface Said {
  readonly spots: Named;
  /** What each chip is worth, in minor units; `null` where the call names no amount. */
  readonly unit: number | null;
  /** No call has this name, so that it can only be handed in in writing (MC-EROU-39). */
  readonly written: boolean;
}

/** Why a call is not understood. */
export interface Doubt {
  readonly doubt:
    | "empty"
    | "words"
    | "whole"
    | "taking"
    | "none"
    | "several"
    | "bare"
    | "times"
    | "each"
    | "some"
    | "zero"
    | "unit"
    | "aloud"
    | "alone";
  /** The words in question. */
  readonly what: string;
  /** How it may have been meant, as calls that are understood; `{by}` is the word of an amount. */
  readonly instead: readonly string[];
}

type Body = { readonly spots: Named; readonly written: boolean };

const N = "(?:zero|[12]\\d|3[0-6]|\\d)";
const ART = "(?:(?:le|la|les|l|the) )?";
const OF =
  "(?:(?:du|de|des|d|of|on|sur|entre|between|le|la|les|l|the|numero|numeros|number|numbers) )*";
const NUMBERS = `${N}(?: (?:(?:et|and|a|to) )?${N})*`;
const AND = "(?:et|and|avec|with|plus)";
const TWO = "(?:2|deux|two)";
const NEAR = "(?:voisins?|neighbou?rs?)";
const FIRST = "(?:1e|1er|1re|1ere|1st|premiere?|first)";
const SECOND = "(?:2e|2eme|2d|2de|2nd|2nde|deuxieme|seconde?|second)";
const THIRD = "(?:3e|3eme|3rd|troisieme|derniere?|third|last)";
const NTH = `(?:${FIRST}|${SECOND}|${THIRD})`;
const SPAN = "(douzaines?|dozens?|colonnes?|columns?)";
const AMOUNT = "(?:0|[1-9]\\d{0,6})(?:\\.\\d{1,2})?";
const UNIT = "(?:jetons?|chips?|euros?)";
const EACH = "(?:chacune?|chaque|each)";

/** The bets on numbers that have a word. */
const KINDS: readonly (readonly [string, Bet])[] = [
  ["(?:a )?cheval|splits?", "split"],
  ["transversales?(?: pleines?)?|streets?|trio", "street"],
  ["carres?|corners?|square", "corner"],
  ["sixains?|transversale simple|six lines?|sixline|double street|line", "six_line"],
];
const CHANCES: readonly (readonly [string, string])[] = [
  ["rouges?|red", "red"],
  ["noirs?|black", "black"],
  ["pairs?|even", "even"],
  ["impairs?|odd", "odd"],
  ["manque|low|1 (?:a|to) 18", "low"],
  ["passe|high|19 (?:a|to) 36", "high"],
];
const ANNOUNCED: readonly (readonly [string, string])[] = [
  [`${NEAR}|${NEAR} ${OF}(?:zero|0)|zero ${NEAR}|grande serie`, "voisins_du_zero"],
  ["tiers(?: du cylindre)?|third of the wheel|(?:petite )?serie(?: 5 8)?", "tiers_du_cylindre"],
  [
    "orphelins(?: (?:a )?cheval)?|orphelines|orphans(?: (?:on )?(?:the )?splits?)?",
    "orphelins_cheval",
  ],
  ["orphelins (?:en )?pleins?|orphans straight(?: up)?", "orphelins_plein"],
  ["jeu (?:du |de )?(?:zero|0)|zero game", "jeu_zero"],
];
const NUMBERED: readonly string[] = ["straight", "split", "street", "corner", "six_line"];

/** Every word that stands in a pattern; others are named in the refusal. */
const VOCABULARY: ReadonlySet<string> = new Set(
  `le la les l the du de des d of on sur entre between numero numeros number numbers et and a to avec
  with plus deux two voisin voisins neighbour neighbours neighbor neighbors its ses sa ces 1e 1er 1re
  1ere 1st premier premiere first 2e 2eme 2d 2de 2nd 2nde deuxieme second seconde 3e 3eme 3rd troisieme
  dernier derniere third last douzaine douzaines dozen dozens colonne colonnes column columns p12 m12
  d12 12p 12m 12d jeton jetons chip chips euro euros chacun chacune chaque each cheval chevaux split
  splits transversale transversales pleine pleines street streets trio carre carres corner corners
  square sixain sixains simple six line lines sixline double rouge rouges red noir noirs black pair
  pairs even impair impairs odd manque low passe high zero grande petite serie tiers cylindre wheel
  orphelins orphelines orphans straight up plein pleins en jeu game finale finales final finals complete
  complet bet par by at pour for x`.split(/\s+/),
);
const NEGATIONS =
  /^(?:not?|pas|non|sans|sauf|ni|ne|except|excepting|but|without|annule[rz]?|annulation|cancel|cancelled|undo|remove|retire[rz]?|enleve[rz]?|supprime[rz]?|reprend(?:re|s|ez)?|take|clear|efface[rz]?|moins|minus|never|jamais|stop)$/;
const VERB =
  /^(?:(?:je|i) )?(?:mise[rz]?|joue[rz]?|place[rz]?|pose[rz]?|mets|mettez|mettre|bet|put|play|stake) (?=.)/;
const PLEASE = / (?:s il (?:vous|te) plait|svp|please)$/;

/** Returns a text in small letters without accents, its signs as words or spaces. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’'`]/g, " ")
    .replace(/\bn°/g, "numero ")
    .replace(/(\d)(\s*[-–/]\s*)(?=\d)/g, "$1 ")
    .replace(/([a-z])[-–](?=[a-z])/g, "$1 ")
    .replace(/(\d)\s*[x×*]\s*(?=[a-z0-9])/g, "$1 x ")
    .replace(/€/g, " euros ")
    .replace(/&/g, " and ")
    .replace(/(\b(?:par|by|at|pour|for)\s+\d+),(\d{1,2})(?!\d)/g, "$1.$2")
    .replace(/[\s.!]+$/, "")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

const PATTERNS = new Map<string, RegExp>();

/** Returns the match of a pattern with a whole text. */
function whole(pattern: string, text: string): RegExpExecArray | null {
  let made = PATTERNS.get(pattern);
  if (!made) {
    made = new RegExp(`^(?:${pattern})$`);
    PATTERNS.set(pattern, made);
  }
  return made.exec(text);
}

function numbersIn(text: string): number[] {
  const found = text.match(new RegExp(`\\b${N}\\b`, "g")) ?? [];
  return found.map((each) => (each === "zero" ? 0 : Number(each)));
}

function body(spots: readonly string[], written = false): Body {
  return { spots: new Map(spots.map((spot) => [spot, 1])), written };
}

function doubt(code: Doubt["doubt"], what: string, instead: readonly string[] = []): Doubt {
  return { doubt: code, what, instead };
}

const STRAIGHT = `${ART}(?:(?:numero|number|plein|straight(?: up)?|en plein) ${OF})?(${N})(?: (?:en )?plein| straight(?: up)?)?`;

/** Returns what the words of one bet without its amount stand for; `null` when they are no bet. */
function bet(text: string): Body | Doubt | null {
  const straight = whole(STRAIGHT, text);
  if (straight) return body([`straight:${numbersIn(straight[1]!)[0]}`]);
  for (const [words, spot] of CHANCES) if (whole(ART + `(?:${words})`, text)) return body([spot]);
  for (const [words, announced] of ANNOUNCED) {
    if (whole(ART + `(?:${words})`, text)) return body([spotOf(announced)]);
  }
  return around(text) ?? withNumber(text) ?? spans(text) ?? positions(text);
}

/** Returns the bets around a number: its splits, its neighbours on the wheel. */
function around(text: string): Body | null {
  const horses =
    whole(`${ART}(${N}(?: plein)?) ${AND} (?:(?:ses|les|its|the) )?(?:chevaux|splits)`, text) ??
    whole(`${ART}(?:chevaux|splits) ${OF}(${N})`, text);
  if (horses) {
    const [number] = numbersIn(horses[1]!);
    const splits = POSITIONS.filter(
      (each) => each.bet === "split" && each.chosen.includes(number!),
    );
    const spots = splits.map((each) => each.on);
    const alone = whole(`${ART}(?:chevaux|splits) .*`, text) !== null;
    return body(alone ? spots : [`straight:${number}`, ...spots]);
  }
  const near =
    whole(`${ART}(${N}) ${AND} (?:(?:ses|les|its|the) )?(?:(\\d|deux|two) )?${NEAR}`, text) ??
    whole(`${ART}${NEAR} ${OF}(${N})`, text) ??
    whole(`(?:${ART}${TWO} )${NEAR} ${OF}(${N})`, text);
  if (!near) return null;
  const [number] = numbersIn(near[1]!);
  const count = /\d/.test(near[2] ?? "") ? Number(near[2]) : 2;
  if (count === 2) return body([spotOf(`voisins_n:${number}`)]);
  if (count === 0) return null;
  const at = WHEEL.findIndex((each) => each === number);
  const pockets = Array.from({ length: 2 * count + 1 }, (_, step) => {
    return `straight:${WHEEL[(at - count + step + WHEEL.length) % WHEEL.length]}`;
  });
  return body(pockets, true);
}

/** Returns the announcements that have a number behind them. */
function withNumber(text: string): Body | null {
  const final = whole(`${ART}(?:finales?|finals?)(?: (?:en )?pleins?)? ${OF}(?:en )?(\\d)`, text);
  if (final) return body([spotOf(`finales_n:${final[1]}`)]);
  const complete =
    whole(`${ART}complete?(?: bet)? ${OF}(${N})`, text) ??
    whole(`${ART}(${N}) (?:en )?complete?`, text);
  return complete ? body([spotOf(`complete_n:${numbersIn(complete[1]!)[0]}`)]) : null;
}

function nth(word: string): number {
  if (/^\d$/.test(word)) return Number(word);
  return [FIRST, SECOND, THIRD].findIndex((each) => whole(each, word)) + 1;
}

/** Returns dozens and columns, one or two that lie side by side. */
function spans(text: string): Body | Doubt | null {
  const kind = (word: string): string => (/^d/.test(word) ? "dozen" : "column");
  const short = whole("(?:([pmd])12|12([pmd]))", text);
  if (short) return body([`dozen:${"pmd".indexOf((short[1] ?? short[2])!) + 1}`]);
  const ordinal = whole(`${ART}(${NTH}) ${SPAN}`, text);
  if (ordinal) return body([`${kind(ordinal[2]!)}:${nth(ordinal[1]!)}`]);
  const numbered = whole(`${ART}${SPAN} (?:(?:numero|number) )?([123]|${NTH})`, text);
  if (numbered) return body([`${kind(numbered[1]!)}:${nth(numbered[2]!)}`]);
  const two =
    whole(
      `(?:(?:a )?cheval sur |split (?:on )?)?${ART}${SPAN} ([123])(?: (?:et|and))? ([123])`,
      text,
    ) ??
    whole(
      `(?:(?:a )?cheval sur |split (?:on )?)?${ART}(${NTH}) (?:et|and) ${ART}(${NTH}) ${SPAN}`,
      text,
    );
  if (!two) return null;
  const words = two.slice(1) as [string, string, string];
  const span = words.find((each) => whole(SPAN, each))!;
  const pair = words.filter((each) => each !== span).map(nth);
  const on = `double_${kind(span)}:${pair.sort().join("-")}`;
  return POSITIONS.some((each) => each.on === on) ? body([on]) : doubt("none", text);
}

/** Returns the bet that numbers are, with the word of its kind or by themselves. */
function positions(text: string): Body | Doubt | null {
  for (const [words, kind] of KINDS) {
    const found =
      whole(`${ART}(?:${words}) ${OF}(${NUMBERS})`, text) ??
      whole(`${ART}(${NUMBERS}) (?:en )?(?:${words})`, text);
    if (found) return having(kind, numbersIn(found[1]!), text);
  }
  if (!whole(`${N}(?: ${N})+`, text)) return null;
  const wanted = numbersIn(text).sort((a, b) => a - b);
  const exact = POSITIONS.find(
    (each) => NUMBERED.includes(each.bet) && each.chosen.join() === wanted.join(),
  );
  return exact ? body([exact.on]) : null;
}

/** Returns the one position of a kind that has these numbers, or that begins with their lowest. */
function having(kind: Bet, numbers: readonly number[], text: string): Body | Doubt {
  const twice = new Set(numbers).size < numbers.length;
  const found = POSITIONS.filter(
    (each) =>
      !twice && each.bet === kind && numbers.every((number) => each.chosen.includes(number)),
  );
  const first = found.filter((each) => each.chosen[0] === Math.min(...numbers));
  const [only] = found.length === 1 ? found : first.length === 1 ? first : [];
  if (only) return body([only.on]);
  const word = text.split(/ \d| zero/)[0] ?? "";
  const instead = found.map((each) => `${word} ${each.chosen.join("-")}`);
  return found.length === 0 ? doubt("none", text) : doubt("several", text, instead.slice(0, 4));
}

function isDoubt(found: Body | Doubt | Said | string): found is Doubt {
  return typeof found !== "string" && "doubt" in found;
}

function single(found: Body): boolean {
  const [spot] = found.spots.keys();
  return found.spots.size === 1 && announcedOf(spot ?? "") === null;
}

function minor(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** Returns one bet of a call: chips and amount. */
function one(said: string): Said | Doubt {
  const text = said.trim().replace(PLEASE, "").replace(VERB, "");
  if (text === "") return doubt("empty", said);
  const times = whole("([1-9]\\d{0,3}) x (.+)", text);
  if (times) return many(Number(times[1]), times[2]!, text);
  const bare = bet(text);
  if (bare !== null) return isDoubt(bare) ? bare : { ...bare, unit: null };
  for (const [pattern, first, last] of [
    [`(.+) (?:par|by|at) (${AMOUNT})(?: ${UNIT})?(?: ${EACH})?`, 1, 2],
    [`(.+) (?:(?:pour|for) )?(${AMOUNT}) (?:${UNIT} )?${EACH}`, 1, 2],
    [`(${AMOUNT}) (?:${UNIT} )?${EACH} (?:sur|on) (.+)`, 2, 1],
  ] as const) {
    const found = whole(pattern, text);
    const on = found && bet(found[first]!);
    if (on) return isDoubt(on) ? on : priced(on, found[last]!, text);
  }
  for (const [pattern, first, last] of [
    [`(.+) (?:pour|for) (${AMOUNT})(?: ${UNIT})?`, 1, 2],
    [`(.+) (${AMOUNT}) ${UNIT}`, 1, 2],
    [`(${AMOUNT}) (?:${UNIT} )?(?:sur|on) (.+)`, 2, 1],
  ] as const) {
    const found = whole(pattern, text);
    const on = found && bet(found[first]!);
    if (!on) continue;
    if (isDoubt(on)) return on;
    // Five on a third of the wheel: on each of its six chips, or in all?
    if (!single(on)) return doubt("each", text, [`${found[first]} {by} ${found[last]}`]);
    return priced(on, found[last]!, text);
  }
  return misheard(text);
}

function priced(on: Body, amount: string, text: string): Said | Doubt {
  const unit = minor(amount);
  return unit > 0 ? { ...on, unit } : doubt("zero", text);
}

/** Returns so many chips on each spot of a bet: `5 × rouge`. */
function many(count: number, rest: string, text: string): Said | Doubt {
  const found = bet(rest);
  if (found === null) return misheard(text);
  if (isDoubt(found)) return found;
  // Five chips on the 17, or seventeen on the 5?
  if (whole(N, rest)) return doubt("times", text, [`${count} × plein ${rest}`]);
  return { spots: scaled(found.spots, count), unit: null, written: found.written };
}

function scaled(spots: Named, by: number): Named {
  return new Map([...spots].map(([spot, count]) => [spot, count * by]));
}

/** Returns why words are no bet: which of them nobody knows, or what a number may have meant. */
function misheard(text: string): Doubt {
  const words = text.split(" ");
  if (words.some((word) => NEGATIONS.test(word)) || /(?:^| )[-–−]/.test(text)) {
    return doubt("taking", text);
  }
  const unknown = words.filter(
    (word) => !VOCABULARY.has(word) && !/^(?:\d|[1-9]\d{1,6})$/.test(word),
  );
  if (unknown.length > 0) return doubt("words", unknown.join(" "));
  const last = whole(`(.+) (${AMOUNT})`, text);
  const first = whole(`(${AMOUNT}) (.+)`, text);
  const understood = (part: string | undefined): boolean => {
    const found = part === undefined ? null : bet(part);
    return found !== null && !isDoubt(found);
  };
  if (last && understood(last[1])) {
    const both = understood(last[2]) ? [`${last[1]}, ${last[2]}`] : [];
    return doubt("bare", last[2]!, [`${last[1]} {by} ${last[2]}`, ...both]);
  }
  if (first && understood(first[2]))
    return doubt("bare", first[1]!, [`${first[2]} {by} ${first[1]}`]);
  const beyond = words.filter((word) => /^\d+$/.test(word) && Number(word) > 36);
  if (beyond.length > 0) return doubt("words", beyond.join(" "));
  return doubt("whole", text);
}

/**
 * Returns the bets of a call, in the order in which they are said, or why it is not understood.
 *
 * Bets are divided by commas; all of them name an amount, or none.
 */
export function heard(call: string): readonly Said[] | Doubt {
  const said: Said[] = [];
  for (const part of plain(call).split(/[,;+\n]/)) {
    const found = one(part);
    if (isDoubt(found)) return found;
    said.push(found);
  }
  const named = said.filter((each) => each.unit !== null);
  if (named.length > 0 && named.length < said.length) return doubt("some", call.trim());
  return said;
}

/** Tells whether a call was understood. */
export function understood(found: readonly Said[] | Doubt): found is readonly Said[] {
  return Array.isArray(found);
}

/**
 * Returns a written announcement as the game reads it, or why it is not understood.
 *
 * `complète du 17`, or bets by name with so many chips on each: `5 × rouge, 2 × carré 17 21`.
 */
export function written(text: string): string | Doubt {
  const said = heard(text);
  if (!understood(said)) return said;
  if (said.some((each) => each.unit !== null)) return doubt("unit", text.trim());
  const chips = new Map<string, number>();
  for (const { spots } of said) {
    for (const [spot, count] of spots) {
      const announced = announcedOf(spot);
      if (announced !== null && !mustBeWritten(announced)) return doubt("aloud", text.trim());
      if (announced !== null) {
        return said.length === 1 && count === 1 ? announced : doubt("alone", text.trim());
      }
      chips.set(spot, (chips.get(spot) ?? 0) + count);
    }
  }
  return `custom:${[...chips].map(([on, count]) => `${on}=${count}`).join(",")}`;
}
