/** What is said around the chat of a table, in both languages; its signals come from the house. */

import { type Dictionary, type Language, translatorOf, type Translate } from "../core/i18n";

const FR = {
  title: "Parler à la table",
  open: "Parler",
  news: "Parler, {count} nouveaux messages",
  said: "{name} : {words}",
  nothing: "Rien n’a été dit depuis votre arrivée.",
  signals: "Dites",
  own: "Vos mots",
  send: "Envoyer",
  off: "On ne parle pas à cette table.",
  guest: "Connectez-vous pour parler.",
  mute: "Ne plus lire {name}",
  unmute: "Lire {name} de nouveau",
  shown: "Afficher ce que disent les autres",
  spoken: "Le faire dire au lecteur d’écran",
  kept: "La maison garde ce qui est dit {days} jours, pour pouvoir le revoir.",
};

export type Word = keyof typeof FR;

const EN: Record<Word, string> = {
  title: "Talk to the table",
  open: "Talk",
  news: "Talk, {count} new messages",
  said: "{name}: {words}",
  nothing: "Nothing has been said since you came.",
  signals: "Say",
  own: "Your words",
  send: "Send",
  off: "Nobody talks at this table.",
  guest: "Sign in to talk.",
  mute: "Read {name} no more",
  unmute: "Read {name} again",
  shown: "Show what others say",
  spoken: "Have it said by the screen reader",
  kept: "The house keeps what is said for {days} days, to be able to review it.",
};

const WORDS: Dictionary<Word> = { fr: FR, en: EN };

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
