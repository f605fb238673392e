"""What the verifier of bundles says, in French and English, by code."""

from typing import Final

HANDS: Final = {
    "banker": "banquier",
    "black": "noire",
    "box": "case",
    "burnt": "brûlées",
    "dealer": "croupier",
    "discarded": "écartées",
    "exposed": "découverte",
    "left": "gauche",
    "red": "rouge",
    "right": "droite",
    "turned up": "retournée",
}
"""What hands are called in French; a bundle has them in English."""

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "valid": (
        "Le sabot {sequence} de {table} est conforme à son engagement {commitment} : "
        "{burnt} cartes brûlées, {dealt} distribuées, {left} restées dans le sabot.",
        "Shoe {sequence} of {table} is as committed by {commitment}: "
        "{burnt} cards burnt, {dealt} dealt, {left} left in the shoe.",
    ),
    "valid_void": (
        "Le sabot {sequence} de {table} a été abandonné avant toute carte ({reason}) ; "
        "sa graine est conforme à son engagement {commitment}.",
        "Shoe {sequence} of {table} was given up before any card ({reason}); "
        "its seed is as committed by {commitment}.",
    ),
    "valid_draw": (
        "Le tirage {sequence} de {table} est conforme à son engagement {commitment} : "
        "{values} est sorti, les nombres étant comptés à partir de 0.",
        "Draw {sequence} of {table} is as committed by {commitment}: "
        "{values} fell, numbers being counted from 0.",
    ),
    "withdrawn": (
        "Le tirage {sequence} de {table} a été retiré avant que rien ne sorte ; "
        "sa graine est conforme à son engagement {commitment}.",
        "Draw {sequence} of {table} was withdrawn before anything fell; "
        "its seed is as committed by {commitment}.",
    ),
    "stopped": (
        "Retiré par {who} : {why}.",
        "Withdrawn by {who}: {why}.",
    ),
    "unexplained": (
        "Le journal ne dit ni pourquoi ni par qui.",
        "The log says neither why nor by whom.",
    ),
    "would_fall": (
        "Il en serait sorti {values}.",
        "{values} would have fallen.",
    ),
    "would_deal": (
        "Les premières cartes auraient été {cards}.",
        "The first cards would have been {cards}.",
    ),
    "would_open": (
        "Ce qui en serait sorti n'était pas encore décidé : les secrets n'étaient pas ouverts.",
        "What would have come of it was not decided yet: the secrets were not opened.",
    ),
    "would_hear": (
        "Ce qui en serait sorti dépend du tour {round} de la balise.",
        "What would have come of it depends on round {round} of the beacon.",
    ),
    "mixed": (
        "Contributions mêlées : {mixed} ; retenues : {withheld}.",
        "Contributions mixed in: {mixed}; withheld: {withheld}.",
    ),
    "cut_by_box": (
        "Coupe : {cut} cartes, par la case {by}.",
        "Cut: {cut} cards, by box {by}.",
    ),
    "cut_by_dealer": (
        "Coupe : {cut} cartes, par le croupier.",
        "Cut: {cut} cards, by the dealer.",
    ),
    "hands_told": (
        "Il dit à quelle main est allée chaque carte distribuée ; coups : {rounds}.",
        "It tells which hand got each card that was dealt; rounds: {rounds}.",
    ),
    "hands_of": (
        "Coup {round} : {hands}.",
        "Round {round}: {hands}.",
    ),
    "hands_untold": (
        "Ce dossier ne dit pas à quelle main sont allées les cartes.",
        "This bundle does not tell which hand got the cards.",
    ),
    "beacon_missing": (
        "La balise n'a pas répondu : la maison a mélangé sans elle.",
        "The beacon did not answer: the house went on without it.",
    ),
    "beacon_checked": (
        "La balise est celle du tour {round}, sa signature BLS est juste.",
        "The beacon is that of round {round}, its BLS signature is right.",
    ),
    "beacon_unchecked": (
        "La balise se dit du tour {round} ; sa signature BLS n'a PAS été vérifiée : "
        "il y faut py_ecc.",
        "The beacon is said to be of round {round}; its BLS signature was NOT checked: "
        "that needs py_ecc.",
    ),
    "locks_checked": (
        "Les secrets étaient verrouillés jusqu'à ce tour : sa signature ouvre ceux-là, nul autre.",
        "The secrets were locked until that round: its signature opens those and no other.",
    ),
    "locks_unchecked": (
        "Les secrets se disent verrouillés jusqu'à ce tour ; qu'il les ouvre n'a PAS été vérifié : "
        "il y faut py_ecc.",
        "The secrets are said to be locked until that round; that it opens them was NOT checked: "
        "that needs py_ecc.",
    ),
    "unreadable": (
        "Le fichier {file} ne peut pas être lu.",
        "The file {file} cannot be read.",
    ),
    "too_large": (
        "Le fichier {file} est trop grand pour être un sabot ou un tirage.",
        "The file {file} is too large to be a shoe or a draw.",
    ),
    "other_encoding": (
        "Le fichier {file} est en {form} : enregistrez-le tel quel, en UTF-8.",
        "The file {file} is {form}: save it as it was sent, in UTF-8.",
    ),
    "not_json": (
        "Le fichier {file} n'est pas un texte JSON.",
        "The file {file} is not JSON text.",
    ),
    "not_a_bundle": (
        "Ce n'est pas le dossier attendu : {field} manque, est de trop ou est mal formé.",
        "This is not the bundle expected: {field} is missing, unexpected or malformed.",
    ),
    "not_revealed": (
        "Ce n'est pas fini : la graine n'est pas encore révélée.",
        "This is not finished: the seed has not been revealed yet.",
    ),
    "unknown_version": (
        "Ce vérificateur ne connaît pas la valeur de {field}.",
        "This verifier does not know the value of {field}.",
    ),
    "commitment": (
        "L'engagement publié n'est pas celui de cet en-tête et de cette graine.",
        "The published commitment is not that of this header and this seed.",
    ),
    "cards": (
        "Les cartes du sabot ne sont pas celles que l'en-tête engage.",
        "The cards of the shoe are not those that the header commits to.",
    ),
    "order": (
        "La carte {place} du sabot n'est pas celle que donne la graine.",
        "Card {place} of the shoe is not the one that the seed gives.",
    ),
    "values": (
        "Ce qui est sorti n'est pas ce que donne la graine.",
        "What fell is not what the seed gives.",
    ),
    "rejected_words": (
        "Le nombre de mots rejetés n'est pas celui que donne la graine.",
        "The number of rejected words is not the one that the seed gives.",
    ),
    "burnt": (
        "Le nombre de cartes brûlées n'est pas celui de l'en-tête.",
        "The number of burnt cards is not that of the header.",
    ),
    "counts": (
        "Les cartes brûlées, distribuées et restantes ne font pas le sabot entier.",
        "The cards burnt, dealt and left do not make the whole shoe.",
    ),
    "stop_card": (
        "La carte d'arrêt n'est pas sortie quand le compte des cartes le dit.",
        "The stop card did not come out when the count of the cards says it did.",
    ),
    "deal_rounds": (
        "Les coups qui ont pris des cartes ne sont pas en ordre, une fois chacun.",
        "The rounds that took cards are not in order, once each.",
    ),
    "deal_cards": (
        "Les mains ont reçu {told} cartes, et {dealt} ont été distribuées.",
        "The hands got {told} cards, and {dealt} were dealt.",
    ),
    "deal": (
        "Le journal engage une autre donne : ce n'est pas à ces mains que sont allées les cartes.",
        "The log binds another deal: it is not these hands that got the cards.",
    ),
    "void": (
        "Un sabot abandonné avant sa coupe ne montre pas de cartes : {field} n'est pas vide.",
        "A shoe that was given up before its cut shows no cards: {field} is not empty.",
    ),
    "seats": (
        "Les cases de {entry} ne sont pas celles qu'il faut, une fois chacune, en ordre.",
        "The boxes of {entry} are not those there must be, once each, in order.",
    ),
    "contribution": (
        "Le secret ouvert par la case {seat} n'est pas celui de son empreinte.",
        "The secret that box {seat} opened is not that of its hash.",
    ),
    "lock": (
        "Ce que la case {seat} a verrouillé jusqu'au tour ne s'ouvre pas comme on le dit.",
        "What box {seat} locked until the round does not open as is said.",
    ),
    "cutter": (
        "Ce n'est pas celui qui devait couper qui a coupé, ou pas là où il le pouvait : {entry}.",
        "Who was to cut did not cut, or not where it was allowed: {entry}.",
    ),
    "cut": (
        "Le sabot n'est pas coupé à {cut}, où il devait l'être.",
        "The shoe is not cut at {cut}, where it had to be.",
    ),
    "root": (
        "La racine publiée avant la donne n'est pas celle des cartes que donne la graine.",
        "The root published before the deal is not that of the cards that the seed gives.",
    ),
    "beacon": (
        "La balise n'est pas celle qui était annoncée : {field}.",
        "The beacon is not the one that was announced: {field}.",
    ),
    "beacon_time": (
        "Le tour {round} de la balise n'était plus assez loin : {entry}.",
        "Round {round} of the beacon did not lie far enough ahead any more: {entry}.",
    ),
    "times": (
        "L'heure de {entry} est d'avant celle qui précède, ou d'après l'état signé.",
        "The time of {entry} is before the one that precedes it, or after the checkpoint.",
    ),
    "log_order": (
        "Les inscriptions du journal ne sont pas celles du protocole, en ordre : {entries}.",
        "The entries of the log are not those of the protocol, in order: {entries}.",
    ),
    "log_entry": (
        "Le journal public ne dit pas ce que dit le dossier : {entry}.",
        "The public log does not say what the bundle says: {entry}.",
    ),
    "log_proof": (
        "L'inscription {index} n'est pas dans le journal que la maison a signé.",
        "Entry {index} is not in the log that the house signed.",
    ),
    "log_signature": (
        "L'état du journal n'est pas signé par la clé {key}.",
        "The checkpoint of the log is not signed by the key {key}.",
    ),
    "other_key": (
        "La clé {key}, qui a signé l'état du journal, n'est pas de celles que vous avez données.",
        "The key {key}, which signed the checkpoint, is none of those that you gave.",
    ),
    "other_origin": (
        "Le journal s'appelle {origin} et non comme vous l'avez dit.",
        "The log is called {origin}, and not as you said.",
    ),
    "unlogged": (
        "Ce dossier est antérieur au journal : rien n'y est signé par la clé que vous avez donnée.",
        "This bundle is older than the log: nothing in it is signed by the key that you gave.",
    ),
    "other_report": (
        "L'en-tête est du rapport de conformité {report}, qui n'est pas celui que vous avez donné.",
        "The header is of the conformity report {report}, which is not the one that you gave.",
    ),
    "report_failed": (
        "Le rapport que vous avez donné n'est pas signé par sa clé, ou son essai a échoué.",
        "The report that you gave is not signed by its key, or it did not pass.",
    ),
    "other_receipt": (
        "Le reçu que vous avez donné n'est pas d'un secret de ce dossier.",
        "The receipt that you gave is not of a secret of this bundle.",
    ),
    "receipt_forged": (
        "Le reçu que vous avez donné n'est pas signé par sa clé.",
        "The receipt that you gave is not signed by its key.",
    ),
    "receipt_key": (
        "Le journal ne nomme pas la clé {key} du reçu : il n'est pas de la maison.",
        "The log does not name the receipt's key {key}: it is not of the house.",
    ),
    "receipt_unlisted": (
        "La maison a signé par la clé {key} qu'elle a pris l'empreinte de la case {seat} : elle "
        "manque à la liste.",
        "The house signed with the key {key} that it took the hash of box {seat}: it is missing "
        "from the list.",
    ),
    "receipt_dropped": (
        "La maison a signé par la clé {key} que le secret de la case {seat} est arrivé à temps : "
        "il n'a pas compté.",
        "The house signed with the key {key} that the secret of box {seat} came in time: it did "
        "not count.",
    ),
    "receipt_kept": (
        "Le secret de votre reçu est traité comme la maison l'a signé ; comparée à rien : sa clé "
        "{key}.",
        "The secret of your receipt is treated as the house signed; not checked against anything: "
        "its key {key}.",
    ),
    "receipt_named": (
        "Le secret de votre reçu est traité comme la maison l'a signé par sa clé {key}, que le "
        "journal nomme.",
        "The secret of your receipt is treated as the house signed with its key {key}, which the "
        "log names.",
    ),
    "other_log": (
        "Le journal que vous avez donné n'est pas celui du dossier.",
        "The log that you gave is not that of the bundle.",
    ),
    "report_unnamed": (
        "Le journal ne nomme pas, avant l'engagement, le rapport de conformité {report}.",
        "The log does not name, before the commitment, the conformity report {report}.",
    ),
    "nothing_known": (
        "Comparés à rien : la clé du journal {key} et son nom {origin}. "
        "Donnez ce que vous connaissez par --key et --origin.",
        "Not checked against anything: the key of the log {key} and its name {origin}. "
        "Give what you know by --key and --origin.",
    ),
    "origin_known": (
        "Le journal s'appelle {origin}, comme vous l'avez dit ; comparée à rien : sa clé {key}.",
        "The log is called {origin}, as you said; not checked against anything: its key {key}.",
    ),
    "key_known": (
        "La clé du journal {origin} est une de celles que vous avez données.",
        "The key of the log {origin} is one of those that you gave.",
    ),
    "report_unknown": (
        "Comparé à rien : le rapport de conformité {report}. Donnez --report ou --log.",
        "Not checked against anything: the conformity report {report}. Give --report or --log.",
    ),
    "report_known": (
        "Le rapport de conformité est celui que vous avez donné, signé par {signer}.",
        "The conformity report is the one that you gave, signed by {signer}.",
    ),
    "report_named": (
        "Le journal que vous avez donné nommait déjà le rapport de conformité {report}.",
        "The log that you gave had named the conformity report {report} before.",
    ),
}


WHY: Final[dict[str, tuple[str, str]]] = {
    "unused": ("la table n'en avait plus besoin", "the table needed it no more"),
    "forgotten": (
        "la table n'en voulait plus, la liste close",
        "unwanted after the list was closed",
    ),
    "closing": ("la table fermait", "the table closed"),
    "device": ("une panne", "a failure of a device"),
    "mistake": ("une erreur de la maison", "a mistake of the house"),
    "dispute": ("un litige sur les mises", "a dispute over the stakes"),
    "disorder": ("un trouble à la table", "disorder at the table"),
    "control": ("le contrôle des jeux", "the state's control"),
    "other": ("autre", "another reason"),
    "restored": (
        "la base de données vient d'une sauvegarde",
        "the database came from a backup",
    ),
}
"""The codes of why a promise was withdrawn, in French and English; others are told as they are."""
