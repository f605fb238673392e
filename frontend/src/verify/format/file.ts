/** What a file holds, as editors and shells save it. */

import { Wrong } from "../verdict";

/** A text, or the bytes of a file that holds one. */
export type Content = string | Uint8Array;

/**
 * Returns the text; of a file without the mark of UTF-8 that editors write before it; refuses
 * UTF-16, as PowerShell's `>` writes, gzip, and what is no text.
 */
export function textOf(given: Content): string {
  if (typeof given === "string") return given;
  const [first, second] = given;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || first === 0 || second === 0) throw new Wrong("other_encoding", { form: "UTF-16" });
  if (first === 0x1f && second === 0x8b) throw new Wrong("other_encoding", { form: "gzip" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(given);
  } catch {
    throw new Wrong("not_json", { at: 0 });
  }
}
