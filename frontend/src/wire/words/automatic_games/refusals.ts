// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    cards_to_hold: "Une partie attend : choisissez d’abord les cartes que vous gardez.",
    form_incomplete: "La fiche d’intervention est incomplète : il y manque le motif.",
    free_games_left:
      "Des parties gratuites restent à jouer ({left}) : elles se jouent d’elles-mêmes.",
    hopper_empty: "La réserve n’a pas assez de pièces.",
    identity_required: "Ce gain n’est payé que sur présentation d’une pièce d’identité.",
    insufficient_credit: "Pas assez de crédits : il en reste {credit:chips}.",
    mechanic_not_heard: "Le mécanicien doit d’abord être entendu.",
    no_such_card: "Une main a cinq cartes, de 1 à 5 ; chacune se garde une fois.",
    no_such_ticket: "Aucun ticket n’a ce code.",
    not_identified: "Le mécanicien doit d’abord s’identifier.",
    position_locked: "Ce poste est bloqué.",
    ticket_lapsed: "Ce ticket n’est plus valable aux machines : présentez-le à la caisse.",
    ticket_of_another: "Ce ticket est lié à un autre joueur : lui seul peut le présenter.",
    ticket_used: "Ce ticket a déjà été payé.",
  },
  en: {
    cards_to_hold: "A game waits: choose first which cards you hold.",
    form_incomplete: "The intervention sheet is incomplete: the reason is missing.",
    free_games_left: "Free games are left ({left}): they are played by themselves.",
    hopper_empty: "The hopper does not hold so many coins.",
    identity_required: "This win is paid only on presentation of an identity document.",
    insufficient_credit: "Not enough credits: {credit:chips} are left.",
    mechanic_not_heard: "The mechanic must be heard first.",
    no_such_card: "A hand has five cards, 1 to 5; each is held once.",
    no_such_ticket: "No ticket has this code.",
    not_identified: "The mechanic must first identify himself.",
    position_locked: "This position is locked.",
    ticket_lapsed: "This ticket is no longer good at the machines: present it at the cage.",
    ticket_of_another: "This ticket is bound to another player, who alone may present it.",
    ticket_used: "This ticket was paid already.",
  },
};
