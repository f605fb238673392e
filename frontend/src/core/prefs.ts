/** A player's preferences on this device. */

export interface Prefs {
  sound: boolean;
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
    for (const name of Object.keys(prefs) as (keyof Prefs)[]) {
      const value = stored[name];
      if (typeof value === "boolean") prefs[name] = value;
    }
  } catch {
    // A private window without storage plays with the usual ones.
  }
  return prefs;
}

export function save(prefs: Prefs): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // See load.
  }
}
