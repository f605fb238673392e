/**
 * Secrets locked to a round of the beacon: nobody opens them before its signature is there, and
 * everybody can from then on. drand's `tlock` on quicknet.
 */

import { concat, H, hex, same, u16, u64, unhex, utf8 } from "./crypto/bytes";
import { contribution, PROTOCOL, type Subject } from "./contribution";
import { sha256 } from "./crypto/sha2";

const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const POINT = 96;
const SECRET = 32;
/** Bytes of a locked secret; who cuts adds two. */
export const LOCKED = POINT + 2 * SECRET;

/** What a seat locked, in lower-case hexadecimal. */
export const LOCK = /^(?:[0-9a-f]{320}|[0-9a-f]{324})$/;

type Curve = (typeof import("@noble/curves/bls12-381.js"))["bls12_381"];

/** The curve is a library of some size, loaded only when something is to be locked or opened. */
async function loaded(): Promise<Curve> {
  return (await import("@noble/curves/bls12-381.js")).bls12_381;
}

/** Fetches the curve ahead, so that locking does not wait for it. */
export function prepare(): void {
  loaded().catch(() => {});
}

const xor = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  one.map((byte, at) => byte ^ other[at]!);

const number = (bytes: Uint8Array): bigint => BigInt(`0x${hex(bytes)}`);

/** The number `r` with which both were locked: the first below the order, of 255 bits. */
function exponent(sigma: Uint8Array, secret: Uint8Array, order: bigint): bigint {
  const hashed = sha256(concat(utf8("IBE-H3"), sigma, secret));
  for (let count = 1; count < 0x10000; count++) {
    const found = sha256(concat(Uint8Array.of(count & 0xff, count >> 8), hashed));
    found[0]! >>= 1;
    const r = number(found);
    if (r < order) return r;
  }
  throw new RangeError("never counted to the end");
}

type Fp12 = ReturnType<Curve["pairing"]>;

/** An element of the twelfth extension as tlock writes it: 576 bytes, the highest part first. */
function written({ c0, c1 }: Fp12): Uint8Array {
  const parts = [c1, c0].flatMap((six) => [six.c2, six.c1, six.c0]);
  const texts = parts.flatMap((two) => [two.c1, two.c0]);
  return unhex(texts.map((each) => each.toString(16).padStart(96, "0")).join(""));
}

const mask = (product: Fp12): Uint8Array => sha256(concat(utf8("IBE-H2"), written(product)));
const pad = (sigma: Uint8Array): Uint8Array => sha256(concat(utf8("IBE-H4"), sigma));

/** Returns what locks a message of up to 32 bytes to a round of the chain with this public key. */
export async function lockTo(
  publicKey: string,
  round: number,
  message: Uint8Array,
): Promise<Uint8Array> {
  const curve = await loaded();
  const sigma = crypto.getRandomValues(new Uint8Array(message.length));
  const r = exponent(sigma, message, curve.fields.Fr.ORDER);
  const named = curve.G1.hashToCurve(sha256(u64(round)), { DST });
  // e(r Q, key) is e(Q, key)^r, and sooner there.
  const product = curve.pairing(named.multiply(r), curve.G2.Point.fromHex(publicKey));
  const u = curve.G2.Point.BASE.multiply(r).toBytes(true);
  return concat(u, xor(sigma, mask(product)), xor(message, pad(sigma)));
}

/**
 * Returns what was locked to the round of a signature that was checked; `null` where it does not
 * open: no point of the curve in its one form, or not made from what it holds. Rejects where no
 * curve could be loaded.
 */
export async function unlock(
  signature: Uint8Array,
  locked: Uint8Array,
): Promise<Uint8Array | null> {
  const curve = await loaded();
  if (locked.length <= POINT || locked.length % 2 !== 0) return null;
  const half = POINT + (locked.length - POINT) / 2;
  try {
    const u = curve.G2.Point.fromBytes(locked.slice(0, POINT));
    if (!same(u.toBytes(true), locked.slice(0, POINT))) return null;
    const product = curve.pairing(curve.G1.Point.fromBytes(signature), u);
    const sigma = xor(locked.slice(POINT, half), mask(product));
    const message = xor(locked.slice(half), pad(sigma));
    const r = exponent(sigma, message, curve.fields.Fr.ORDER);
    return curve.G2.Point.BASE.multiply(r).equals(u) ? message : null;
  } catch {
    return null;
  }
}

/** What hides a cut beside the locked secret, for whoever does not have the secret. */
const hidden = (subject: Subject, id: string, seat: number, secret: Uint8Array): Uint8Array =>
  H(`${PROTOCOL[subject]}/lock`, utf8(id), u16(seat), secret).slice(0, 2);

/** Whose secret: the shoe or draw, the seat, and whether it cuts. */
export interface Whose {
  subject: Subject;
  id: string;
  seat: number;
}

/** Returns what a seat gives in place of its secret, 320 hexadecimal digits; 324 with a cut. */
export async function lockSecret(
  { subject, id, seat }: Whose,
  secret: Uint8Array,
  cut: number | null,
  publicKey: string,
  round: number,
): Promise<string> {
  const locked = await lockTo(publicKey, round, secret);
  const place = cut === null ? [] : [xor(u16(cut), hidden(subject, id, seat, secret))];
  return hex(concat(locked, ...place));
}

/**
 * Returns the secret and the cut (0 of who does not cut) that a seat locked, where they are those
 * of its hash and the cut is in its places; else `null`.
 */
export async function openSecret(
  { subject, id, seat }: Whose,
  locked: string,
  sealed: { hash: string; cuts: boolean; from: number; to: number },
  signature: string,
): Promise<{ secret: string; cut: number } | null> {
  const bytes = unhex(locked);
  if (bytes.length !== LOCKED + (sealed.cuts ? 2 : 0)) return null;
  const secret = await unlock(unhex(signature), bytes.slice(0, LOCKED));
  if (secret === null) return null;
  const place = xor(bytes.slice(LOCKED), hidden(subject, id, seat, secret));
  const cut = sealed.cuts ? place[0]! * 256 + place[1]! : 0;
  const own = contribution(subject, id, seat, secret, sealed.cuts ? cut : null);
  const within = !sealed.cuts || (sealed.from <= cut && cut <= sealed.to);
  return own === sealed.hash && within ? { secret: hex(secret), cut } : null;
}
