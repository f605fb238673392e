// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    above_bank: "C’est plus que le banco : il est de {bank:chips}.",
    bank_covered: "Le banco est couvert.",
    bank_in_play: "Des mises jouent contre la maison : la banque change après le coup.",
    banker_stakes: "Le banquier ne mise pas contre lui-même.",
    below_bank: "Tenir le banco, c’est engager {bank:chips}, ni plus ni moins.",
    below_half_bank: "Avec la table, on tient au moins la moitié du banco de {bank:chips}.",
    forced_draw: "À ce point, il faut tirer.",
    forced_stand: "À ce point, il faut rester.",
    must_play: "Le banquier joue un coup avant de passer la main, et pas pendant le coup.",
    natural: "Il y a abattage : personne ne tire.",
    not_approved: "La Direction n’a pas agréé ce banquier.",
    priority: "Un autre joueur a la priorité.",
  },
  en: {
    above_bank: "That is more than the bank: it is {bank:chips}.",
    bank_covered: "The bank is covered.",
    bank_in_play: "Stakes play against the house: the bank changes after the coup.",
    banker_stakes: "The banker does not stake against himself.",
    below_bank: "To hold the banco is to stake {bank:chips}, no more and no less.",
    below_half_bank: "With the table you hold at least half of the bank of {bank:chips}.",
    forced_draw: "With this point you must draw.",
    forced_stand: "With this point you must stand.",
    must_play: "The banker plays a coup before he passes the hand, and not during a coup.",
    natural: "There is a natural: nobody draws.",
    not_approved: "The management has not approved this banker.",
    priority: "Another player has priority.",
  },
};
