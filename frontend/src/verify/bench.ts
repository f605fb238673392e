/** How long the verifier takes, measured by itself: for the benchmarks, in a real browser. */

import { checkBundle } from "./bundle";
import { base64, concat, unhex } from "./crypto/bytes";
import { type Json, parse } from "./format/json";
import { treeRoot } from "./crypto/merkle";
import { checkOpening, type Opening, type Ordered } from "./opening";
import { leaves, salts } from "./shoe";

export { checkBundle, checkOpening };

export interface Measured {
  /** Milliseconds for one card against its root, the mean over the whole shoe. */
  card: number;
  /** Milliseconds for the whole bundle, each time it was checked. */
  shoe: number[];
  /** Cards of the shoe. */
  size: number;
}

/** Returns the inclusion proof of a leaf, nearest first. */
export function path(hashed: Uint8Array[], index: number): Uint8Array[] {
  if (hashed.length === 1) return [];
  let half = 1;
  while (half * 2 < hashed.length) half *= 2;
  const [left, right] = [hashed.slice(0, half), hashed.slice(half)];
  return index < half
    ? [...path(left, index), treeRoot(right)]
    : [...path(right, index - half), treeRoot(left)];
}

/** Returns what a player would have got with each card of a revealed shoe of version 3. */
export function openings(text: string): { shoe: Ordered; cards: Opening[] } {
  const bundle = parse(text) as {
    header: { protocol: string } & { [name: string]: Json };
    commitment: string;
    reveal: { order: number[]; seed: string };
    log: { entries: { entry: string }[] };
  };
  const said = bundle.log.entries.map(({ entry }) => parse(entry)) as {
    kind: string;
    facts: { cut: number; root: string };
  }[];
  const { cut, root } = said.find((each) => each.kind === "order")!.facts;
  const { order, seed } = bundle.reveal;
  const size = order.length;
  const promise = {
    tags: "sabot-shoe/2",
    header: bundle.header,
    seed: unhex(seed),
    commitment: unhex(bundle.commitment),
  };
  const shuffled = order.map((_, j) => order[(j - cut + size) % size]!);
  const hashed = leaves(promise, shuffled);
  const salted = salts(promise, size);
  const cards = order.map((face, place) => {
    const j = (place + cut) % size;
    return { place, face, proof: base64(concat(salted[j]!, ...path(hashed, j))) };
  });
  return { shoe: { root, size, cut }, cards };
}

/** Checks a right bundle of a shoe of version 3 `runs` times; throws when it is refused. */
export async function measure(text: string, runs = 5): Promise<Measured> {
  const { shoe, cards } = openings(text);
  const whole: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    const verdict = await checkBundle(text);
    whole.push(performance.now() - began);
    if (!verdict.ok) throw new Error(verdict.code);
  }
  const began = performance.now();
  if (!cards.every((card) => checkOpening(card, shoe))) throw new Error("opening");
  return { card: (performance.now() - began) / cards.length, shoe: whole, size: shoe.size };
}
