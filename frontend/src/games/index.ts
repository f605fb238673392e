/** The register of games: one line each. A table's page loads the game that it needs. */

import type { Game } from "./contract";

export const GAMES: Readonly<Record<string, () => Promise<Game>>> = {
  american_roulette: async () => (await import("./american_roulette")).AMERICAN_ROULETTE,
  automatic_games: async () => (await import("./automatic_games")).AUTOMATIC_GAMES,
  banque_a_tout_va: async () => (await import("./banque_a_tout_va")).BANQUE_A_TOUT_VA,
  bataille: async () => (await import("./bataille")).BATAILLE,
  big_wheel: async () => (await import("./big_wheel")).BIG_WHEEL,
  blackjack: async () => (await import("./blackjack")).BLACKJACK,
  boule: async () => (await import("./boule")).BOULE,
  chemin_de_fer: async () => (await import("./chemin_de_fer")).CHEMIN_DE_FER,
  craps: async () => (await import("./craps")).CRAPS,
  european_roulette: async () => (await import("./european_roulette")).EUROPEAN_ROULETTE,
  punto_banco: async () => (await import("./punto_banco")).PUNTO_BANCO,
  trente_et_quarante: async () => (await import("./trente_et_quarante")).TRENTE_ET_QUARANTE,
};
