// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: { tie_without_stake: "L’égalité se joue en plus d’une mise." },
  en: { tie_without_stake: "A tie is bet on beside a stake." },
};
