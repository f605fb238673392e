/** Whether this browser was shown round at a game. */

const KEY = "sabot.tour";

/** Says whether this browser has seen the tour of a game; without storage it comes at no visit. */
export function hasSeenTour(game: string): boolean {
  try {
    return localStorage.getItem(`${KEY}.${game}`) !== null;
  } catch {
    return true;
  }
}

/** Keeps in mind that this browser has seen the tour of a game, where it may. */
export function markTourSeen(game: string): void {
  try {
    localStorage.setItem(`${KEY}.${game}`, "1");
  } catch {
    // Then it comes at no visit.
  }
}
