"""Why an operator's act is refused."""

from collections.abc import Mapping
from typing import Final

from tables.games.core.words import Words
from tables.rows import disputes

OFFICE: Final[Mapping[str, Words]] = {
    **disputes.REFUSALS,
    "no_such_bulletin": Words(
        "Ce message n’est plus affiché.", "This bulletin is not in force any more."
    ),
    "too_many_bulletins": Words(
        "{most} messages y sont déjà affichés : retirez-en un.",
        "{most} bulletins are in force there already: take one down.",
    ),
    "case_closed": Words("Ce dossier est clos.", "This case is closed already."),
    "own_case": Words("Ce dossier porte sur vous.", "This case is about you."),
    "no_such_player": Words("Aucun joueur n’a ce nom.", "No player has this name."),
    "box_counted": Words(
        "Cette boîte à billets est déjà comptée.",
        "This note box was counted already.",
    ),
    "no_note_box": Words(
        "La boîte à billets n’est pas encore enlevée.",
        "The note box has not been taken out yet.",
    ),
    "relief_unwatched": Words(
        "La salle est ouverte : la surveillance doit assister à la relève.",
        "The floor is open: surveillance must attend the relief.",
    ),
    "watches_himself": Words(
        "Celui qui dirige la relève ne la surveille pas.",
        "Whoever directs the relief does not watch it.",
    ),
    "no_relief": Words(
        "Aucune relève de cet appareil n’en est là.",
        "No relief of this machine has come to that.",
    ),
    "relief_goes_on": Words(
        "Une relève de cet appareil est en cours.",
        "A relief of this machine goes on.",
    ),
    "bundle_received": Words(
        "Ces fiches sont déjà reçues.",
        "These sheets were received already.",
    ),
    "bundle_broken": Words(
        "Ces fiches ne sont pas celles qui ont été mises sous enveloppe.",
        "These sheets are not those that were sealed.",
    ),
    "sealed_it": Words(
        "Celui qui a fermé l’enveloppe ne la reçoit pas.",
        "Whoever has sealed the sheets does not receive them.",
    ),
    "day_sealed": Words(
        "Les fiches du jour sont déjà sous enveloppe.",
        "The day’s sheets are sealed already.",
    ),
    "sheet_unsigned": Words(
        "Une fiche d’intervention n’est pas signée.",
        "A sheet of an intervention is not signed.",
    ),
    "not_the_mechanic": Words(
        "Le mécanicien qui est intervenu signe sa fiche lui-même.",
        "The mechanic who intervened signs his sheet himself.",
    ),
    "no_intervention": Words(
        "Aucune intervention n’attend cela sur cet appareil.",
        "No intervention waits for that at this machine.",
    ),
    "intervention_open": Words(
        "Une intervention est en cours sur cet appareil.",
        "An intervention goes on at this machine.",
    ),
    "no_levy": Words(
        "Ce jeu n’a pas de cagnotte.",
        "This game has no levy.",
    ),
    "levy_empty": Words(
        "La cagnotte est vide : il n’y a rien à compter.",
        "The levy is empty: there is nothing to count.",
    ),
    "act_asked": Words(
        "Cet ordre a une page à lui, qui demande plus qu’un motif.",
        "This order has a page of its own, which asks for more than a reason.",
    ),
    "document_number": Words(
        "Un numéro de pièce a de 4 à 20 lettres et chiffres.",
        "The number of a document is of 4 to 20 letters and figures.",
    ),
    "identity_not_verified": Words(
        "La maison n’a pas vérifié l’identité de ce joueur, ou ne la tient plus pour sûre :"
        " demandez une pièce.",
        "The house has not verified who this player is, or not lately enough: ask for a document.",
    ),
    "own_win": Words(
        "Personne ne décide de ce qui lui est payé.",
        "Nobody decides what he himself is paid.",
    ),
    "key_asked": Words(
        "Un appareil s’ouvre et se referme par une intervention, avec sa clé.",
        "A machine is opened and closed by an intervention, with its key.",
    ),
    "lock_received": Words(
        "La serrure et la clé sont déjà remises.",
        "The lock and the key were handed in already.",
    ),
    "base_in_use": Words(
        "Ce socle est en usage.",
        "This base is in use.",
    ),
    "no_key": Words(
        "Vous n’avez pas la clé.",
        "You do not have the key.",
    ),
    "key_expired": Words(
        "Le prêt de cette clé est échu : rendez-la.",
        "The loan of this key has expired: give it back.",
    ),
    "key_of_another": Words(
        "Cette clé n’est pas la vôtre, et vous ne la gardez pas.",
        "This key is not yours, and you do not keep it.",
    ),
    "key_is_back": Words(
        "Cette clé est déjà rendue.",
        "This key is back already.",
    ),
    "key_is_out": Words(
        "Quelqu’un tient déjà cette clé.",
        "Somebody has this key already.",
    ),
    "key_too_long": Words(
        "Une clé se prête {most} minutes au plus.",
        "A key is lent for at most {most} minutes.",
    ),
    "key_to_oneself": Words(
        "Une clé se remet à un autre ; celle des boîtes à billets reste à la comptabilité.",
        "A key is lent to another person; that of note boxes stays with accounting.",
    ),
    "keys_meet": Words(
        "Cette personne tient, ou peut tenir, une clé que l’arrêté sépare de celle-ci.",
        "This person has, or may have, a key that the decree keeps apart from this one.",
    ),
    "not_qualified_for_key": Words(
        "Cette personne n’a pas à tenir cette clé.",
        "This person is not to have this key.",
    ),
    "base_exists": Words(
        "Un socle porte déjà ce numéro.",
        "A base has this number already.",
    ),
    "base_taken": Words(
        "Ce socle porte un autre appareil, ou est hors d’usage.",
        "Another machine stands on this base, or it is out of use.",
    ),
    "machine_off_the_floor": Words(
        "Cet appareil n’est sur aucun socle de la salle.",
        "This machine stands on no base of the floor.",
    ),
    "machine_retired": Words(
        "Cet appareil est sorti pour toujours.",
        "This machine is retired for ever.",
    ),
    "no_machine": Words(
        "Cette table n’est pas un appareil.",
        "This table is no machine.",
    ),
    "no_such_base": Words(
        "Aucun socle ne porte ce numéro.",
        "No base has this number.",
    ),
    "sheet_filed": Words(
        "Cette fiche technique est déjà au fichier.",
        "This technical sheet is in the file already.",
    ),
    "sheet_not_filed": Words(
        "La fiche technique de cet appareil n’est pas au fichier.",
        "The technical sheet of this machine is not in its file.",
    ),
    "above_ceiling": Words(
        "L’encaisse dépasserait ce que la maison permet : {most:chips}.",
        "The float would hold more than the house allows: {most:chips}.",
    ),
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
    "announced_already": Words(
        "La destruction de {set} est déjà annoncée.",
        "The destruction of {set} has been announced already.",
    ),
    "announced_it": Words(
        "Celui qui a annoncé la destruction n’en est pas le témoin.",
        "Whoever announced the destruction does not witness it.",
    ),
    "another_game": Words("Ce règlement est d’un autre jeu.", "These rules are of another game."),
    "another_text": Words("C’est un autre texte.", "That is another text."),
    "already_signed": Words(
        "Une autre personne a déjà signé à ce titre.",
        "Another person has signed in that duty already.",
    ),
    "bad_pieces": Words(
        "Un bon compte des jetons et des plaques d’une valeur que la maison a.",
        "A voucher lists chips and plaques of values that the house has.",
    ),
    "bad_series": Words("Une série ne s’appelle pas ainsi.", "A series is not called so."),
    "drop_differs": Words(
        "La caisse spéciale, les changes notés et ce qui est compté ne concordent pas.",
        "The drop, the changes on record and what was counted do not agree.",
    ),
    "drop_uncounted": Words(
        "Le change de la séance passée n’est pas compté par la comptabilité.",
        "Accounting has not counted the cash that was changed in the last session.",
    ),
    "cards_changed": Words(
        "D’autres cartes attendent déjà le prochain mélange.",
        "Other cards wait for the next shuffle already.",
    ),
    "cards_differ": Words(
        "Les cartes de la séance passée ne sont pas complètes : le cartier les compte, et le"
        " signale.",
        "The cards of the last session are not whole: the card keeper counts them, and reports it.",
    ),
    "cards_in_question": Words(
        "Une carte est en cause : la direction des jeux doit d’abord trancher.",
        "A card is in question: the games management must decide first.",
    ),
    "cards_taken": Words(
        "Les cartes de la séance sont déjà sorties.",
        "The cards of the session have been signed out already.",
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
        "La maison, ou sa licence, permet au plus : {most}.",
        "The house, or its licence, allows at most: {most}.",
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
    "dispute_decided": Words(
        "C’est déjà tranché, et sans appel.", "It is decided already, and without appeal."
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
    "incident_undecided": Words(
        "Un incident sur les cartes ou le générateur n’est pas tranché : la table reste fermée.",
        "An incident about cards or generator is undecided: the table stays closed.",
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
        "Aucune carte n’est sortie pour cette table : le cartier signe pour elles.",
        "No cards have been signed out for this table: the card keeper signs for them.",
    ),
    "no_cards_in_stock": Words(
        "Le dépôt n’a plus assez de cartes pour cette table : le cartier doit en recevoir"
        " ({count} × {packs} jeux).",
        "The stock has not enough cards for this table: the card keeper must receive some"
        " ({count} × {packs} packs).",
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
        "Ces limites, ou ces cartes, ne changent qu’à la séance suivante : fermez d’abord la"
        " table.",
        "These limits, or these cards, change with the next session: close the table first.",
    ),
    "no_dice_in_stock": Words(
        "Il n’y a plus de dés neufs : le cartier doit en recevoir.",
        "There are no new dice in stock: the card keeper must receive some.",
    ),
    "no_dispute": Words("Cette contestation n’existe pas.", "There is no such dispute."),
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
    "no_such_round": Words(
        "Cette table n’a pas joué ce coup.", "This table has played no such round."
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
    "own_dispute": Words(
        "Personne ne tranche ce qu’il a signalé, joué, ou ce qui lui profite.",
        "Nobody decides what he has reported or played, or what he gains by.",
    ),
    "no_picture": Words(
        "Ce n’est pas une image PNG ou JPEG entière, de 192 Kio et de 4096 pixels de côté au plus.",
        "This is no whole PNG or JPEG picture of at most 192 KiB and 4096 pixels a side.",
    ),
    "nothing_to_issue": Words(
        "Rien n’est à émettre : ce gain n’est pas payé par chèque ou virement, ou l’est déjà.",
        "Nothing is to be issued: this win is not paid by cheque or transfer, or was issued.",
    ),
    "number_used": Words(
        "Ce numéro est celui du gain {win} : chaque chèque, chaque virement a le sien.",
        "This number is that of win {win}: each cheque and each transfer has its own.",
    ),
    "own_payment": Words(
        "Qui est payé, ou a payé le gain, n’émet pas le chèque ou le virement.",
        "Whoever is paid, or has paid the win, does not issue the cheque or transfer.",
    ),
    "own_ticket": Words(
        "Nul ne se paie soi-même : il faut un autre caissier.",
        "Nobody pays himself: it takes another cashier.",
    ),
    "not_concerned": Words(
        "On ne corrige que les joueurs du coup, ou celui du ticket.",
        "Only players of the round, or the ticket’s own, are corrected.",
    ),
    "not_decided": Words("Ce qui précède n’est pas tranché.", "The one before is not decided."),
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
    "not_staff": Words(
        "Il faut le droit de signaler un incident.",
        "This takes the right to report an incident.",
    ),
    "not_table_chief": Words(
        "Un bon est rédigé par le chef de la table lui-même, ou par son inspecteur là où le texte"
        " ne veut pas de chef (MC-CHIPS-14).",
        "A voucher is written by the table’s own chief, or by its inspector where the text wants no"
        " chief (MC-CHIPS-14).",
    ),
    "not_supervisor": Words("Il faut une carte de superviseur.", "A supervisor’s card is needed."),
    "nothing_to_endorse": Words(
        "Le registre est déjà visé jusqu’à sa dernière ligne.",
        "The register is endorsed up to its last entry already.",
    ),
    "notice_runs": Words(
        "Le contrôle de l’État est avisé : pas avant le {earliest:moment}.",
        "The state's control has its notice: not before {earliest:moment}.",
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
    "rejected_moves_nothing": Words(
        "Ce qui est rejeté ne corrige rien.", "What is rejected corrects nothing."
    ),
    "round_in_play": Words("Un coup est en cours.", "A round is in play."),
    "ruling_replaced": Words(
        "Une autre décision a été proposée depuis.",
        "Another ruling has been proposed since.",
    ),
    "served_there": Words(
        "Qui servait la table à ce moment ne tranche pas.",
        "Whoever served the table at that time does not decide.",
    ),
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
    "withdrawn_already": Words("{set} est déjà retiré.", "{set} has been withdrawn already."),
    "writing_lapsed": Words(
        "La séance de cette annonce est finie.",
        "The session of this announcement is over.",
    ),
    "wrote_it": Words(
        "Celui qui a rédigé ne donne pas l’accord.",
        "Whoever wrote the draft does not agree to it.",
    ),
    "changer_has_float": Words(
        "Une dotation est la première : le changeur a déjà des jetons ou des billets.",
        "An advance is the first: the changer has chips or notes already.",
    ),
    "notes_counted": Words(
        "La comptée a vidé la caisse spéciale : ses billets ne couvrent plus ce bon.",
        "The count has emptied the drop: its notes cover this voucher no more.",
    ),
    "notes_short": Words(
        "Les billets de la caisse spéciale, déjà engagés à part, sont de {holds:chips}.",
        "The notes in the drop that no other voucher has are {holds:chips}.",
    ),
    "pieces_short": Words(
        "Le changeur n’a que {holds:chips} à remettre.",
        "The changer has only {holds:chips} to give.",
    ),
    "counts_differ": Words(
        "Les deux comptes ne sont pas des mêmes pièces : on recompte.",
        "The two counts are not of the same pieces: it is counted again.",
    ),
    "float_not_fixed": Words(
        "La direction des jeux n’a pas fixé l’encaisse de cette table (MC-CHIPS-08).",
        "The games management has not fixed this table’s float (MC-CHIPS-08).",
    ),
    "float_not_as_fixed": Words(
        "L’encaisse est fixée à {fixed:chips} et contient autre chose : un bon complète ou retire"
        " la différence, ou la direction des jeux fixe un autre montant (MC-CHIPS-08).",
        "The float is fixed at {fixed:chips} and holds another amount: a voucher adds or takes the"
        " difference, or the games management fixes another amount (MC-CHIPS-08).",
    ),
    "float_uncounted": Words(
        "L’encaisse de la séance passée n’est pas comptée : « Compter l’encaisse » (MC-CHIPS-08).",
        "The float of the last session is not counted: “Count the float” (MC-CHIPS-08).",
    ),
    "float_unsigned": Words(
        "Un inspecteur n’a pas encore recompté l’encaisse de la séance passée : « Recompter"
        " l’encaisse et signer » (MC-CHIPS-08).",
        "No inspector has counted the float of the last session again yet: “Count the float again"
        " and sign” (MC-CHIPS-08).",
    ),
    "float_not_counted": Words(
        "Personne n’a compté cette encaisse.", "Nobody has counted this float."
    ),
    "no_session": Words(
        "Aucune séance n’est notée à cette table.", "No session of this table is on record."
    ),
    "no_voucher": Words("Ce bon n’existe pas.", "There is no such voucher."),
    "no_voucher_here": Words(
        "Le texte de cette table ne veut pas de bon : donnez l’ordre vous-même.",
        "The text of this table wants no voucher: give the order yourself.",
    ),
    "not_its_turn": Words("Une autre signature vient d’abord.", "Another signature comes first."),
    "signature_not_yours": Words(
        "Cette signature n’est pas de votre fonction.",
        "This signature does not belong to your duty.",
    ),
    "session_held": Words(
        "Une séance l’après-midi, une en soirée : la prochaine commence à partir de {hour} h"
        " (MC-BTV-01).",
        "One session in the afternoon, one in the evening: the next begins from {hour}:00 on"
        " (MC-BTV-01).",
    ),
    "signed_it": Words(
        "Celui qui a rédigé ou déjà signé ne signe pas pour un autre.",
        "Whoever wrote it, or has signed already, does not sign for another.",
    ),
    "voucher_differs": Words(
        "Les deux côtés d’un échange sont de même valeur ; un autre bon n’a qu’un côté.",
        "Both sides of an exchange are of equal worth; any other voucher has one side.",
    ),
    "voucher_over": Words(
        "Ce bon est complet ou écarté.", "This voucher is complete, or declined."
    ),
    "voucher_wanted": Words(
        "Le texte de cette table veut un bon signé : rédigez-le ({clause}).",
        "The text of this table wants a signed voucher: write one ({clause}).",
    ),
}
"""By code, of what no player can ask; an act may also be refused as a player's command is."""
