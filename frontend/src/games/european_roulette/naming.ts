/**
 * Bets by name, as players call them to the croupier: `17 et chevaux`, `carré 17 20`, `tiers`.
 *
 * French and English both, whatever the language of the page.
 *
 * @module
 */

import { announcedOf, spotOf } from "./announced";
import { type Bet, POSITIONS, type Position } from "./layout";

/** Spots, and how many chips of the chosen value on each. */
export type Named = ReadonlyMap<string, number>;

const WORDS: readonly [RegExp, Bet][] = [
  [/^(douzaine|douzaines|dozen|dozens)$/, "dozen"],
  [/^(colonne|colonnes|column|columns)$/, "column"],
  [/^(rouge|red)$/, "red"],
  [/^(noir|black)$/, "black"],
  [/^(pair|even)$/, "even"],
  [/^(impair|odd)$/, "odd"],
  [/^(manque|low)$/, "low"],
  [/^(passe|high)$/, "high"],
  [/^(plein|straight)$/, "straight"],
  [/^(cheval|split)$/, "split"],
  [/^(transversale|street)$/, "street"],
  [/^(carre|corner)$/, "corner"],
  [/^(sixain|line|sixline)$/, "six_line"],
];
const NUMBERED: readonly Bet[] = ["straight", "split", "street", "corner", "six_line"];

/** Announcements with a number have one that is on the wheel, or a digit. */
const ANNOUNCEMENTS = /^(?:[a-z]+(?:_[a-z]{2,})+|voisins_n:(?:[12]?\d|3[0-6])|finales_n:\d)$/;

function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function once(spots: readonly string[]): Named {
  return new Map(spots.map((spot) => [spot, 1]));
}

function announced(words: ReadonlySet<string>, numbers: readonly number[]): string | null {
  const said = (...any: string[]): boolean => any.some((word) => words.has(word));
  const [first] = numbers;
  if (said("tiers", "third")) return "tiers_du_cylindre";
  if (said("orphelins", "orphans")) {
    return said("plein", "pleins", "straight") ? "orphelins_plein" : "orphelins_cheval";
  }
  if (said("jeu") && (said("zero") || first === 0)) return "jeu_zero";
  if (said("voisins", "voisin", "neighbours", "neighbors")) {
    return said("zero") || first === undefined ? "voisins_du_zero" : `voisins_n:${first}`;
  }
  if (said("finale", "finales", "finals", "final")) return `finales_n:${first ?? ""}`;
  return null;
}

function exactly(numbers: readonly number[], bets: readonly Bet[]): Position | null {
  const wanted = [...numbers].sort((a, b) => a - b).join();
  return POSITIONS.find((each) => bets.includes(each.bet) && each.chosen.join() === wanted) ?? null;
}

/** Returns the smallest position of a kind that begins with, or else has, these numbers. */
function having(bet: Bet, numbers: readonly number[]): Position | null {
  if (numbers.length === 0) return null;
  const found = POSITIONS.filter(
    (each) => each.bet === bet && numbers.every((number) => each.chosen.includes(number)),
  );
  return (
    found.find((each) => each.chosen[0] === numbers[0]) ?? (found.length === 1 ? found[0]! : null)
  );
}

/** Returns the chips that a call stands for, or `null` when it is not understood. */
export function named(call: string): Named | null {
  const text = plain(call);
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const words = new Set(text.match(/[a-z]+/g) ?? []);
  if (words.has("deuxieme") || words.has("second")) numbers.push(2);
  if (words.has("premiere") || words.has("first")) numbers.push(1);
  if (words.has("troisieme") || words.has("third")) numbers.push(3);
  if (words.has("derniere") || words.has("last")) numbers.push(3);

  if (words.has("chevaux") || words.has("splits")) {
    const [number] = numbers;
    if (number === undefined || numbers.length !== 1) return null;
    const around = POSITIONS.filter((each) => each.bet === "split" && each.chosen.includes(number));
    if (around.length === 0) return null;
    return once([`straight:${number}`, ...around.map((each) => each.on)]);
  }
  const third = words.has("third") && (words.has("dozen") || words.has("column"));
  const announcement = third ? null : announced(words, numbers);
  if (announcement !== null) {
    return ANNOUNCEMENTS.test(announcement) ? once([spotOf(announcement)]) : null;
  }

  const bet = WORDS.find(([word]) => [...words].some((each) => word.test(each)))?.[1] ?? null;
  if (bet === "dozen" || bet === "column") {
    const double = bet === "dozen" ? "double_dozen" : "double_column";
    if (numbers.length === 2) return once([`${double}:${[...numbers].sort().join("-")}`]);
    return numbers.length === 1 && POSITIONS.some((each) => each.on === `${bet}:${numbers[0]}`)
      ? once([`${bet}:${numbers[0]}`])
      : null;
  }
  if (bet !== null && !NUMBERED.includes(bet)) return numbers.length === 0 ? once([bet]) : null;
  if (numbers.length === 0) return words.has("zero") ? once(["straight:0"]) : null;
  const found = bet === null ? exactly(numbers, NUMBERED) : having(bet, numbers);
  return found ? once([found.on]) : null;
}

const COMPLETE = /^(?:la )?compl[eè]te(?: du| d’un| d'un| of)? (?:numero )?(\d{1,2})$/;
const PART = /^(?:(\d{1,4}) *[x×*] *)?(\S.*)$/;

/**
 * Returns a written announcement as the game reads it, or `null` when it is not understood.
 *
 * `complète du 17`, or bets by name with so many chips on each: `5 × rouge, 2 × carré 17 20`.
 */
export function written(text: string): string | null {
  const complete = COMPLETE.exec(plain(text.trim()));
  if (complete) return `complete_n:${Number(complete[1])}`;
  const chips = new Map<string, number>();
  for (const part of text.split(/[,;\n]/)) {
    const [, times = "1", call = ""] = PART.exec(part.trim()) ?? [];
    const bets = call === "" ? null : named(call);
    if (!bets || [...bets.keys()].some((spot) => announcedOf(spot) !== null)) return null;
    for (const [spot, each] of bets) {
      chips.set(spot, (chips.get(spot) ?? 0) + each * Number(times));
    }
  }
  return `custom:${[...chips].map(([on, count]) => `${on}=${count}`).join(",")}`;
}
