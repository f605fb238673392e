"""Why an operator's act is refused."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words

OFFICE: Final[Mapping[str, Words]] = {
    "agreement_missing": Words(
        "Le contrôle de l’État n’a pas donné son accord ({option}, {clause}).",
        "The state's control has not agreed ({option}, {clause}).",
    ),
    "already_allotted": Words(
        "La séance a déjà ses dés.", "The session has been allotted its dice already."
    ),
    "already_announced": Words("La fin est déjà annoncée.", "The end is announced already."),
    "already_answered": Words(
        "La direction des jeux a déjà répondu.",
        "The games management has answered already.",
    ),
    "already_fallen": Words("Le tirage est déjà fait.", "The draw has been made already."),
    "already_open": Words("La table est déjà ouverte.", "The table is open already."),
    "already_silenced": Words("La parole lui est déjà retirée.", "The player is silenced already."),
    "already_serving": Words(
        "Cette personne tient déjà cette fonction ici.",
        "This person serves in that duty here already.",
    ),
    "announced_it": Words(
        "Celui qui a annoncé la destruction n’en est pas le témoin.",
        "Whoever announced the destruction does not witness it.",
    ),
    "another_game": Words("Ce règlement est d’un autre jeu.", "These rules are of another game."),
    "another_text": Words("C’est un autre texte.", "That is another text."),
    "bad_series": Words("Une série ne s’appelle pas ainsi.", "A series is not called so."),
    "drop_differs": Words(
        "La caisse spéciale, les changes notés et ce qui est compté ne concordent pas.",
        "The drop, the changes on record and what was counted do not agree.",
    ),
    "drop_uncounted": Words(
        "Le change de la séance passée n’est pas compté par la comptabilité.",
        "Accounting has not counted the cash that was changed in the last session.",
    ),
    "cards_taken": Words(
        "Un sixain est déjà sorti pour la séance.",
        "A sixain has been signed out for the session already.",
    ),
    "cards_unchecked": Words(
        "Les cartes de la séance passée ne sont pas rangées par un inspecteur et contrôlées par"
        " le cartier.",
        "The cards of the last session are not put away by an inspector and counted by the card"
        " keeper.",
    ),
    "chief_has_enough": Words(
        "Le chef de table en couvre déjà {most} de ce jeu : il en faut un autre.",
        "The table chief answers for {most} of this game already: another one is needed.",
    ),
    "chat_above_house": Words(
        "La maison, ou la juridiction du texte, permet au plus : {most}.",
        "The house, or the jurisdiction of the text, allows at most: {most}.",
    ),
    "checked_it": Words("Celui qui a vérifié ne signe pas.", "Whoever has checked does not sign."),
    "counted_it": Words("Celui qui a compté ne signe pas.", "Whoever has counted does not sign."),
    "device_unchecked": Words(
        "L’appareil doit être vérifié avant la séance par l’entretien, et signé par un inspecteur.",
        "Maintenance must check the device before the session, and an inspector sign for it.",
    ),
    "dice_unchecked": Words(
        "Le sous-directeur n’a pas contrôlé les dés de la séance passée.",
        "The deputy director has not checked the dice of the last session.",
    ),
    "draft_changed": Words(
        "Le projet a changé depuis que vous l’avez lu.",
        "The draft has changed since you read it.",
    ),
    "draft_exists": Words("Cette série a déjà un projet.", "This series has a draft already."),
    "favours_player": Words(
        "Une mise offerte y est à l’avantage du joueur ({bet} : {edge} %).",
        "A bet on offer favours the player ({bet}: {edge}%).",
    ),
    "footage_not_seen": Words(
        "Il faut attester d’avoir visionné les images.",
        "Whoever approves must state that he has viewed the footage.",
    ),
    "four_eyes": Words(
        "Il faut une autre personne que celle qui tient la table ou y gagne.",
        "Another person is needed than whoever runs the table or gains by it.",
    ),
    "generator_stopped": Words(
        "Le générateur est arrêté : rien ne peut être vérifié.",
        "The generator is stopped: nothing can be checked.",
    ),
    "last_rounds_owed": Words(
        "Les derniers coups sont dus aux joueurs : annoncez la fin ; seul un incident l’avance.",
        "The players are owed the last rounds: announce the end; only an incident advances it.",
    ),
    "levy_differs": Words(
        "Le carnet, la cagnotte et ce qui est compté ne concordent pas.",
        "The book of tickets, the levy and what was counted do not agree.",
    ),
    "main_depot_only": Words(
        "{set} est retiré et reste au dépôt principal.",
        "{set} is withdrawn and stays in the main depot.",
    ),
    "no_amount": Words("Le montant est trop petit.", "The amount is too small."),
    "no_cards": Words(
        "Aucun sixain n’est sorti pour cette table : le cartier le signe.",
        "No sixain has been signed out for this table: the card keeper signs for it.",
    ),
    "no_cards_in_stock": Words(
        "Il n’y a plus de sixain neuf : le cartier doit en recevoir.",
        "There is no new sixain in stock: the card keeper must receive some.",
    ),
    "no_claim": Words("Ce gain n’existe pas.", "There is no such claim."),
    "no_device": Words(
        "Rien n’est à vérifier ainsi à cette table.", "Nothing at this table is checked so."
    ),
    "no_dice": Words(
        "Le sous-directeur doit d’abord doter la table de dés.",
        "The deputy director must allot dice to the table first.",
    ),
    "next_session": Words(
        "Ces limites ne changent qu’à la séance suivante : fermez d’abord la table.",
        "These limits change with the next session: close the table first.",
    ),
    "no_dice_in_stock": Words(
        "Il n’y a plus de dés neufs : le cartier doit en recevoir.",
        "There are no new dice in stock: the card keeper must receive some.",
    ),
    "no_draft": Words("Ce projet n’existe plus.", "This draft is no longer there."),
    "no_draw": Words("Aucun tirage n’est attendu.", "No draw is awaited."),
    "no_incident": Words("Aucun incident n’attend de décision.", "No incident awaits a decision."),
    "no_changer_serves": Words("Aucun changeur n’est en service ici.", "No changer serves here."),
    "no_changer_here": Words(
        "À cette table, le croupier change lui-même.",
        "At this table the croupier changes cash himself.",
    ),
    "not_accountant": Words(
        "Seule la comptabilité fait la comptée.", "Only accounting counts the drop."
    ),
    "nothing_changed": Words(
        "Rien n’a été changé à cette table depuis la dernière comptée.",
        "Nothing was changed at this table since the last count.",
    ),
    "session_goes_on": Words(
        "La comptée se fait en fin de séance, la table fermée.",
        "The count is made after the session, once the table is closed.",
    ),
    "no_inspector": Words("La table veut un inspecteur.", "The table wants an inspector."),
    "no_register": Words(
        "Le Commissaire du Gouvernement n’a pas ouvert ce registre.",
        "The Government Commissioner has not opened this register.",
    ),
    "no_such_order": Words("On ne donne pas cet ordre à ce jeu.", "This game knows no such order."),
    "no_reason": Words("Il faut un motif.", "A reason is wanted."),
    "no_reshuffle": Words(
        "Ce texte ne permet pas de faire mélanger avant la fin de la taille.",
        "This text knows no order to shuffle before the end of the shoe.",
    ),
    "no_round": Words("Aucun coup n’est en cours.", "No round is in play."),
    "no_session_left": Words(
        "Une journée n’a que {most} séances à cette table : la Direction en fixe le nombre.",
        "This table has only {most} sessions in a day: the management fixes how many.",
    ),
    "no_such_set": Words(
        "Ce jeu de dés ou de cartes n’est pas au registre.",
        "No such set of dice or cards is in the register.",
    ),
    "no_table_chief": Words("La table veut un chef de table.", "The table wants a table chief."),
    "no_writing": Words("Cette annonce n’existe pas.", "There is no such announcement."),
    "not_allotted": Words(
        "Aucuns dés de séance n’attendent un contrôle.", "No session’s dice wait to be checked."
    ),
    "not_announced": Words(
        "La destruction de {set} n’est pas annoncée.",
        "The destruction of {set} has not been announced.",
    ),
    "not_given_back": Words(
        "Un inspecteur n’a pas rangé de cartes à contrôler.",
        "An inspector has put no cards away that wait to be counted.",
    ),
    "not_in_depot": Words(
        "{set} n’est dans aucun dépôt.",
        "{set} is in no depot.",
    ),
    "not_worn": Words(
        "{set} est neuf : on ne détruit que ce qui est usagé ou retiré.",
        "{set} is new: only what is used or withdrawn is destroyed.",
    ),
    "nothing_to_agree": Words(
        "Le projet ne change rien qui demande un accord.",
        "The draft changes nothing that wants an agreement.",
    ),
    "not_cashier": Words("Il faut être caissier.", "This takes a cashier."),
    "no_such_payee": Words(
        "Aucun joueur n’a de compte à ce nom.", "No player has an account of this name."
    ),
    "own_ticket": Words(
        "Nul ne se paie soi-même : il faut un autre caissier.",
        "Nobody pays himself: it takes another cashier.",
    ),
    "not_checked": Words(
        "L’entretien n’a rien vérifié depuis la dernière séance.",
        "Maintenance has checked nothing since the last session.",
    ),
    "not_counted": Words(
        "Personne n’a compté la cagnotte depuis la dernière signature.",
        "Nobody has counted the levy since it was last signed for.",
    ),
    "not_in_force": Words(
        "Ce règlement n’est pas encore en vigueur.",
        "These rules are not in force yet.",
    ),
    "not_management": Words(
        "Il faut l’autorité de la direction des jeux.",
        "The games management’s authority is needed.",
    ),
    "not_moderator": Words(
        "Il faut le droit de modérer les conversations.",
        "This takes the right to moderate the chat.",
    ),
    "not_one_player": Words(
        "Ce n’est permis qu’à une table où un seul joueur est assis.",
        "This is for a table with a single player only.",
    ),
    "not_qualified": Words(
        "Cette personne n’est pas habilitée à cette fonction.",
        "This person is not qualified for that duty.",
    ),
    "not_silenced": Words("La parole ne lui est pas retirée.", "The player is not silenced."),
    "not_supervisor": Words("Il faut une carte de superviseur.", "A supervisor’s card is needed."),
    "nothing_to_endorse": Words(
        "Le registre est déjà visé jusqu’à sa dernière ligne.",
        "The register is endorsed up to its last entry already.",
    ),
    "notice_runs": Words(
        "Le contrôle de l’État est avisé : pas avant le {earliest}.",
        "The state's control has its notice: not before {earliest}.",
    ),
    "pot_mismatch": Words(
        "Ce jackpot n’a pas les cagnottes de ce règlement.",
        "This jackpot’s pots are not those of these rules.",
    ),
    "received_already": Words(
        "{set} est déjà au registre.",
        "{set} is in the register already.",
    ),
    "register_broken": Words(
        "La ligne {number} du registre ne suit pas celle d’avant.",
        "Entry {number} of the register does not follow the one before.",
    ),
    "register_open": Words(
        "Ce registre est déjà ouvert.",
        "This register is open already.",
    ),
    "round_in_play": Words("Un coup est en cours.", "A round is in play."),
    "shoe_hidden": Words(
        "La taille {shoe} n’est pas encore révélée : un instant.",
        "Shoe {shoe} is not revealed yet: one moment.",
    ),
    "too_early": Words(
        "Cette date est passée, ou précède celle de la version d’avant.",
        "This date has passed, or lies before that of the version before.",
    ),
    "too_many_sets": Words(
        "De 1 à {most} à la fois.",
        "From 1 to {most} at a time.",
    ),
    "two_duties": Words(
        "Une même personne ne tient pas deux fonctions à une table.",
        "One person does not serve a table in two duties.",
    ),
    "unknown_rules": Words(
        "Aucun règlement n’est publié sous ce nom, ou ce n’est pas le dernier de la série.",
        "No rules are published under this name, or they are not the last of the series.",
    ),
    "writing_lapsed": Words(
        "La séance de cette annonce est finie.",
        "The session of this announcement is over.",
    ),
    "wrote_it": Words(
        "Celui qui a rédigé ne donne pas l’accord.",
        "Whoever wrote the draft does not agree to it.",
    ),
}
"""By code, of what no player can ask; an act may also be refused as a player's command is."""
