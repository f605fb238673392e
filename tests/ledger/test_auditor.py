"""A second bookkeeper, who keeps the same books in a dict and must always agree."""

from dataclasses import dataclass, field
from uuid import UUID, uuid4

import hypothesis.strategies as st
import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from casino.ledger.models import Account
from casino.ledger.services import (
    CurrencyMismatch,
    EntryMismatch,
    Leg,
    Overdrawn,
    audit,
    net_by_account,
    open_account,
    post,
    statement,
)
from tests import campaign

PLACES = [
    ("PLAY", True),
    ("PLAY", False),
    ("PLAY", False),
    ("PLAY", False),
    ("EUR", True),
    ("EUR", False),
]
"""The accounts of every run: currency, and whether the balance may fall below zero."""

legs_drawn = st.lists(
    st.tuples(
        st.integers(0, len(PLACES) - 1),
        st.integers(0, len(PLACES) - 1),
        st.one_of(st.integers(1, 100), st.integers(1, 10**13)),
    ).filter(lambda leg: leg[0] != leg[1]),
    min_size=1,
    max_size=4,
)


@dataclass
class Auditor:
    """Books in a dict, leg by leg. Shares no code with the ledger."""

    traits: dict[int, tuple[str, bool]]
    held: dict[int, int]
    entries: dict[UUID, list[Leg]] = field(default_factory=dict)
    history: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By account: amount and balance after, oldest first."""

    def answer(self, entry: UUID, legs: list[Leg], first: int) -> str:
        if entry in self.entries:
            return "already" if self.entries[entry] == legs else "mismatch"
        if any(self.traits[leg.debit][0] != self.traits[leg.credit][0] for leg in legs):
            return "currency"
        if self.overdraws(legs[:first]) or self.overdraws(legs):
            return "overdrawn"
        self.entries[entry] = legs
        for leg in legs:
            for account, amount in ((leg.debit, -leg.amount), (leg.credit, leg.amount)):
                self.held[account] += amount
                self.history.setdefault(account, []).append((amount, self.held[account]))
        return "posted"

    def overdraws(self, legs: list[Leg]) -> bool:
        after = dict(self.held)
        for leg in legs:
            after[leg.debit] -= leg.amount
            after[leg.credit] += leg.amount
        return any(held < 0 and not self.traits[account][1] for account, held in after.items())


def ask(entry: UUID, legs: list[Leg], reference: str, first: int = 0) -> str:
    with transaction.atomic():
        try:
            posted = post(entry, legs, cause="test", reference=reference, first=first)
        except Overdrawn:
            return "overdrawn"
        except CurrencyMismatch:
            return "currency"
        except EntryMismatch:
            return "mismatch"
        return "already" if posted.already else "posted"


class LedgerAgainstAuditor(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.run = uuid4().hex
        self.ids = [
            open_account(
                f"{self.run}:{n}", "mint" if unbounded else "wallet", currency, unbounded
            ).pk
            for n, (currency, unbounded) in enumerate(PLACES)
        ]
        self.auditor = Auditor(dict(zip(self.ids, PLACES, strict=True)), dict.fromkeys(self.ids, 0))

    def legs(self, drawn: list[tuple[int, int, int]]) -> list[Leg]:
        return [
            Leg(self.ids[debit], self.ids[credit], amount, f"leg {n}")
            for n, (debit, credit, amount) in enumerate(drawn)
        ]

    def compare(self, entry: UUID, legs: list[Leg], first: int = 0) -> str:
        answer = ask(entry, legs, self.run, first)
        assert answer == self.auditor.answer(entry, legs, first)
        return answer

    @rule(drawn=legs_drawn, first=st.integers(0, 4))
    def send_a_new_entry(self, drawn: list[tuple[int, int, int]], first: int) -> None:
        self.compare(uuid4(), self.legs(drawn), first)

    @rule(place=st.sampled_from([1, 2, 3]), amount=st.integers(1, 500))
    def pay_out_of_the_mint(self, place: int, amount: int) -> None:
        leg = Leg(self.ids[0], self.ids[place], amount, "pay")
        assert self.compare(uuid4(), [leg]) == "posted"

    @precondition(lambda self: self.auditor.entries)
    @rule(index=st.integers(0, 10**6))
    def send_an_entry_again(self, index: int) -> None:
        entry = list(self.auditor.entries)[index % len(self.auditor.entries)]
        assert self.compare(entry, self.auditor.entries[entry]) == "already"

    @precondition(lambda self: self.auditor.entries)
    @rule(drawn=legs_drawn)
    def send_a_known_id_with_other_legs(self, drawn: list[tuple[int, int, int]]) -> None:
        self.compare(next(reversed(self.auditor.entries)), self.legs(drawn))

    @rule(drawn=legs_drawn)
    def change_ones_mind(self, drawn: list[tuple[int, int, int]]) -> None:
        with transaction.atomic():
            ask(uuid4(), self.legs(drawn), self.run)
            transaction.set_rollback(True)

    @rule(place=st.integers(0, len(PLACES) - 1))
    def read_a_statement(self, place: int) -> None:
        account = self.ids[place]
        told = [(each.amount, each.balance) for each in statement(account, limit=1000)]
        assert told[::-1] == self.auditor.history.get(account, [])

    @invariant()
    def the_balances_agree(self) -> None:
        rows = Account.objects.filter(pk__in=self.ids)
        assert {row.pk: row.balance for row in rows} == self.auditor.held

    def teardown(self) -> None:
        moved = net_by_account(self.run)
        assert {pk: moved.get(pk, 0) for pk in self.ids} == self.auditor.held
        assert audit() == []


@pytest.mark.campaign
@pytest.mark.django_db
def test_the_ledger_agrees_with_a_second_bookkeeper() -> None:
    run_state_machine_as_test(
        LedgerAgainstAuditor,
        settings=settings(campaign.examples(25, 500), stateful_step_count=25),
    )
