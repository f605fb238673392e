// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    insurance_below_threshold: "On assure une mise dès {minimum:chips}.",
    last_of_session: "Au dernier coup de la séance, le partage est obligé.",
    locked: "Cette mise est en prison ou attend votre choix : on n’y touche pas.",
    zero_choice_not_open: "Il n’y a pas de choix à faire pour cette mise.",
  },
  en: {
    insurance_below_threshold: "A stake is insured from {minimum:chips} on.",
    last_of_session: "At the last round of the session the half must be taken.",
    locked: "This stake is in prison or waits for your choice: it stays as it is.",
    zero_choice_not_open: "There is no choice to make for this stake.",
  },
};
