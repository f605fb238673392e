/** What the replay of a round says; loaded with it. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    title: "{table}, coup {number}",
    back_to: "La page du coup",
    controls: "Revoir le coup",
    happened: "Ce qui s’est passé",
    first: "Début",
    back: "Un pas en arrière",
    forward: "Un pas en avant",
    last: "Fin",
    play: "Lire",
    pause: "Pause",
    speed: "Vitesse {speed}×",
    at: "Pas {step} sur {steps}",
    keys: "Flèches : pas à pas. Espace : lire. Début, Fin. 1, 2, 4 : vitesse.",
  },
  en: {
    title: "{table}, round {number}",
    back_to: "The round’s page",
    controls: "Replay of the round",
    happened: "What happened",
    first: "First",
    back: "One step back",
    forward: "One step forward",
    last: "Last",
    play: "Play",
    pause: "Pause",
    speed: "Speed {speed}×",
    at: "Step {step} of {steps}",
    keys: "Arrows: step by step. Space: play. Home, End. 1, 2, 4: speed.",
  },
} satisfies Dictionary<string>;
