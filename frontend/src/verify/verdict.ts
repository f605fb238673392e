/** What a check finds: the facts of a right bundle, or the first thing that is wrong with it. */

import type { Code } from "./report/refusals";

export type Detail = Record<string, string | number>;

/** The log that a bundle carries its entries of. */
export interface LogFacts {
  origin: string;
  /** The C2SP verifier key that signed the checkpoint. */
  key: string;
  /** Entries that the log had. */
  size: number;
  /** Its root then, base64. */
  root: string;
  /** When the checkpoint was signed, milliseconds since 1970, by the house's clock. */
  time: number;
  /** The kinds of this bundle's entries, in order. */
  kinds: string[];
}

export interface SeatFacts {
  seat: number;
  /** Whether the secret was opened; else it took no part in the shuffle. */
  opened: boolean;
}

/**
 * - `none`: no beacon was asked for; `unnamed`: the header names a chain, but no round was announced;
 *   `silent`: the house went on without it; `late`: the secrets were opened only when its round was
 *   known, so it does not count;
 * - `signed`: its signature is that of the chain; `unchecked`: right but for the signature, which
 *   could not be checked here.
 */
export interface BeaconFacts {
  state: "none" | "unnamed" | "silent" | "late" | "signed" | "unchecked";
  round: number;
  randomness: string;
}

export interface CutFacts {
  /** `nobody` where the device knows no cut. */
  by: "nobody" | "dealer" | "seat";
  /** The seat that cut, else 0. */
  seat: number;
  /** Cards of the shuffled order that went behind the others. */
  at: number;
}

/** What a promise that was withdrawn still depended on. */
export type Awaited = "nothing" | "secrets" | "beacon";

/** How a promise ended before anything came of it. */
export interface Withdrawn {
  /** Why, by the log; empty where it does not say so. */
  code: string;
  /** The staff number of whoever decided it; 0 for the house's processes. */
  by: number;
  /**
   * What would have fallen, from 0, or the faces as they would have been dealt, burnt ones
   * included; null where that was not decided, or a refill's cards are not shown.
   */
  would: number[] | null;
  awaits: Awaited;
}

/** Which of the house's words about itself were compared with what the asker knows. */
export interface Compared {
  key: boolean;
  origin: boolean;
  /** The report, with the file of it or with the log that names it. */
  report: "nothing" | "file" | "log";
  /** The key (hex) that signed the report; empty unless it was given. */
  signer: string;
  /** The key (hex) that signed the receipts which were given; empty where none were. */
  receipt: string;
  /** The log that was given names that key. */
  receiptNamed: boolean;
}

interface Facts {
  /** Of the bundle: 1 to 4. */
  version: number;
  protocol: string;
  id: string;
  table: string;
  sequence: number;
  game: string | null;
  rules: string | null;
  commitment: string;
  /** SHA-256 of the conformity report that the header names; null before version 2 of the protocol. */
  report: string | null;
  /** null of what was not withdrawn, and before version 2 of the protocol. */
  withdrawn: Withdrawn | null;
  /** What of all this was compared with what the asker knows. */
  compared: Compared;
  /** null in a bundle of version 1, which is older than the log. */
  log: LogFacts | null;
  contributions: "full" | "cut_only" | "none";
  /** Whether secrets were opened by hand, or locked to the beacon's round. */
  opening: "hand" | "timelock";
  seats: SeatFacts[];
  beacon: BeaconFacts;
}

/** The rounds that took cards of a shoe, ascending, and the hands that got them, in their order. */
export type Deal = readonly { readonly round: number; readonly hands: readonly string[] }[];

export interface ShoeFacts extends Facts {
  kind: "shoe" | "refill";
  packs: number;
  size: number;
  stopAt: number;
  burnt: number;
  dealt: number;
  left: number;
  stopCard: boolean;
  /** The faces in the order of the deal; null when it was given up before it had one. */
  order: number[] | null;
  /** Which hand got which card that was dealt; null before version 4 of the bundle. */
  deal: Deal | null;
  /** Why it was given up; null when it was not. */
  void: string | null;
  cut: CutFacts;
  /** The root of the order that each card opens against; null before version 2 of the protocol. */
  root: string | null;
}

export interface DrawFacts extends Facts {
  kind: "draw";
  sides: number[];
  /** null when it was withdrawn before anything fell. */
  values: number[] | null;
  /** What it was for; null when unknown (a bundle without a log) or withdrawn. */
  request: string | null;
}

export type Verdict =
  ({ ok: true } & (ShoeFacts | DrawFacts)) | { ok: false; code: Code; detail: Detail };

/** The first wrong thing. */
export class Wrong extends Error {
  constructor(
    readonly code: Code,
    readonly detail: Detail = {},
  ) {
    super(`${code} ${JSON.stringify(detail)}`);
  }
}

/** Refuses with the code unless it holds. */
export function must(holds: boolean, code: Code, detail: Detail = {}): asserts holds {
  if (!holds) throw new Wrong(code, detail);
}
