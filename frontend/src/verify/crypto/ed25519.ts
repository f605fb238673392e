/** Signatures of the log: by WebCrypto where it knows Ed25519, else by a library loaded for it. */

import { concat, hex, same } from "./bytes";
import { sha512 } from "./sha2";

type Check = (
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

const native: Check = async (key, signature, message) => {
  try {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, message);
  } catch {
    return false;
  }
};

/** Not the library's own check, which has the cofactor: WebCrypto and the other verifiers do not. */
export const fallback: Check = async (key, signature, message) => {
  const { Point } = (await import("@noble/curves/ed25519.js")).ed25519;
  const r = signature.slice(0, 32);
  const s = little(signature.slice(32));
  if (s >= Point.Fn.ORDER) return false;
  try {
    const k = little(sha512(concat(r, key, message))) % Point.Fn.ORDER;
    const right = Point.BASE.multiplyUnsafe(s);
    return same(right.subtract(Point.fromBytes(key).multiplyUnsafe(k)).toBytes(), r);
  } catch {
    return false;
  }
};

const little = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes.slice().reverse())}`);

const P = 2n ** 255n - 19n;
const ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
/** The coordinates y of the points of small order. */
const SMALL: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, ORDER_8, P - ORDER_8]);

/** Tells whether a point is in its one form and not of small order: on others libraries differ. */
function isSound(written: Uint8Array): boolean {
  const y = little(written) % 2n ** 255n;
  return y < P && !SMALL.has(y);
}

let chosen: Promise<Check> | null = null;

/** A page from a disk may have no `subtle`; an older browser's does not know the curve. */
async function choose(): Promise<Check> {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return native;
  } catch {
    return fallback;
  }
}

/** Tells whether a signature is of the message and the key (32 bytes); throws where none can tell. */
export async function isSigned(
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  if (!isSound(key) || !isSound(signature.slice(0, 32))) return false;
  const check = await (chosen ??= choose());
  return check(new Uint8Array(key), new Uint8Array(signature), new Uint8Array(message));
}
