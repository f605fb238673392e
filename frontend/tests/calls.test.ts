import { beforeEach, expect, it, vi } from "vitest";
import { call, voiceOf, whenKnown } from "../src/core/calls";
import { load } from "../src/core/prefs";

/** A browser's voices: none here has any of its own. */
class Voices extends EventTarget {
  voices = [{ lang: "en-GB" }, { lang: "fr-FR" }];
  said: { text: string; lang: string; volume: number; onend: () => void }[] = [];
  cancelled = 0;

  getVoices(): { lang: string }[] {
    return this.voices;
  }

  speak(said: Voices["said"][number]): void {
    this.said.push(said);
  }

  cancel(): void {
    this.cancelled += 1;
  }
}

class Utterance {
  constructor(readonly text: string) {}
}

let speech: Voices;
const stored = new Map<string, string>();

beforeEach(() => {
  speech = new Voices();
  stored.clear();
  vi.stubGlobal("speechSynthesis", speech);
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null });
});

function table(lang: "fr" | "en" = "fr") {
  const prefs = { ...load(), sound: true, calls: true, volume: 40 };
  const made: Parameters<typeof call>[0] = { lang, prefs, calls: null };
  call(made);
  return { prefs, say: (text: string) => made.calls?.(text) };
}

it("says what is told in the voice of the page, as loud as is wished", () => {
  table("fr").say("Le 17, noir, impair et manque.");
  table("en").say("No more bets.");
  expect(speech.said.map(({ text, lang, volume }) => [text, lang, volume])).toEqual([
    ["Le 17, noir, impair et manque.", "fr-FR", 0.4],
    ["No more bets.", "en-GB", 0.4],
  ]);
});

it("says nothing that nobody wishes to hear, sees, or has a voice for", () => {
  const { prefs, say } = table();
  say("");
  prefs.calls = false;
  say("Rien ne va plus.");
  Object.assign(prefs, { calls: true, sound: false });
  say("Rien ne va plus.");
  prefs.sound = true;
  vi.stubGlobal("document", { hidden: true });
  say("Rien ne va plus.");
  vi.stubGlobal("document", { hidden: false });
  speech.voices = [{ lang: "en-GB" }];
  say("Rien ne va plus.");
  expect(speech.said).toEqual([]);
  expect(voiceOf("en")).toEqual({ lang: "en-GB" });
});

it("drops what waits when it falls behind, and is asked once", () => {
  const { say } = table();
  for (const text of ["un", "deux", "trois"]) say(text);
  expect(speech.cancelled).toBe(0);
  say("quatre");
  expect(speech.cancelled).toBe(1);
  speech.said.at(-1)?.onend();
  for (const text of ["cinq", "six", "sept"]) say(text);
  expect(speech.cancelled).toBe(1);
});

it("looks for a voice again once the browser knows its own", () => {
  speech.voices = [];
  const found: unknown[] = [];
  whenKnown(() => found.push(voiceOf("fr")?.lang));
  speech.voices = [{ lang: "fr-CA" }];
  speech.dispatchEvent(new Event("voiceschanged"));
  expect(found).toEqual([undefined, "fr-CA"]);
});

it("keeps a volume as a number, and what is of another sort not at all", () => {
  stored.set("sabot.prefs", JSON.stringify({ volume: 25, sound: "loud", calls: true, x: 1 }));
  expect(load()).toMatchObject({ volume: 25, sound: false, calls: true });
  expect(load()).not.toHaveProperty("x");
  stored.set("sabot.prefs", JSON.stringify({ volume: 5000 }));
  expect(load().volume).toBe(100);
});
