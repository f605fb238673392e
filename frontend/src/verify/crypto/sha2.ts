/**
 * SHA-256, SHA-512, HMAC and HKDF, without a wait.
 *
 * WebCrypto has them too, but each of its calls is a promise, of which a shoe would need thousands,
 * and a page opened from a disk does not always have WebCrypto. The tests compare the two.
 */

export type Hash = (message: Uint8Array) => Uint8Array;

/** Returns the whole root of `value`: the largest `r` whose power does not exceed it. */
function root(value: bigint, power: bigint): bigint {
  let low = 0n;
  let high = 1n << (BigInt(value.toString(2).length) / power + 1n);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

const PRIMES: bigint[] = [];
for (let n = 2n; PRIMES.length < 80; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** FIPS 180-4 takes its constants from the fractions of the primes' roots: 64 bits of each. */
const FRACTION = (1n << 64n) - 1n;
const CUBES = PRIMES.map((prime) => root(prime << 192n, 3n) & FRACTION);
const SQUARES = PRIMES.slice(0, 8).map((prime) => root(prime << 128n, 2n) & FRACTION);
const K_HIGH = Int32Array.from(CUBES, (word) => Number(BigInt.asIntN(32, word >> 32n)));
const K_LOW = Int32Array.from(CUBES, (word) => Number(BigInt.asIntN(32, word)));
const H_HIGH = Int32Array.from(SQUARES, (word) => Number(BigInt.asIntN(32, word >> 32n)));
const H_LOW = Int32Array.from(SQUARES, (word) => Number(BigInt.asIntN(32, word)));

/** Returns the message with its 1 bit, its zeros and its length in bits. */
function padded(message: Uint8Array, block: number): DataView {
  const tail = block / 8 + 1;
  const length = Math.ceil((message.length + tail) / block) * block;
  const whole = new Uint8Array(length);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message, 64);
  const state = H_HIGH.slice();
  const w = new Int32Array(64);
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(offset + 4 * t);
    for (let t = 16; t < 64; t++) {
      const x = w[t - 15]!;
      const y = w[t - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number, number, number, number, number, number, number, number,
    ]; // prettier-ignore
    for (let t = 0; t < 64; t++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K_HIGH[t]! + w[t]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = (state[at]! + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

/** The carry of a sum of unsigned 32-bit halves. */
const carry = (sum: number): number => (sum / 0x100000000) | 0;

export function sha512(message: Uint8Array): Uint8Array {
  const view = padded(message, 128);
  const high = H_HIGH.slice();
  const low = H_LOW.slice();
  const wh = new Int32Array(80);
  const wl = new Int32Array(80);
  const h = new Int32Array(8);
  const l = new Int32Array(8);
  for (let offset = 0; offset < view.byteLength; offset += 128) {
    for (let t = 0; t < 16; t++) {
      wh[t] = view.getInt32(offset + 8 * t);
      wl[t] = view.getInt32(offset + 8 * t + 4);
    }
    for (let t = 16; t < 80; t++) {
      const xh = wh[t - 15]!;
      const xl = wl[t - 15]!;
      const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
      const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
      const yh = wh[t - 2]!;
      const yl = wl[t - 2]!;
      const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
      const s1l =
        ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
      const sum = (wl[t - 16]! >>> 0) + (s0l >>> 0) + (wl[t - 7]! >>> 0) + (s1l >>> 0);
      wl[t] = sum | 0;
      wh[t] = (wh[t - 16]! + s0h + wh[t - 7]! + s1h + carry(sum)) | 0;
    }
    h.set(high);
    l.set(low);
    for (let t = 0; t < 80; t++) {
      const eh = h[4]!;
      const el = l[4]!;
      const s1h =
        ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
      const s1l =
        ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
      const chh = (eh & h[5]!) ^ (~eh & h[6]!);
      const chl = (el & l[5]!) ^ (~el & l[6]!);
      const t1 = (l[7]! >>> 0) + (s1l >>> 0) + (chl >>> 0) + (K_LOW[t]! >>> 0) + (wl[t]! >>> 0);
      const t1l = t1 | 0;
      const t1h = (h[7]! + s1h + chh + K_HIGH[t]! + wh[t]! + carry(t1)) | 0;
      const ah = h[0]!;
      const al = l[0]!;
      const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
      const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
      const majh = (ah & h[1]!) ^ (ah & h[2]!) ^ (h[1]! & h[2]!);
      const majl = (al & l[1]!) ^ (al & l[2]!) ^ (l[1]! & l[2]!);
      const t2 = (s0l >>> 0) + (majl >>> 0);
      const t2h = (s0h + majh + carry(t2)) | 0;
      h.copyWithin(1, 0, 7);
      l.copyWithin(1, 0, 7);
      const e = (l[4]! >>> 0) + (t1l >>> 0);
      l[4] = e | 0;
      h[4] = (h[4]! + t1h + carry(e)) | 0;
      const a = (t1l >>> 0) + ((t2 | 0) >>> 0);
      l[0] = a | 0;
      h[0] = (t1h + t2h + carry(a)) | 0;
    }
    for (let at = 0; at < 8; at++) {
      const sum = (low[at]! >>> 0) + (l[at]! >>> 0);
      low[at] = sum | 0;
      high[at] = (high[at]! + h[at]! + carry(sum)) | 0;
    }
  }
  const digest = new DataView(new ArrayBuffer(64));
  for (let at = 0; at < 8; at++) {
    digest.setInt32(8 * at, high[at]!);
    digest.setInt32(8 * at + 4, low[at]!);
  }
  return new Uint8Array(digest.buffer);
}

function hmac(hash: Hash, block: number, key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > block ? hash(key) : key;
  const inner = new Uint8Array(block + message.length).fill(0x36, 0, block);
  short.forEach((byte, at) => (inner[at]! ^= byte));
  inner.set(message, block);
  const digest = hash(inner);
  const outer = new Uint8Array(block + digest.length).fill(0x5c, 0, block);
  short.forEach((byte, at) => (outer[at]! ^= byte));
  outer.set(digest, block);
  return hash(outer);
}

export function hmac256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, 64, key, message);
}

export function hmac512(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha512, 128, key, message);
}

/** HKDF-SHA-512 (RFC 5869) of at most 64 bytes: one block of its second half. */
export function hkdf512(
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  length: number,
): Uint8Array {
  const block = new Uint8Array([...info, 1]);
  return hmac512(hmac512(salt, secret), block).slice(0, length);
}
