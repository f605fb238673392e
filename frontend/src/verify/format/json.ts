/**
 * JSON read strictly: a name twice, a fraction, a lone surrogate is refused, not mended.
 *
 * `JSON.parse` keeps the last of two equal names and reads `1.0` as 1: two readers could see two
 * different bundles in one file.
 */

import { Wrong } from "../verdict";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const DEPTH = 16;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y;
const SPACE = /[ \t\r\n]*/y;
const WORD = /true|false|null/y;

/** Returns what the text says, or refuses it with `not_json` and the place, in UTF-16 units. */
export function parse(text: string): Json {
  let at = 0;
  const fail = (): never => {
    throw new Wrong("not_json", { at });
  };
  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return fail();
    at = pattern.lastIndex;
    return found[0];
  }
  function next(letter: string): boolean {
    take(SPACE);
    if (text[at] !== letter) return false;
    at += 1;
    take(SPACE);
    return true;
  }
  function string(): string {
    const value = JSON.parse(take(STRING)) as string;
    return /\p{Surrogate}/u.test(value) ? fail() : value;
  }
  function value(depth: number): Json {
    if (depth > DEPTH) return fail();
    if (next("{")) {
      const found = Object.create(null) as { [name: string]: Json };
      if (next("}")) return found;
      do {
        const name = string();
        if (name in found || !/^[\x00-\x7f]*$/.test(name) || !next(":")) return fail();
        found[name] = value(depth + 1);
      } while (next(","));
      return next("}") ? found : fail();
    }
    if (next("[")) {
      const found: Json[] = [];
      if (next("]")) return found;
      do found.push(value(depth + 1));
      while (next(","));
      return next("]") ? found : fail();
    }
    if (text[at] === '"') return string();
    if (/[-0-9]/.test(text[at] ?? "")) {
      const number = Number(take(NUMBER));
      return Number.isSafeInteger(number) && !Object.is(number, -0) ? number : fail();
    }
    return JSON.parse(take(WORD)) as Json;
  }
  take(SPACE);
  const whole = value(0);
  take(SPACE);
  return at === text.length ? whole : fail();
}

/** Returns the one way to write a value: names sorted, no spaces, no escape that is not needed. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!)}`).join(",")}}`;
}
