/** Locks a secret of mine to the round of the beacon that the house names. Loaded when one is. */

import { fallsAt, publicKeyOf, QUICKNET } from "../../verify/beacon";
import { unhex } from "../../verify/crypto/bytes";
import { lockSecret, prepare, type Whose } from "../../verify/timelock";

export { prepare };

/** Milliseconds that the clock of a device may be ahead. */
const AHEAD = 60_000;

/**
 * Returns what I give in place of the secret; `null` for a round that came long ago, for whoever
 * has its signature would read the secret at once.
 */
export function locked(
  whose: Pick<Whose, "subject" | "id">,
  { seat, secret, cut }: { seat: number; secret: string; cut: number | null },
  round: number,
): Promise<string> | null {
  const key = publicKeyOf(QUICKNET);
  if (!key || !(fallsAt(QUICKNET, round) > Date.now() - AHEAD)) return null;
  return lockSecret({ ...whose, seat }, unhex(secret), cut, key, round);
}
