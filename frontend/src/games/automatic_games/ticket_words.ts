/** What is said of tickets; loaded with the list of one's own. */

import { type Dictionary, type Language, translatorOf } from "../../core/i18n";

const WORDS = {
  fr: {
    title: "Tickets",
    none: "Vous n’avez pas de ticket.",
    failed: "Vos tickets ne peuvent pas être lus : réessayez dans un instant.",
    until: "{machine}, valable jusqu’au {day}",
    orphan: "périmé : la caisse vous le paie",
    code: "Code d’un ticket",
    insert: "Insérer",
    insert_one: "Insérer {amount}",
    issued: "Ticket de {amount} : {code}. Il vaut à toute machine, ou à la caisse.",
  },
  en: {
    title: "Tickets",
    none: "You have no ticket.",
    failed: "Your tickets cannot be read: try again in a moment.",
    until: "{machine}, good until {day}",
    orphan: "lapsed: the cage pays it to you",
    code: "Code of a ticket",
    insert: "Insert",
    insert_one: "Insert {amount}",
    issued: "Ticket of {amount}: {code}. It is good at any machine, or at the cage.",
  },
} satisfies Dictionary<string>;

export const translatorFor = (language: Language) =>
  translatorOf<keyof (typeof WORDS)["fr"]>(WORDS, language);
