// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: { other_tables_chips: "Ces jetons de couleur ne sont pas de cette table." },
  en: { other_tables_chips: "These colour chips are not of this table." },
};
