// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    a_cheval: "À cheval",
    banco: "banco",
    complement: "complément",
    "tableau:lighter": "Le tableau le moins chargé",
    "tableau:stands": "Un tableau dont la main reste à 5",
    tableau_left: "Tableau de gauche",
    tableau_right: "Tableau de droite",
    with_table: "avec la table",
  },
  en: {
    a_cheval: "À cheval",
    banco: "banco",
    complement: "complement",
    "tableau:lighter": "The tableau with less at stake",
    "tableau:stands": "A tableau whose hand stands on 5",
    tableau_left: "Left tableau",
    tableau_right: "Right tableau",
    with_table: "with the table",
  },
};
