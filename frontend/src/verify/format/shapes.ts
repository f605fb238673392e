/** The forms that a value must have: each takes it as read and returns it typed, or refuses. */

import type { Json } from "./json";
import { must } from "../verdict";

/** Refuses with `malformed` and the path where the value has not this form. */
export type Shape<T> = (given: Json | undefined, at: string) => T;
type Shaped<F> = { [name in keyof F]: F[name] extends Shape<infer T> ? T : never };

/** An object with exactly these names. */
export function record<F extends Record<string, Shape<unknown>>>(fields: F): Shape<Shaped<F>> {
  return (given, at) => {
    must(typeof given === "object" && given !== null && !Array.isArray(given), "malformed", {
      field: at || "{}",
    });
    const inside = (name: string): string => (at ? `${at}.${name}` : name);
    for (const name of Object.keys(given)) {
      must(Object.hasOwn(fields, name), "malformed", { field: inside(name) });
    }
    const shaped = Object.entries(fields).map(([name, shape]) => {
      must(Object.hasOwn(given, name), "malformed", { field: inside(name) });
      return [name, shape(given[name], inside(name))];
    });
    return Object.fromEntries(shaped) as Shaped<F>;
  };
}

/** An object with exactly these names, or with all of the others besides. */
export function either<
  F extends Record<string, Shape<unknown>>,
  M extends Record<string, Shape<unknown>>,
>(fields: F, more: M): Shape<Shaped<F> & Partial<Shaped<M>>> {
  const short = record(fields);
  const long = record({ ...fields, ...more });
  return (given, at) => {
    const has = typeof given === "object" && given !== null && !Array.isArray(given);
    const longer = has && Object.keys(more).some((name) => Object.hasOwn(given, name));
    return (longer ? long : short)(given, at) as Shaped<F> & Partial<Shaped<M>>;
  };
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (given, at) => {
    must(Array.isArray(given), "malformed", { field: at });
    return given.map((each, index) => shape(each, `${at}[${index}]`));
  };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (given, at) => (given === null ? null : shape(given, at));
}

/** A whole number from `least` to `most`. */
export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  return (given, at) => {
    must(typeof given === "number" && given >= least && given <= most, "malformed", { field: at });
    return given;
  };
}

/** A text that the pattern matches from end to end. */
export function text(pattern = /^[^]+$/): Shape<string> {
  return (given, at) => {
    must(typeof given === "string" && pattern.test(given), "malformed", { field: at });
    return given;
  };
}

export function oneOf<const T extends string>(...allowed: T[]): Shape<T> {
  return (given, at) => {
    must(allowed.includes(given as T), "malformed", { field: at });
    return given as T;
  };
}

export const flag: Shape<boolean> = (given, at) => {
  must(typeof given === "boolean", "malformed", { field: at });
  return given;
};

/** An object, whatever is in it. */
export const object: Shape<{ [name: string]: Json }> = (given, at) => {
  const is = typeof given === "object" && given !== null && !Array.isArray(given);
  must(is, "malformed", { field: at });
  return given as { [name: string]: Json };
};

/** Any value: it is looked at elsewhere. */
export const anything: Shape<Json> = (given, at) => {
  must(given !== undefined, "malformed", { field: at });
  return given;
};

/** Exactly `bytes` bytes as lower-case hexadecimal. */
export function hexadecimal(bytes: number): Shape<string> {
  return text(new RegExp(`^(?:[0-9a-f]{2}){${bytes}}$`));
}

/** A label: at least one character, all of them ASCII. */
export const label: Shape<string> = text(/^[\x00-\x7f]+$/);

/** A SHA-256 as lower-case hexadecimal, of something that there is. */
export const named: Shape<string> = text(/^(?!0{64})[0-9a-f]{64}$/);

export const evenHex: Shape<string> = text(/^(?:[0-9a-f]{2})+$/);
export const uuid: Shape<string> = text(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
);
export const base64Text: Shape<string> = text(
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
);
