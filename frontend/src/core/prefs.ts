/** A player's preferences on this device. */

export interface Prefs {
  sound: boolean;
  /** How loud, of a hundred. */
  volume: number;
  /** What the dealer calls is said aloud; needs sound. */
  calls: boolean;
  motion: boolean;
  fourColours: boolean;
  bigCards: boolean;
  frenchLetters: boolean;
  shortcuts: boolean;
  /** I leave every cut to the dealer, and am not asked. */
  dealerCuts: boolean;
  /** At a practice table the advice is shown unasked. */
  advice: boolean;
}

const KEY = "sabot.prefs";

function usual(): Prefs {
  return {
    sound: false,
    volume: 100,
    calls: false,
    motion: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fourColours: false,
    bigCards: false,
    frenchLetters: false,
    shortcuts: true,
    dealerCuts: false,
    advice: false,
  };
}

/** Returns the stored preferences over the usual ones; storage may be forbidden. */
export function load(): Prefs {
  const prefs = usual();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<
      Record<string, unknown>
    >;
    for (const [name, value] of Object.entries(prefs)) {
      if (typeof stored[name] === typeof value) Object.assign(prefs, { [name]: stored[name] });
    }
  } catch {
    // A private window without storage plays with the usual ones.
  }
  prefs.volume = Math.min(100, Math.max(0, prefs.volume));
  return prefs;
}

export function save(prefs: Prefs): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // See load.
  }
}
