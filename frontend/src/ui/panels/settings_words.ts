/** What the settings panel says; loaded with it. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    mine: "Mes coups à cette table",
    sound: "Sons",
    volume: "Volume",
    calls: "Annonces du croupier à voix haute",
    silent: "Ce navigateur n’a pas de voix française : rien ne sera dit.",
    motion: "Animations",
    fourColours: "Jeu à quatre couleurs",
    bigCards: "Grandes figures",
    frenchLetters: "Lettres françaises (R, D, V)",
    advice: "Conseil toujours affiché",
    shortcuts: "Raccourcis du clavier",
    dealerCuts: "Toujours laisser le croupier couper",
  },
  en: {
    mine: "My rounds at this table",
    sound: "Sounds",
    volume: "Volume",
    calls: "Dealer’s calls aloud",
    silent: "This browser has no English voice: nothing will be said.",
    motion: "Animations",
    fourColours: "Four-colour deck",
    bigCards: "Large faces",
    frenchLetters: "French letters (R, D, V)",
    advice: "Advice always shown",
    shortcuts: "Keyboard shortcuts",
    dealerCuts: "Always let the dealer cut",
  },
} satisfies Dictionary<string>;
