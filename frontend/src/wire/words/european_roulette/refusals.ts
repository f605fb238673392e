// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    inspector_absent: "Une annonce écrite ne se joue qu’en présence d’un inspecteur.",
    last_of_session: "Au dernier coup de la séance, le partage est obligé.",
    locked: "Cette mise est en prison ou attend votre choix : on n’y touche pas.",
    need_not_be_written: "Cette annonce se donne de vive voix : placez-la.",
    not_endorsed: "La direction des jeux n’a pas visé cette annonce.",
    zero_choice_not_open: "Il n’y a pas de choix à faire pour cette mise.",
  },
  en: {
    inspector_absent: "A written announcement is played only while an inspector is present.",
    last_of_session: "At the last round of the session the half must be taken.",
    locked: "This stake is in prison or waits for your choice: it stays as it is.",
    need_not_be_written: "This announcement is given aloud: just place it.",
    not_endorsed: "The games management has not endorsed this announcement.",
    zero_choice_not_open: "There is no choice to make for this stake.",
  },
};
