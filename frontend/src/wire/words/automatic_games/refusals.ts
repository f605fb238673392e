// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    form_incomplete: "La fiche d’intervention est incomplète : il y manque le motif.",
    free_games_left:
      "Des parties gratuites restent à jouer ({left}) : elles se jouent d’elles-mêmes.",
    hopper_empty: "La réserve n’a pas assez de pièces.",
    identity_required: "Ce gain n’est payé que sur présentation d’une pièce d’identité.",
    insufficient_credit: "Pas assez de crédits : il en reste {credit:chips}.",
    mechanic_not_heard: "Le mécanicien doit d’abord être entendu.",
    not_identified: "Le mécanicien doit d’abord s’identifier.",
    position_locked: "Ce poste est bloqué.",
  },
  en: {
    form_incomplete: "The intervention sheet is incomplete: the reason is missing.",
    free_games_left: "Free games are left ({left}): they are played by themselves.",
    hopper_empty: "The hopper does not hold so many coins.",
    identity_required: "This win is paid only on presentation of an identity document.",
    insufficient_credit: "Not enough credits: {credit:chips} are left.",
    mechanic_not_heard: "The mechanic must be heard first.",
    not_identified: "The mechanic must first identify himself.",
    position_locked: "This position is locked.",
  },
};
