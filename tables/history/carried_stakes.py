"""Stakes that stay over: the round in which each was laid, and what came back of it later.

A stake that a zero or a refait has caught, a prisoner, or a standing bet at the dice ends in a
later round than that of its stake. The ledger posts what is given back in the round that gives it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tables.games.core.money import Party
from tables.models import Round, RoundEvent

SPAN: Final = 50
"""Rounds before and after one in which its stakes are looked for."""


@dataclass(frozen=True, slots=True)
class CarriedReturn:
    """What one round gave back for stakes of another."""

    id: int
    """The other round: that of the stake, or that which gave back."""
    number: int
    """Its number at the table."""
    amount: int
    """Minor units given back, stakes included."""


@dataclass(slots=True)
class _Past:
    id: int
    bodies: list[Any] = field(default_factory=list)

    def held(self, party: Party) -> set[str]:
        """Return the stakes of a party that lay there when the round was opened."""
        return _named(self.bodies[0], party) if self.bodies else set()

    def laid_again(self, party: Party) -> set[str]:
        """Return the winning stakes of a party that were laid again for the next round."""
        again = [each for each in self.bodies if each["kind"].endswith(".restaked")]
        return set().union(*(_named(each, party) for each in again))


def _named(body: Mapping[str, Any], party: Party) -> set[str]:
    return {each["laid"]["id"] for each in body.get("held", ()) if each["party"] == party}


def returns_of_earlier_stakes(
    round_ids: Iterable[int], party: Party
) -> dict[int, tuple[CarriedReturn, ...]]:
    """Return what each of these rounds gave a party back for stakes of earlier rounds."""
    opened = RoundEvent.objects.filter(
        round__in=list(round_ids),
        kind__endswith=".opened",
        body__held__contains=[{"party": party}],
    ).values_list("round__table", "round__number")
    numbers: dict[int, list[int]] = defaultdict(list)
    for table_id, number in opened:
        numbers[table_id].append(number)
    found: dict[int, tuple[CarriedReturn, ...]] = {}
    for table_id, of_table in numbers.items():
        past = _past(table_id, min(of_table) - SPAN, max(of_table))
        found |= {past[number].id: _earlier(past, number, party) for number in of_table}
    return found


def returns_in_later_rounds(round_: Round, party: Party) -> tuple[CarriedReturn, ...]:
    """Return what later rounds gave a party back for its stakes of this one."""
    following = RoundEvent.objects.filter(
        round__table=round_.table_id,
        round__number=round_.number + 1,
        kind__endswith=".opened",
        body__held__contains=[{"party": party}],
    )
    if not following.exists():
        return ()
    past = _past(round_.table_id, round_.number - SPAN, round_.number + SPAN)
    found = []
    for number in range(round_.number + 1, round_.number + SPAN + 1):
        if number not in past or not past[number].held(party):
            break
        given = sum(each.amount for each in _earlier(past, number, party) if each.id == round_.pk)
        if given:
            found.append(CarriedReturn(past[number].id, number, given))
    return tuple(found)


def gain_adjustments(rounds: Iterable[tuple[int, int]], party: Party) -> dict[int, int]:
    """Return by how much each round's gain changes if all comes to the round of its stake.

    `rounds` are tables and numbers; the result is by round's id, in minor units, and has rounds
    near them too.
    """
    numbers: dict[int, list[int]] = defaultdict(list)
    for table_id, number in rounds:
        numbers[table_id].append(number)
    sums = Counter[int]()
    for table_id, of_table in numbers.items():
        past = _past(table_id, min(of_table) - SPAN, max(of_table) + SPAN)
        for number, each in past.items():
            if each.held(party):
                for given in _earlier(past, number, party):
                    sums[given.id] += given.amount
                    sums[each.id] -= given.amount
    return sums


def _past(table_id: int, first: int, last: int) -> dict[int, _Past]:
    """Return the rounds of a table with these numbers, by number, with all their events."""
    rows = RoundEvent.objects.filter(round__table=table_id, round__number__range=(first, last))
    found: dict[int, _Past] = {}
    for number, round_id, body in rows.order_by("seq").values_list(
        "round__number", "round_id", "body"
    ):
        found.setdefault(number, _Past(round_id)).bodies.append(body)
    return found


def _earlier(past: Mapping[int, _Past], number: int, party: Party) -> tuple[CarriedReturn, ...]:
    held, sums = past[number].held(party), Counter[int]()
    for body in past[number].bodies:
        for each in body.get("settled", ()):
            if each["party"] == party and each["id"] in held:
                # What is laid under this name from now on is a stake of this round.
                held.discard(each["id"])
                given = each["returned"] + each.get("fee", 0)
                sums[_origin(past, number, party, each["id"])] += given
    return tuple(
        CarriedReturn(past[of].id, of, amount) for of, amount in sorted(sums.items()) if amount
    )


def _origin(past: Mapping[int, _Past], number: int, party: Party, stake: str) -> int:
    """Return the round in which a stake was laid that lay there when this one was opened."""
    while number - 1 in past and stake in past[number].held(party):
        number -= 1
        if stake in past[number].laid_again(party):
            break
    return number
