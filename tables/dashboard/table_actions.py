"""What may be done with a table in the office, by which service, and by whom."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from casino.i18n import Words
from casino.players.models import Player
from tables.cage import drops, floats, levies, vouchers
from tables.cage import services as cage
from tables.cage.admin.voucher_form import (
    FixedFloatForm,
    FloatForm,
    FloatSignatureForm,
    SupplyVoucherForm,
    VoucherForm,
)
from tables.chat import services as chat
from tables.dashboard.table_action_forms import (
    AnnulForm,
    CardForm,
    ChatForm,
    ChiefForm,
    ComplaintForm,
    IdentityForm,
    IncidentReportForm,
    PlayForm,
    RulesForm,
    SignLevyForm,
    StopForm,
    SupplyForm,
)
from tables.disputes import services as disputes
from tables.equipment import card_incidents, card_sets, devices, replacements, stock
from tables.games.core.protocol import Duty, Exchange
from tables.incidents import services as incidents
from tables.machines import complaints, identities
from tables.models import Table
from tables.office.actions import TableActionForm
from tables.office.floor_event_words import FLOOR_EVENT_WORDS
from tables.office.report_link import REPORT
from tables.operation import reshuffles, series, sessions
from tables.projections.table_state import TableState
from tables.rows import disputes as dispute_rows
from tables.rows import rule_sets
from tables.staff import authority
from tables.staff import services as staff
from tables.staff.authority import Authority


class Group(Enum):
    """What the orders of a table are about, in the order in which the office shows them."""

    SESSION = Words("Séance et matériel", "Session and equipment")
    MONEY = Words("Argent", "Money")
    GAME = Words("Jeu et incidents", "Game and incidents")
    STAFF = Words("Personnel", "Staff")
    RARE = Words("Rare", "Rare")


def _always(state: TableState, operator: Player) -> None:
    """Refuse nothing: it may be done whatever the state of the table."""


@dataclass(frozen=True, slots=True)
class TableAction:
    """Something that an operator may do with a table."""

    fr: str
    en: str
    do: Callable[..., object]
    form: type[TableActionForm] = TableActionForm
    fr_note: str = ""
    en_note: str = ""
    by: Authority = authority.OPERATOR
    """Who may do it. What it does refuses everybody else."""
    fits: Callable[[str], bool] = lambda rules_key: True
    """Whether it is offered at a table of these rules, where its service does not tell."""
    group: Group = Group.RARE
    check: Callable[[TableState, Player], None] = _always
    """What its service refuses for the state of the table, to a person who may do it."""


def _changer(rules_key: str) -> bool:
    """Tell whether a changer serves a table of these rules."""
    return rule_sets.cash_exchange(rules_key) is Exchange.CHANGER


def _machine(rules_key: str) -> bool:
    """Tell whether a changer of the machines serves a table of these rules."""
    return rule_sets.cash_exchange(rules_key) is Exchange.ROAMING


TABLE_ACTIONS: Final[Mapping[str, TableAction]] = {
    "open_table": TableAction(
        "Ouvrir la table",
        "Open the table",
        sessions.open_session,
        fr_note="Une table suspendue reprend où elle en était.",
        en_note="A paused table goes on where it was.",
        group=Group.SESSION,
        check=sessions.check_can_open_session,
    ),
    "check_device": TableAction(
        "Vérifier l’appareil",
        "Check the device",
        devices.check_device,
        fr_note="L’entretien, avant chaque séance : le générateur, les cases, ce qui est tombé.",
        en_note="Maintenance, before each session: the generator, the pockets, what has fallen.",
        by=Authority((devices.CHECK,)),
        group=Group.SESSION,
        check=devices.check_can_check_device,
    ),
    "sign_device": TableAction(
        "Signer la vérification",
        "Sign for the check",
        devices.sign_check,
        fr_note="Un inspecteur, qui n’a pas vérifié lui-même.",
        en_note="An inspector, who has not made the check himself.",
        by=Authority((authority.INSPECT,)),
        group=Group.SESSION,
        check=devices.check_can_sign_check,
    ),
    "allot_dice": TableAction(
        "Doter en dés",
        "Allot dice",
        devices.allot_dice,
        fr_note="Le sous-directeur : cinq dés neufs pour la séance.",
        en_note="The deputy director: five new dice for the session.",
        by=Authority((devices.SIGN_FOR_DICE,)),
        group=Group.SESSION,
        check=devices.check_can_allot_dice,
    ),
    "check_dice": TableAction(
        "Contrôler les dés",
        "Check the dice",
        devices.check_dice,
        fr_note="Le sous-directeur, après la séance : les faces de chaque dé sont comptées.",
        en_note="The deputy director, after the session: the faces of each die are counted.",
        by=Authority((devices.SIGN_FOR_DICE,)),
        group=Group.SESSION,
        check=devices.check_can_check_dice,
    ),
    "take_cards": TableAction(
        "Sortir les cartes",
        "Sign cards out",
        card_sets.sign_out_cards,
        fr_note="Le cartier : les cartes du dépôt, contrôlées et signées, pour la séance.",
        en_note="The card keeper: cards of the depot, checked and signed for, for the session.",
        by=Authority((stock.KEEP,)),
        group=Group.SESSION,
        check=card_sets.check_can_sign_out_cards,
    ),
    "return_cards": TableAction(
        "Ranger les cartes",
        "Put the cards away",
        card_sets.return_cards,
        fr_note="L’inspecteur, après la séance : les cartes retournent au dépôt sous ses yeux.",
        en_note="The inspector, after the session: the cards go back to the depot under his eyes.",
        by=Authority((authority.INSPECT,)),
        group=Group.SESSION,
        check=card_sets.check_can_return_cards,
    ),
    "count_cards": TableAction(
        "Contrôler les cartes",
        "Count the cards",
        card_sets.count_cards,
        fr_note="Le cartier, avant la séance suivante : comptées, et remises dans l’ordre.",
        en_note="The card keeper, before the next session: counted, and put back in order.",
        by=Authority((stock.KEEP,)),
        group=Group.SESSION,
        check=card_sets.check_can_count_cards,
    ),
    "ask_change": TableAction(
        "Demander d’autres cartes ou dés",
        "Ask for other cards or dice",
        replacements.request_replacement_as_staff,
        fr_note="La demande reste inscrite, avec son motif : le cartier, ou le sous-directeur, y"
        " répond.",
        en_note="The request stays on record, with its reason: the card keeper, or the deputy"
        " director, answers it.",
        by=replacements.ASKING,
        group=Group.GAME,
        check=replacements.check_can_request_replacement,
    ),
    "change_cards": TableAction(
        "Changer les cartes",
        "Change the cards",
        replacements.change_cards,
        fr_note="Le cartier, en cours de séance : le prochain sabot est fait de ces cartes.",
        en_note="The card keeper, during a session: the next shoe is made of these cards.",
        by=Authority((stock.KEEP,)),
        group=Group.GAME,
        check=replacements.check_can_change_cards,
    ),
    "change_dice": TableAction(
        "Changer les dés",
        "Change the dice",
        devices.change_dice,
        fr_note="Le sous-directeur, entre deux coups : les dés sont contrôlés, cinq autres dotés.",
        en_note="The deputy director, between two throws: the dice are checked, five others"
        " allotted.",
        by=Authority((devices.SIGN_FOR_DICE,)),
        group=Group.GAME,
        check=devices.check_can_change_dice,
    ),
    "report_cards": TableAction(
        "Signaler une carte",
        "Report a card",
        card_sets.report_cards,
        CardForm,
        fr_note="Une carte manque, est en trop, marquée ou étrangère : la table ferme aussitôt, les"
        " mises reviennent. L’inspecteur, la direction des jeux et le contrôle sont avisés.",
        en_note="A card is missing, extra, marked or foreign: the table closes at once, stakes go"
        " back. The inspector, the games management and the state’s control are told.",
        by=card_sets.REPORTING,
        group=Group.GAME,
        check=card_sets.check_can_report_cards,
    ),
    "decide_cards": TableAction(
        "Trancher sur les cartes",
        "Decide on the cards",
        card_incidents.decide_card_incident,
        fr_note="La direction des jeux, sans appel : la table peut rouvrir avec d’autres cartes.",
        en_note="The games management, without appeal: the table may open again, with other cards.",
        by=Authority((stock.DESTROY,)),
        group=Group.SESSION,
        check=card_incidents.check_can_decide_card_incident,
    ),
    "hand_over": TableAction(
        "Passer la table",
        "Hand the table over",
        staff.hand_over_table,
        ChiefForm,
        fr_note="Le nouveau chef répond de la table ; on note comment il la trouve.",
        en_note="The new chief answers for the table; how he finds it is on record.",
        by=authority.RESPONSIBLE,
        group=Group.STAFF,
    ),
    "sign_in": TableAction(
        "Prendre l’inspection",
        "Sign in as inspector",
        staff.sign_in_inspector,
        fr_note="Vous êtes l’inspecteur de la table jusqu’à ce qu’un autre vous relève.",
        en_note="You are the table’s inspector until another relieves you.",
        by=Authority((authority.INSPECT,)),
        group=Group.STAFF,
        check=staff.check_can_sign_in_inspector,
    ),
    "sign_out": TableAction(
        "Quitter l’inspection",
        "Sign the inspector out",
        staff.sign_out_inspector,
        fr_note="Sans inspecteur, aucune annonce écrite ne se joue.",
        en_note="Without an inspector no written announcement is played.",
        by=staff.SIGNING_OUT,
        group=Group.STAFF,
        check=staff.check_can_sign_out_inspector,
    ),
    "drain_table": TableAction(
        "Annoncer la fin",
        "Announce the end",
        sessions.announce_end,
        fr_note="La dernière demi-heure et les derniers coups sont annoncés si le texte le veut,"
        " puis la table ferme. Les joueurs lisent le motif.",
        en_note="The last half hour and the last rounds are announced where the text asks for it,"
        " then the table closes. The players read the reason.",
        group=Group.SESSION,
        check=sessions.check_can_announce_end,
    ),
    "close_table": TableAction(
        "Fermer la table",
        "Close the table",
        sessions.close_session,
        fr_note="Seulement si aucun coup n’est dû aux joueurs. Ils lisent le motif.",
        en_note="Only where no round is owed to the players. They read the reason.",
        group=Group.SESSION,
        check=sessions.check_can_close_session,
    ),
    "void_round": TableAction(
        "Annuler le coup",
        "Void the round",
        incidents.void_round,
        AnnulForm,
        fr_note="Chaque mise retourne d’où elle vient. Les joueurs lisent le motif.",
        en_note="Every stake goes back where it came from. The players read the reason.",
        by=authority.RESPONSIBLE,
        group=Group.GAME,
        check=incidents.check_can_void_round,
    ),
    "stop_spin": TableAction(
        "Arrêter le coup",
        "Stop the spin",
        incidents.stop_draw,
        StopForm,
        fr_note="Après « rien ne va plus » et avant que rien ne tombe : on relance.",
        en_note="After the last bets and before anything has fallen: it is launched again.",
        by=authority.RESPONSIBLE,
        group=Group.GAME,
        check=incidents.check_can_stop_draw,
    ),
    "end_session": TableAction(
        "Interrompre la séance",
        "Break the session off",
        incidents.break_off_session,
        AnnulForm,
        fr_note="En cas d’incident, sans derniers coups : les mises et les prisonniers reviennent à"
        " leur valeur et la table ferme. Le contrôle des jeux est avisé, les joueurs lisent le"
        " motif.",
        en_note="For an incident, without last rounds: stakes and prisoners go back at their"
        " value and the table closes. The state’s control is told, the players read the reason.",
        group=Group.GAME,
        check=incidents.check_can_break_off_session,
    ),
    "rule_incident": TableAction(
        "Trancher l’incident",
        "Rule the incident",
        incidents.confirm_procedure,
        fr_note="Le coup continue comme la procédure le propose. Sinon, annulez-le.",
        en_note="The round goes on as the procedure proposes. Otherwise void it.",
        group=Group.SESSION,
        check=incidents.check_can_confirm_procedure,
    ),
    "report_incident": TableAction(
        *REPORT,
        disputes.report_incident,
        IncidentReportForm,
        fr_note="La direction des jeux décide, sans appel ; le contrôle des jeux en est avisé."
        " Si les cartes ou le générateur sont en cause, la séance est interrompue et la table reste"
        " fermée jusqu’à la décision.",
        en_note="The games management decides, without appeal; the state’s control is told at once."
        " Where cards or generator are in question the session is broken off, and the table stays"
        " closed until it is decided.",
        by=Authority((dispute_rows.FILE,)),
        group=Group.GAME,
    ),
    "order_play": TableAction(
        "Donner un ordre du jeu",
        "Give an order of the game",
        incidents.give_game_order,
        PlayForm,
        fr_note="Ce que le règlement du jeu laisse au chef de table. Les joueurs le lisent.",
        en_note="What the game’s rules leave to the table chief. The players read it.",
        by=incidents.ORDERING,
        group=Group.GAME,
        check=incidents.check_can_give_game_order,
    ),
    "see_identity": TableAction(
        "Constater l’identité",
        "See who the winner is",
        identities.record_identity,
        IdentityForm,
        fr_note="Avant de payer à la main un gain au-dessus du seuil de l’appareil : une pièce,"
        " dont le numéro n’est gardé qu’ici, ou ce que la maison a vérifié du joueur.",
        en_note="Before a win above the machine’s threshold is paid by hand: a document, whose"
        " number is kept here alone, or what the house has verified of the player.",
        by=authority.MACHINES,
        fits=_machine,
        group=Group.GAME,
        check=identities.check_can_record_identity,
    ),
    "decide_complaint": TableAction(
        "Trancher une contestation",
        "Decide a complaint",
        complaints.decide_complaint,
        ComplaintForm,
        fr_note="Le superviseur des appareils, le mécanicien entendu : ce que la partie a payé de"
        " moins que sa combinaison ne vaut est payé, et inscrit au cahier des compléments.",
        en_note="The machines’ supervisor, once the mechanic was heard: what the game paid less"
        " than its combination is worth is paid, and entered in the book of complements.",
        by=authority.MACHINES,
        fits=_machine,
        group=Group.GAME,
        check=complaints.check_can_decide_complaint,
    ),
    "reshuffle": TableAction(
        "Faire mélanger",
        "Have the cards shuffled",
        reshuffles.order_reshuffle,
        fr_note="Entre deux coups, si le texte le permet. Les joueurs lisent le motif.",
        en_note="Between two rounds, where the text allows it. The players read the reason.",
        group=Group.GAME,
        check=reshuffles.check_can_reshuffle,
    ),
    "fill": TableAction(
        "Approvisionner",
        "Fill",
        cage.fill_float,
        SupplyForm,
        group=Group.MONEY,
        check=cage.check_can_supply,
    ),
    "change_rules": TableAction(
        "Changer de règlement",
        "Change the rules",
        series.change_rules,
        RulesForm,
        fr_note="Entre deux coups, et seulement un règlement en vigueur du même jeu.",
        en_note="Between two rounds, and only rules in force of the same game.",
        group=Group.RARE,
        check=series.check_can_change_rules,
    ),
    "follow_series": TableAction(
        "Suivre la série",
        "Follow the series",
        series.follow_series,
        fr_note="La table prend chaque nouvelle version entre deux coups, dès sa date.",
        en_note="The table takes each new version between two rounds, from its date on.",
        group=Group.RARE,
    ),
    "keep_rules": TableAction(
        "Garder ce règlement",
        "Keep these rules",
        series.keep_version,
        fr_note="La table garde sa version, quoi qu’on publie.",
        en_note="The table keeps its version, whatever is published.",
        group=Group.RARE,
    ),
    "allow_chat": TableAction(
        "Régler la conversation",
        "Set the chat",
        chat.set_chat_level,
        ChatForm,
        fr_note="Jamais plus que ce que permettent la maison et sa licence.",
        en_note="Never more than the house and its licence allow.",
        group=Group.RARE,
    ),
    "write_voucher": TableAction(
        "Rédiger un bon",
        "Write a voucher",
        vouchers.write_voucher,
        VoucherForm,
        fr_note="Là où le texte veut un bon : un inspecteur contrôle et signe, le caissier remet"
        " les jetons, l’inspecteur les compte à la table. Chacun signe sur la page du bon.",
        en_note="Where the text wants a voucher: an inspector checks and signs, the cashier hands"
        " the chips over, the inspector counts them at the table. Each signs on the voucher’s"
        " page.",
        by=authority.CHIEF,
        group=Group.MONEY,
        check=vouchers.check_can_write_voucher,
    ),
    "write_supply": TableAction(
        "Rédiger un bon du changeur",
        "Write a changer’s voucher",
        vouchers.write_changer_voucher,
        SupplyVoucherForm,
        fr_note="Le changeur en service : sa dotation, une fourniture contre plaques ou billets, ou"
        " ce qu’il remet. L’inspecteur, le caissier, puis l’inspecteur signent sur la page du bon.",
        en_note="The changer who serves: his advance, a supply for plaques or notes, or what he"
        " hands in. Inspector, cashier and inspector sign on the voucher’s page.",
        by=Authority((staff.MAY_SERVE["changer"],)),
        fits=_changer,
        group=Group.MONEY,
        check=vouchers.check_can_write_changer_voucher,
    ),
    "fix_float": TableAction(
        "Fixer l’encaisse d’ouverture",
        "Fix the opening float",
        floats.fix_opening_float,
        FixedFloatForm,
        fr_note="La direction des jeux, la table fermée : ce que contient l’encaisse au début de"
        " chaque séance, jusqu’à ce qu’un autre montant soit fixé. Un bon complète ou retire ce qui"
        " en diffère.",
        en_note="The games management, while the table is closed: what the float holds at the"
        " beginning of each session, until another amount is fixed. A voucher adds or takes what"
        " differs.",
        by=Authority((floats.FIX,)),
        group=Group.MONEY,
        check=floats.check_can_fix_opening_float,
    ),
    "count_float": TableAction(
        "Compter l’encaisse",
        "Count the float",
        floats.count_float,
        FloatForm,
        fr_note="La séance finie, la table fermée : écrivez les pièces que vous comptez. Un écart"
        " au livre est noté et le contrôle des jeux avisé. L’inspecteur recompte et signe.",
        en_note="After the session, once the table is closed: write the pieces that you count. A"
        " difference to the ledger is on record and the state’s control is told. The inspector"
        " counts again and signs.",
        group=Group.MONEY,
        check=floats.check_can_count_float,
    ),
    "sign_opening": TableAction(
        "Signer l’encaisse d’ouverture",
        "Sign the opening float",
        floats.sign_opening,
        fr_note="L’inspecteur, qui n’a pas ouvert la table : l’encaisse est celle qui est étalée"
        " (Comptes d’encaisse).",
        en_note="The inspector, who has not opened the table: the float is as it was counted out"
        " (Float counts).",
        by=Authority((authority.INSPECT,)),
        group=Group.MONEY,
        check=floats.check_can_sign_opening,
    ),
    "sign_float": TableAction(
        "Recompter l’encaisse et signer",
        "Count the float again and sign",
        floats.sign_count,
        FloatSignatureForm,
        fr_note="L’inspecteur, qui n’a pas compté lui-même : écrivez les pièces que vous comptez.",
        en_note="The inspector, who has not counted himself: write the pieces that you count.",
        by=Authority((authority.INSPECT,)),
        group=Group.MONEY,
        check=floats.check_can_sign_count,
    ),
    "credit": TableAction(
        "Reprendre des jetons",
        "Credit",
        cage.credit_float,
        SupplyForm,
        group=Group.MONEY,
        check=cage.check_can_supply,
    ),
    "serve_change": TableAction(
        "Tenir le change",
        "Sign in as changer",
        staff.sign_in_changer,
        fr_note="Aux jeux de cercle, vous changez les espèces des joueurs, et ne faites rien"
        " d’autre à cette table.",
        en_note="At the jeux de cercle you change the players’ cash, and do nothing else at this"
        " table.",
        by=Authority((staff.MAY_SERVE["changer"],)),
        fits=_changer,
        group=Group.STAFF,
        check=staff.check_can_sign_in_changer,
    ),
    "leave_change": TableAction(
        "Quitter le change",
        "Sign the changer out",
        staff.sign_out_changer,
        fr_note="Sans changeur, la table ne change plus d’espèces.",
        en_note="Without a changer the table changes no more cash.",
        by=staff.LEAVING[Duty.CHANGER],
        fits=_changer,
        group=Group.STAFF,
        check=staff.check_can_sign_out_changer,
    ),
    "serve_machine_change": TableAction(
        "Tenir le change de l’appareil",
        "Sign in as the machine’s changer",
        staff.sign_in_changer,
        fr_note="Changeur des appareils, vous changez ici les espèces du joueur en jetons.",
        en_note="Changer of the machines, you change the player’s cash into chips here.",
        by=Authority((staff.MAY_SERVE["machine_changer"],)),
        fits=_machine,
        group=Group.STAFF,
        check=staff.check_can_sign_in_changer,
    ),
    "leave_machine_change": TableAction(
        "Quitter le change de l’appareil",
        "Sign the machine’s changer out",
        staff.sign_out_changer,
        fr_note="Sans changeur, le change se fait à la caisse.",
        en_note="Without a changer, exchange is made at the cage.",
        by=staff.LEAVING[Duty.MACHINE_CHANGER],
        fits=_machine,
        group=Group.STAFF,
        check=staff.check_can_sign_out_changer,
    ),
    "count_drop": TableAction(
        "Faire la comptée du change",
        "Count the drop",
        drops.count_drop,
        SupplyForm,
        fr_note="La comptabilité, la table fermée : écrivez ce que vous avez compté ; la caisse"
        " spéciale et les changes notés doivent concorder.",
        en_note="Accounting, once the table is closed: write what you have counted; the drop and"
        " the changes on record must agree.",
        by=Authority((drops.COUNT,)),
        group=Group.MONEY,
        check=drops.check_can_count_drop,
    ),
    "count_levy": TableAction(
        "Compter la cagnotte",
        "Count the levy",
        levies.count_levy,
        SupplyForm,
        fr_note="Écrivez ce que vous avez compté : carnet et cagnotte doivent concorder."
        " L’inspecteur recompte et signe.",
        en_note="Write what you have counted: the book of tickets and the levy must agree."
        " The inspector counts again and signs.",
        group=Group.MONEY,
        check=levies.check_can_count_levy,
    ),
    "cash_levy": TableAction(
        "Signer et ouvrir la cagnotte",
        "Sign and cash up the levy",
        levies.sign_and_empty_levy,
        SignLevyForm,
        fr_note="L’inspecteur de la table, qui n’est pas celui qui a compté, vérifie le carnet,"
        " recompte et signe : alors seulement la cagnotte est vidée.",
        en_note="The table’s inspector, who is not the one who counted, checks the book, counts"
        " again and signs: only then the levy is emptied.",
        by=Authority((authority.INSPECT,)),
        group=Group.MONEY,
        check=levies.check_can_sign_levy,
    ),
}
"""By the name of the floor's service."""
for _kind, _order in TABLE_ACTIONS.items():
    FLOOR_EVENT_WORDS.setdefault(_kind, Words(_order.fr, _order.en))


def may_do_any(person: Player) -> bool:
    """Tell whether a person may do anything with some table; `may_do` tells what with which."""
    return any(order.by.may_apply(person) for order in TABLE_ACTIONS.values())


def may_do(person: Player, order: TableAction, table_ids: Collection[int]) -> bool:
    """Tell whether a person may do this with every one of these tables."""
    found = Table.objects.filter(pk__in=table_ids).values_list("pk", "rules_id")
    return all(order.by.allows(person, *each) for each in found)
