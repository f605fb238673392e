// Generated from the server's words by `npm run gen`. Do not edit.

export const REFUSALS = {
  fr: {
    always_plays: "Cette mise joue à chaque lancer : il n’y a rien à choisir.",
    announced_over: "Les derniers lancers annoncés sont joués : rien de nouveau ne se mise.",
    contract_bet: "Cette mise est engagée : elle ne peut être ni retirée ni diminuée.",
    increase_forbidden: "Cette mise ne peut pas être augmentée.",
    no_flat_bet: "Une chance associée se joue derrière votre propre mise.",
    no_such_dice: "Choisissez deux des cinq dés de la séance.",
    number_not_allowed: "Cette chance ne se joue pas sur ce numéro.",
    point_known: "Le point est connu : cette chance ne se mise plus.",
    point_not_known: "Cette chance se mise quand le point est connu.",
    shooter_has_no_line_bet: "Le tireur doit avoir une mise sur « pass » ou « don’t pass ».",
    shooter_minimum: "Le tireur laisse au moins {minimum:chips} sur « don’t pass ».",
  },
  en: {
    always_plays: "This bet plays with every throw: there is nothing to choose.",
    announced_over: "The announced last throws are over: nothing new is staked.",
    contract_bet: "This is a contract bet: it can be neither taken down nor reduced.",
    increase_forbidden: "This bet cannot be increased.",
    no_flat_bet: "Odds are laid behind a bet of your own.",
    no_such_dice: "Choose two of the five dice of the session.",
    number_not_allowed: "This bet is not taken on this number.",
    point_known: "The point is known: this bet is not taken any more.",
    point_not_known: "This bet is taken once the point is known.",
    shooter_has_no_line_bet: "The shooter must have a stake on pass or don’t pass.",
    shooter_minimum: "The shooter leaves at least {minimum:chips} on don’t pass.",
  },
};
