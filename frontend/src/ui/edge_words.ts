/** What the rules panel says of the house's edge; loaded with it. */

import type { Dictionary } from "../core/i18n";

export const WORDS = {
  fr: {
    title: "Avantage de la maison",
    explain: "Ce qu’une mise perd en moyenne, par unité misée ; calculé pour ce règlement même.",
    first_stake:
      "Le jeu principal : par unité de la première mise, joué selon le tableau ci-dessous.",
    levy: "Les joueurs jouent entre eux ; la maison ne prend que ceci.",
    strategy: "Stratégie de base",
    legend:
      "La carte de la banque en haut, votre main à gauche. T : tirer ; R : rester ; D : doubler, sinon tirer ; Dr : doubler, sinon rester ; P : séparer la paire ; A : abandonner, sinon tirer ; Ar : sinon rester ; Ap : sinon séparer.",
    even_money: "Demander le paiement à égalité d’un black jack contre : {cards}.",
    hard: "Sans as, ou avec un as qui vaut un",
    soft: "Avec un as qui vaut onze",
    pairs: "Paires",
  },
  en: {
    title: "House edge",
    explain: "What a bet loses on average, per unit staked; computed for these very rules.",
    first_stake: "The main game: per unit of the first stake, played by the table below.",
    levy: "The players play each other; the house takes this and nothing else.",
    strategy: "Basic strategy",
    legend:
      "The dealer’s card above, your hand on the left. H: hit; S: stand; D: double, else hit; Ds: double, else stand; P: split; R: surrender, else hit; Rs: else stand; Rp: else split.",
    even_money: "Ask for even money on a black jack against: {cards}.",
    hard: "Without an ace, or with an ace counting one",
    soft: "With an ace counting eleven",
    pairs: "Pairs",
  },
} satisfies Dictionary<string>;

export type EdgeWord = keyof (typeof WORDS)["fr"];
