// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    bank_in_play: "Des mises jouent contre la maison : la banque change après le coup.",
    banker_stakes: "Le banquier ne mise pas contre lui-même.",
    forced_draw: "À ce point, il faut tirer.",
    forced_stand: "À ce point, il faut rester.",
    natural: "Il y a abattage : personne ne tire.",
    not_approved: "La Direction n’a pas agréé ce banquier.",
  },
  en: {
    bank_in_play: "Stakes play against the house: the bank changes after the coup.",
    banker_stakes: "The banker does not stake against himself.",
    forced_draw: "With this point you must draw.",
    forced_stand: "With this point you must stand.",
    natural: "There is a natural: nobody draws.",
    not_approved: "The management has not approved this banker.",
  },
};
