// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    a_cheval: "À cheval",
    banco: "banco",
    complement: "complément",
    tableau_left: "Tableau de gauche",
    tableau_right: "Tableau de droite",
    with_table: "avec la table",
  },
  en: {
    a_cheval: "À cheval",
    banco: "banco",
    complement: "complement",
    tableau_left: "Left tableau",
    tableau_right: "Right tableau",
    with_table: "with the table",
  },
};
