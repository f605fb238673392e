/** drand's quicknet: a public random value every three seconds that nobody knows beforehand. */

import { big, hex, unhex } from "./crypto/bytes";
import { sha256 } from "./crypto/sha2";
import { type BeaconFacts, must } from "./verdict";

interface Chain {
  publicKey: string;
  /** Seconds since 1970 of round 1. */
  genesis: number;
  /** Seconds from one round to the next. */
  period: number;
}

/** drand's quicknet, by the name of the chain. */
export const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/** The chains whose signatures can be checked, by hash. */
const CHAINS: Record<string, Chain> = {
  [QUICKNET]: {
    publicKey:
      "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis: 1692803367,
    period: 3,
  },
};
/** Milliseconds from the closing of a list to the round that it names, at the least. */
const AHEAD = 6000;
const DST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** A round as the log has it. */
export interface Round {
  randomness: string;
  round: number;
  signature: string;
}

/** What the log says of the beacon; times in milliseconds since 1970. */
export interface Asked {
  /** The header's chain, or `none`. */
  chain: string;
  /** The round named when the list was closed, else 0. */
  round: number;
  closedAt: number;
  /** When the secrets were opened; null where it never came to that. */
  openedAt: number | null;
  /** Secrets are locked to the round, and opened after it. */
  locks: boolean;
  stated: Round | null;
}

/** Returns when a round of a chain comes, milliseconds since 1970; NaN of a chain nobody knows. */
export function fallsAt(chain: string, round: number): number {
  const { genesis, period } = CHAINS[chain] ?? { genesis: NaN, period: NaN };
  return (genesis + (round - 1) * period) * 1000;
}

/** Returns the public key of a chain; `undefined` where it is not known. */
export function publicKeyOf(chain: string): string | undefined {
  return Object.hasOwn(CHAINS, chain) ? CHAINS[chain]?.publicKey : undefined;
}

/**
 * Tells whether a round's signature is that of its chain; null where no curve could be loaded.
 *
 * The curve is a library of some size, loaded only when a beacon is there to be checked.
 */
export async function isOfChain(chain: Chain, round: Round): Promise<boolean | null> {
  let curve: typeof import("@noble/curves/bls12-381.js");
  try {
    curve = await import("@noble/curves/bls12-381.js");
  } catch {
    return null;
  }
  const short = curve.bls12_381.shortSignatures;
  const point = short.hash(sha256(big(round.round, 8)), DST);
  try {
    return short.verify(unhex(round.signature), point, unhex(chain.publicKey));
  } catch {
    return false;
  }
}

/** Returns `B` and what is to be said of it, or refuses a beacon that is not the one announced. */
export async function beacon(asked: Asked): Promise<{ bytes: Uint8Array; facts: BeaconFacts }> {
  const { round, stated } = asked;
  const nothing = (state: BeaconFacts["state"]) => {
    must(stated === null, "beacon_round");
    return { bytes: new Uint8Array(), facts: { state, round, randomness: "" } };
  };
  const chain = Object.hasOwn(CHAINS, asked.chain) ? CHAINS[asked.chain] : undefined;
  must(chain !== undefined || asked.chain === "none", "beacon_chain", { chain: asked.chain });
  if (round === 0 || chain === undefined) return nothing(chain ? "unnamed" : "none");
  const falls = fallsAt(asked.chain, round);
  must(asked.closedAt + AHEAD <= falls, "beacon_near");
  if (asked.openedAt === null) return nothing("silent");
  if (asked.openedAt >= falls && !asked.locks) return nothing("late");
  if (stated === null) return nothing("silent");
  must(stated.round === round, "beacon_round");
  const bytes = unhex(stated.randomness);
  must(hex(sha256(unhex(stated.signature))) === stated.randomness, "beacon_randomness");
  const signed = await isOfChain(chain, stated);
  must(signed !== false, "beacon_signature");
  const state = signed === null ? "unchecked" : "signed";
  return { bytes, facts: { state, round, randomness: stated.randomness } };
}
