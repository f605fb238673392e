"""What permissions and groups are called in the office, in both languages."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.exceptions import NotRegistered

from casino.i18n import Words, both

DUTIES: Final[Mapping[str, Words]] = {
    "add_ban": Words("bannir un joueur", "ban a player"),
    "add_exclusion": Words("exclure un joueur", "exclude a player"),
    "add_housenote": Words("noter sur un joueur", "write notes on a player"),
    "agree_to_rules": Words("agréer les limites, pour l’État", "agree to limits, for the state"),
    "answer_announcement": Words("répondre aux annonces écrites", "answer written announcements"),
    "approve_claim": Words("approuver le paiement d’un jackpot", "approve a jackpot’s payment"),
    "ban_from_machines": Words("exclure des appareils", "exclude from the machines"),
    "cash_ticket": Words("payer un ticket à la caisse", "pay a ticket at the cage"),
    "change_player": Words("corriger la fiche d’un joueur", "correct a player’s file"),
    "check_device": Words("vérifier cylindres et cuvettes", "check wheels and bowls"),
    "clear_errorstate": Words("lever un arrêt du générateur", "end an error of the generator"),
    "count_drop": Words("faire la comptée du change", "count the drop"),
    "decide_case": Words("instruire et clore un dossier", "work on a case and close it"),
    "decide_cashrequest": Words(
        "décider des dépôts et des retraits", "decide deposits and withdrawals"
    ),
    "decide_dispute": Words("trancher les contestations", "decide disputes"),
    "decide_rights": Words("demander et approuver des droits", "ask for rights and approve them"),
    "destroy_equipment": Words("faire détruire du matériel", "have equipment destroyed"),
    "detach_note_box": Words(
        "recevoir la clé des boîtes à billets, pour une relève",
        "be lent the key that detaches note boxes",
    ),
    "endorse_register": Words("viser un registre de matériel", "endorse a register of equipment"),
    "file_dispute": Words("signaler un incident", "report an incident"),
    "issue_payment": Words("émettre un chèque ou un virement", "issue a cheque or a transfer"),
    "keep_machines": Words("tenir les fichiers des appareils", "keep the files of machines"),
    "keep_stock": Words("tenir le dépôt du matériel", "keep the stock of equipment"),
    "lend_cage_key": Words("prêter les clés de la caisse", "lend the keys of the cage"),
    "lend_machine_key": Words("prêter les clés des appareils", "lend the keys of machines"),
    "moderate_chat": Words("retirer et rendre la parole", "silence players and lift silences"),
    "open_base": Words("recevoir la clé d’un socle, pour une relève", "be lent a base’s key"),
    "open_machine": Words("recevoir la clé d’un appareil", "be lent a machine’s key"),
    "open_note_box": Words("ouvrir les boîtes à billets", "open note boxes"),
    "open_register": Words("ouvrir un registre de matériel", "open a register of equipment"),
    "operate_table": Words("conduire les tables", "operate tables"),
    "post_bulletin": Words("afficher les messages de la maison", "post bulletins"),
    "publish_ruleset": Words("rédiger et publier les règlements", "draft and publish rule sets"),
    "run_machines": Words("surveiller les appareils", "supervise the machines"),
    "serve_as_changer": Words("servir comme changeur", "serve as changer"),
    "serve_as_inspector": Words("servir comme inspecteur", "serve as inspector"),
    "serve_as_machine_changer": Words(
        "servir comme changeur des appareils", "serve as machine changer"
    ),
    "serve_as_table_chief": Words("servir comme chef de table", "serve as table chief"),
    "sign_for_dice": Words("doter en dés et les contrôler", "allot dice and check them"),
    "trust_conformityreport": Words(
        "reconnaître un rapport de conformité", "trust a conformity report"
    ),
    "verify_identity": Words("vérifier les identités", "verify identities"),
    "watch_relief": Words("assister aux relèves", "attend reliefs"),
}
"""By the codename of a permission that is more than to look."""

GROUPS: Final[Mapping[str, Words]] = {
    "accounting": Words("comptabilité", "accounting"),
    "card keepers": Words("gardiens des cartes", "card keepers"),
    "cashiers": Words("caissiers", "cashiers"),
    "changers": Words("changeurs", "changers"),
    "deputy directors": Words("sous-directeurs", "deputy directors"),
    "games management": Words("direction des jeux", "games management"),
    "general secretariat": Words("secrétariat général", "general secretariat"),
    "government commissioner": Words("commissaire du Gouvernement", "government commissioner"),
    "inspectors": Words("inspecteurs", "inspectors"),
    "machine attendants": Words("préposés aux appareils", "machine attendants"),
    "machine changers": Words("changeurs des appareils", "machine changers"),
    "machine supervisors": Words("superviseurs des appareils", "machine supervisors"),
    "maintenance": Words("maintenance", "maintenance"),
    "mechanics": Words("mécaniciens", "mechanics"),
    "state control": Words("contrôle de l’État", "state control"),
    "supervisors": Words("superviseurs", "supervisors"),
    "surveillance": Words("surveillance", "surveillance"),
    "table chiefs": Words("chefs de table", "table chiefs"),
}
"""By the name of a group that the house makes; others are called as they were named."""


def group_label(name: str) -> str:
    """Return what a group is called in the reader's language."""
    return GROUPS[name].text() if name in GROUPS else name


def permission_label(name: str) -> str:
    """Return what a permission, `app.codename`, lets somebody do, in the reader's language.

    One that a later release no longer knows is called by its name.
    """
    app, _, code = name.partition(".")
    if code in DUTIES:
        return DUTIES[code].text()
    try:
        pages = admin.site.get_model_admin(apps.get_model(app, code.removeprefix("view_")))
    except (LookupError, NotRegistered):
        return name
    return f"{both('lire :', 'read:')} {pages.opts.verbose_name_plural}"


def permission_choices(
    permissions: Iterable[tuple[int, str]],
) -> list[tuple[str, list[tuple[int, str]]]]:
    """Return a choice of permissions, given as ids and names: duties first, then what is read."""
    duties: list[tuple[int, str]] = []
    reads: list[tuple[int, str]] = []
    for key, name in permissions:
        code = name.partition(".")[2]
        (duties if code in DUTIES else reads).append((key, permission_label(name)))
    found = ((both("Agir", "Act"), duties), (both("Lire", "Read"), reads))
    return [(title, sorted(each, key=lambda one: one[1])) for title, each in found]
