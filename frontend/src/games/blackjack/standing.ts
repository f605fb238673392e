/** The words of standing players, loaded with the first of them or of my boxes. */

import { type Dictionary, type Language, translatorOf, type Translate } from "../../core/i18n";

const fr = {
  label: "Case {box}, mise debout derrière {holder} : {amount}. Ajouter un jeton de {chip}",
  stake: "Mise debout",
  hint: "Derrière {holder} : vos jetons suivent sa main, lui seul décide.",
  players: "Joueurs debout",
  somebody: "debout",
  welcome: "J’accepte les joueurs debout, case {box}",
};

type Word = keyof typeof fr;

const en: Record<Word, string> = {
  label: "Box {box}, standing stake behind {holder}: {amount}. Add a chip of {chip}",
  stake: "Standing stake",
  hint: "Behind {holder}: your chips follow his hand, he alone decides.",
  players: "Standing players",
  somebody: "standing",
  welcome: "I accept standing players, box {box}",
};

const WORDS: Dictionary<Word> = { fr, en };

/** Returns the translator of the words of standing players. */
export function standing(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
