"""The machines' parts of the office's opening page, each behind its permission."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from casino.backoffice.dashboard import Item, alarm, pending_work
from casino.i18n import Words, both, moment, money
from casino.players.models import Player
from tables.dashboard.home import VIEW
from tables.dashboard.room import order_url
from tables.machines import hand_pays, identities, reliefs
from tables.machines import queries as pending
from tables.machines import services as machines
from tables.machines.keys import KEYS, Key
from tables.models import Intervention, KeyLoan, Relief
from tables.office.figures import format_labelled
from tables.staff.authority import RUN_MACHINES

PAYING: Final = {
    True: (
        "see_identity",
        Words("gain à payer, identité à constater", "win to be paid, identity to be seen"),
    ),
    False: ("order_play", Words("gain à payer à la main", "win to be paid by hand")),
}
"""Whether the player's identity has still to be seen: the order that comes next, and its words."""
MOST: Final = 50
"""Rows of each kind that are shown; the lists have all of them."""


def _at_machines(
    rows: Iterable[Intervention | KeyLoan | Relief], words: Words, act: str | None = None
) -> Iterator[Item]:
    """Give a line for each row of a machine, with the way to an act, or to the machine's page."""
    for row in rows:
        args = [row.machine_id] if act is None else [row.machine_id, act]
        assert row.machine is not None
        yield Item(
            format_labelled(row.machine.table.name, words.text()),
            reverse(f"admin:tables_machine_{'change' if act is None else 'act'}", args=args),
        )


@pending_work(RUN_MACHINES)
def wins_to_pay(person: Player) -> Iterator[Item]:
    """Wins that machines owe, with player and amount: who it is, then the order that pays it."""
    seen = pending.identified_wins()
    for win in pending.wins_to_pay()[:MOST]:
        order, words = PAYING[identities.is_check_wanted(win) and win.pk not in seen]
        text = f"{words.text()}, {money(win.amount)} ({win.player})"
        yield Item(format_labelled(win.table.name, text), order_url(order, [win.table_id]))


@pending_work(hand_pays.ISSUE)
def payments_to_issue(person: Player) -> Iterator[Item]:
    """Wins that are paid by cheque or transfer, which the cage has still to issue."""
    for win in pending.payments_to_issue(person.pk)[:MOST]:
        text = both("à émettre", "to be issued")
        yield Item(
            format_labelled(
                str(win.get_means_display()), f"{text}, {money(win.amount)} ({win.player})"
            ),
            reverse("admin:tables_handpay_act", args=[win.pk, "issue"]),
        )


@pending_work(KEYS[Key.DEVICE].holds)
def machines_to_open(person: Player) -> Iterator[Item]:
    """Machines of which this mechanic was lent the key."""
    words = Words("clé reçue, à ouvrir", "key received, to be opened")
    loans = pending.machines_to_open(person.pk)[:MOST]
    return _at_machines(loans, words, "open")


@pending_work(KEYS[Key.DEVICE].holds)
def sheets_to_sign(person: Player) -> Iterator[Item]:
    """Machines that this mechanic has opened, and has not signed for."""
    words = Words("fiche d’intervention à signer", "sheet of an intervention to be signed")
    return _at_machines(pending.unsigned_interventions(person.pk)[:MOST], words, "sign")


@pending_work(RUN_MACHINES)
def machines_to_put_back(person: Player) -> Iterator[Item]:
    """Machines of which the sheet is signed and the key has come back."""
    words = Words("à remettre en service", "to be put back in service")
    return _at_machines(pending.machines_to_put_back()[:MOST], words, "put_back")


@pending_work(RUN_MACHINES)
def sheets_to_seal(person: Player) -> Iterator[Item]:
    """Sheets that are signed, and in no day's bundle."""
    if number := pending.count_sheets_to_seal():
        yield Item(
            both("Fiches d’intervention à mettre sous enveloppe", "Sheets to be sealed"),
            reverse("admin:tables_sheetbundle_add"),
            number,
        )


@pending_work(machines.KEEP)
def bundles_to_receive(person: Player) -> Iterator[Item]:
    """Bundles of sheets for the games management to receive, except those this person sealed."""
    for bundle in pending.bundles_to_receive(person.pk)[:MOST]:
        yield Item(
            format_labelled(str(bundle.day), both("fiches à recevoir", "sheets to be received")),
            reverse("admin:tables_sheetbundle_act", args=[bundle.pk, "receive"]),
        )


@pending_work(reliefs.WATCH)
def reliefs_to_attend(person: Player) -> Iterator[Item]:
    """Reliefs (note boxes taken out of open machines) that nobody watches yet."""
    words = Words("relève à surveiller", "relief to be attended")
    return _at_machines(pending.reliefs_to_attend(person.pk)[:MOST], words, "attend_relief")


@pending_work(KEYS[Key.LATCH].lends)
def keys_of_reliefs(person: Player) -> Iterator[Item]:
    """Reliefs for which the main cashier has lent no key."""
    words = Words("clé à remettre pour la relève", "key to be lent for the relief")
    return _at_machines(pending.reliefs_without_key()[:MOST], words, "lend_latch")


@pending_work(KEYS[Key.LATCH].lends)
def locks_to_receive(person: Player) -> Iterator[Item]:
    """Bases out of use, of which lock and key are to come to the main cashier."""
    for base in pending.locks_to_receive()[:MOST]:
        text = both("serrure et clé à recevoir", "lock and key to be received")
        yield Item(
            format_labelled(f"{both('Socle', 'Base')} {base}", text),
            reverse("admin:tables_machinebase_act", args=[base.pk, "receive_lock"]),
        )


@pending_work(KEYS[Key.LATCH].holds)
def note_boxes_to_take_out(person: Player) -> Iterator[Item]:
    """Machines of which this person has the key for a relief."""
    words = Words("boîte à billets à enlever", "note box to be taken out")
    return _at_machines(pending.reliefs_to_exchange(person.pk)[:MOST], words, "exchange")


@pending_work(RUN_MACHINES)
def reliefs_to_close(person: Player) -> Iterator[Item]:
    """Reliefs that are done, and of which the keys have come back."""
    words = Words("relève à clore", "relief to be closed")
    return _at_machines(pending.reliefs_to_close()[:MOST], words, "close_relief")


@pending_work(KEYS[Key.NOTE_BOX].holds)
def note_boxes_to_count(person: Player) -> Iterator[Item]:
    """Note boxes that were taken out, and that general accounting is to count."""
    keys = pending.note_box_keys(person.pk)
    for relief in pending.reliefs_to_count()[:MOST]:
        text = both("boîte à billets à compter", "note box to be counted")
        page = reverse("admin:tables_relief_act", args=[relief.pk, "count"])
        if relief.machine_id not in keys:
            text += both(", clé à prendre", ", key to be taken")
            page = reverse("admin:tables_machine_act", args=[relief.machine_id, "take_note_box"])
        yield Item(format_labelled(relief.machine.table.name, text), page)


@pending_work(VIEW + "keyloan")
def keys_to_give_back(person: Player) -> Iterator[Item]:
    """Keys that this person has done with, and overdue ones that they hold or lend."""
    for loan in pending.used_keys(person.pk)[:MOST]:
        yield _key_to_give_back(loan, both("à rendre", "to be given back"))
    lends = [key for key, kept in KEYS.items() if person.has_perm(kept.lends)]
    mine = Q(holder=person) | Q(key__in=lends)
    for loan in pending.overdue_keys().filter(mine)[:MOST]:
        since = f"{both('échue', 'expired')} {moment(loan.expires_at)[:16]}"
        yield _key_to_give_back(loan, f"{loan.holder}, {since}")


def _key_to_give_back(loan: KeyLoan, words: str) -> Item:
    return Item(
        format_labelled(
            f"{both('Clé', 'Key')}, {loan.get_key_display()} {loan.machine_id or loan.base_id}",
            words,
        ),
        reverse("admin:tables_keyloan_act", args=[loan.pk, "give_back"]),
    )


@alarm(VIEW + "keyloan")
def overdue_keys(person: Player) -> Iterator[Item]:
    """Keys that are out after their time."""
    if number := pending.overdue_keys().count():
        yield Item(
            both("Clés non rendues", "Keys that have not come back"),
            reverse("admin:tables_keyloan_changelist"),
            number,
        )


@alarm(VIEW + "intervention")
def stopped_machines(person: Player) -> Iterator[Item]:
    """Machines that a mechanic has opened, and that are out of service."""
    words = Words("hors service, ouvert par un mécanicien", "out of service, opened by a mechanic")
    return _at_machines(pending.interventions_in_progress()[:MOST], words)


@alarm(VIEW + "noteboxcount")
def differing_note_boxes(person: Player) -> Iterator[Item]:
    """Note boxes counted since yesterday of which the count differed."""
    since = timezone.now() - timedelta(days=1)
    if number := pending.differing_counts().filter(at__gte=since).count():
        yield Item(
            both(
                "Boîtes à billets en écart depuis 24 heures",
                "Note boxes that differed in the last 24 hours",
            ),
            reverse("admin:tables_noteboxcount_changelist"),
            number,
        )
