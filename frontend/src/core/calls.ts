/**
 * The dealer's calls, aloud: what a screen reader hears of a frame, by a voice of the browser.
 *
 * They follow what is shown, so none tells a card or a number before it lies there. Without a voice
 * of the page's language nothing is said: another one would read French as if it were English.
 */

import type { Language } from "./i18n";
import type { Prefs } from "./prefs";

/** How many calls may wait for the one that is being said; older ones are no news. */
const MOST = 3;

/** A table whose dealer is heard. */
interface Called {
  readonly lang: Language;
  readonly prefs: Readonly<Prefs>;
  calls: ((text: string) => void) | null;
}

/** Returns the browser's voice of a language, `null` where it has none. */
export function voiceOf(language: Language): SpeechSynthesisVoice | null {
  const voices = "speechSynthesis" in globalThis ? speechSynthesis.getVoices() : [];
  return voices.find((each) => each.lang.toLowerCase().startsWith(language)) ?? null;
}

/** Looks now, and again once the browser has found its voices. */
export function whenKnown(look: () => void): void {
  look();
  globalThis.speechSynthesis?.addEventListener("voiceschanged", look, { once: true });
}

/** Says the calls of a table from now on, while its player wishes them and looks at the page. */
export function call(table: Called): void {
  /** Kept until they are said: a browser may forget one that nobody holds, and never end it. */
  const waiting = new Set<SpeechSynthesisUtterance>();
  table.calls ??= (text) => {
    const { calls, sound, volume } = table.prefs;
    const voice = voiceOf(table.lang);
    if (!calls || !sound || document.hidden || text === "" || voice === null) return;
    if (waiting.size >= MOST) {
      waiting.clear();
      speechSynthesis.cancel();
    }
    const said = new SpeechSynthesisUtterance(text);
    said.voice = voice;
    said.lang = voice.lang;
    said.volume = volume / 100;
    waiting.add(said);
    said.onend = said.onerror = () => waiting.delete(said);
    speechSynthesis.speak(said);
  };
}
