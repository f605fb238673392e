// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: { tie_without_stake: "L’égalité veut une mise." },
  en: { tie_without_stake: "A tie wants a stake." },
};
