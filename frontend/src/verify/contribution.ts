/** What a seat sends before the shuffle: the hash that binds it to its secret and its cut. */

import { H, hex, u16, utf8 } from "./crypto/bytes";

/** The protocol whose tags a subject's hashes carry; a refill has the shoe's. */
export const PROTOCOL = { shoe: "sabot-shoe/2", draw: "sabot-draw/2" } as const;
export type Subject = keyof typeof PROTOCOL;

/** Returns `h` of the protocol; `cut` is null for who does not cut. */
export function contribution(
  subject: Subject,
  id: string,
  seat: number,
  secret: Uint8Array,
  cut: number | null,
): string {
  const parts = [utf8(id), u16(seat), secret];
  if (cut !== null) parts.push(u16(cut));
  return hex(H(`${PROTOCOL[subject]}/contribution`, ...parts));
}

/**
 * Returns the hash that a seat sends, 64 hexadecimal digits.
 *
 * `subjectId` is the bare id of the shoe (or draw); `secret` has 32 bytes from the browser's own
 * generator, else RangeError. `cut` is null for who does not cut.
 */
export function contributionHash(
  subjectId: string,
  seat: number,
  secret: Uint8Array,
  cut: number | null,
  subject: Subject = "shoe",
): Promise<string> {
  if (secret.length !== 32) return Promise.reject(new RangeError("a secret has 32 bytes"));
  return Promise.resolve(contribution(subject, subjectId, seat, secret, cut));
}
