// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = { fr: {}, en: {} };
