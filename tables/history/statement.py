"""A wallet's statement by lines: all that a round moved is one, with its movements beneath it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from casino.ledger.services import Posting
from tables.history import carried_stakes, own_rounds
from tables.history.carried_stakes import CarriedReturn
from tables.history.own_rounds import RoundName
from tables.rows import parties


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A round that moved the wallet, or a movement of another kind."""

    postings: tuple[Posting, ...]
    """Newest first; never empty."""
    round: RoundName | None
    earlier: tuple[CarriedReturn, ...] = ()
    """What of it came back for stakes of earlier rounds."""

    @property
    def at(self) -> datetime:
        """When it moved the wallet last."""
        return self.postings[0].at

    @property
    def amount(self) -> int:
        """Minor units that the wallet gained; negative when it gave them."""
        return sum(each.amount for each in self.postings)

    @property
    def balance(self) -> int:
        """Minor units that the wallet held after the last of them."""
        return self.postings[0].balance


def without_cut_round(postings: Sequence[Posting], most: int) -> Sequence[Posting]:
    """Return at most so many postings, without the last round where it would be cut in two.

    A round that alone has more is cut.
    """
    if len(postings) <= most:
        return postings
    cut = postings[most].reference
    kept = [*postings[:most]]
    while cut.startswith("round:") and kept and kept[-1].reference == cut:
        kept.pop()
    return kept or postings[:most]


def statement_lines(postings: Sequence[Posting], player_id: int) -> list[StatementLine]:
    """Return postings, newest first, as lines: one of each round, where it moved them last."""
    names = own_rounds.round_names(each.reference for each in postings)
    found: dict[str, list[Posting]] = {}
    for each in postings:
        of_round = each.reference.startswith("round:") and each.reference in names
        found.setdefault(each.reference if of_round else f"posting:{each.id}", []).append(each)
    rounds = [names[key].id for key in found if key in names]
    earlier = carried_stakes.returns_of_earlier_stakes(rounds, parties.party_of(player_id))
    return [
        StatementLine(
            tuple(of),
            name := names.get(of[0].reference),
            earlier.get(name.id, ()) if name and key in names else (),
        )
        for key, of in found.items()
    ]
