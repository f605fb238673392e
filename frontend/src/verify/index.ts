/** The verifier, written from `docs/chance-protocol.md` alone: it shares no line with the generator. */

export { checkBundle } from "./bundle";
export { contributionHash } from "./contribution";
export { checkOpening, type Opening, type Ordered } from "./opening";
export type { Known } from "./known";
export type { Verdict } from "./verdict";
export { sentence } from "./report/refusals";
export { cardOf, checks, type Finding, summary } from "./report/findings";
