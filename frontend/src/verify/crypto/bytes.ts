/** Bytes and the ways the protocol writes them: numbers, hexadecimal, base64, tagged hashes. */

import { sha256, sha512 } from "./sha2";

const ASCII = new TextEncoder();

/** Returns the UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return ASCII.encode(text);
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns a whole number as `width` bytes, big-endian; `value` is below 2^53. */
export function big(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  for (let at = width - 1, rest = value; at >= 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

export const u16 = (value: number): Uint8Array => big(value, 2);
export const u32 = (value: number): Uint8Array => big(value, 4);
export const u64 = (value: number): Uint8Array => big(value, 8);

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the bytes of lower-case hexadecimal; whoever calls has checked the alphabet. */
export function unhex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the bytes of canonical base64, or null: one text only stands for any bytes. */
export function unbase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return base64(bytes) === text ? bytes : null;
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function tagged(tag: string, parts: Uint8Array[]): Uint8Array {
  return concat(...[utf8(tag), ...parts].flatMap((part) => [u64(part.length), part]));
}

/** `H(tag, x1, …)` of the protocol: SHA-256 over parts that carry their lengths. */
export function H(tag: string, ...parts: Uint8Array[]): Uint8Array {
  return sha256(tagged(tag, parts));
}

/** `H512(tag, x1, …)`: the same with SHA-512. */
export function H512(tag: string, ...parts: Uint8Array[]): Uint8Array {
  return sha512(tagged(tag, parts));
}
