"""The proofs of a round's cards: those that everybody is shown, and those of one party alone.

A proof holds the card's salt, so that of a card which lies face down is as secret as the card.
What lies face up is counted by the engine's state and not by what has left the shoe: a reader
without a lock may see a card gone whose event he has not seen yet.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from casino.rng import shoes
from casino.rng.models import Shoe
from tables.games.core.money import Party
from tables.games.core.protocol import AnyGame
from tables.rows.table_rows import Surroundings
from tables.wire import outgoing


def wire_proofs(shoe_id: UUID, opened: Iterable[shoes.Opening]) -> tuple[outgoing.CardOpened, ...]:
    """Return openings of a shoe's commitment as wire messages."""
    return tuple(
        [outgoing.CardOpened(each.place, each.face, each.proof, str(shoe_id)) for each in opened]
    )


def proofs_of_turned_up(
    before: Any,
    game: AnyGame,
    state: Any,
    around: Surroundings,
    drawn: Sequence[outgoing.CardOpened],
) -> tuple[outgoing.CardOpened, ...]:
    """Return the cards that a step turned up, in the order in which they were drawn.

    `before` is the state before it, `None` when the step opened the round; `drawn` are the cards
    that left the shoe in it.
    """
    if (faces := game.face_up_cards(state)) is None:
        return tuple(drawn)
    seen = None if before is None else game.face_up_cards(before)
    return _by_draw(around, faces - (seen or frozenset()), drawn)


def proofs_of_own_cards(
    game: AnyGame,
    state: Any,
    around: Surroundings,
    party: Party,
    drawn: Sequence[outgoing.CardOpened] = (),
) -> tuple[outgoing.CardOpened, ...]:
    """Return the proofs of the face-down cards that this party holds."""
    return _by_draw(around, game.face_down_cards_of(state, party), drawn)


def proofs_of_round(
    game: AnyGame, state: Any, around: Surroundings
) -> tuple[outgoing.CardOpened, ...]:
    """Return all cards of the round in play, or the last one, that lie face up.

    None once its shoe has left the table; a refill's first card is burnt unseen (ON-83).
    """
    round_, shoe = around.round, around.shoe
    if round_ is None or shoe is None or round_.shoe_id is None:
        return ()
    if (faces := game.face_up_cards(state)) is not None:
        return _by_draw(around, faces, ())
    if round_.shoe_id == shoe.id:
        return _of(UUID(shoe.id), round_.first_card, shoe.position)
    if round_.status != "running":
        return ()
    ran_out = UUID(round_.shoe_id)
    size = Shoe.objects.values_list("size", flat=True).get(pk=ran_out)
    return _of(ran_out, round_.first_card, size) + _of(UUID(shoe.id), 1, shoe.position)


def _of(shoe_id: UUID, first: int, until: int) -> tuple[outgoing.CardOpened, ...]:
    return (
        wire_proofs(shoe_id, shoes.openings(shoe_id, first, until - first)) if until > first else ()
    )


def _by_draw(
    around: Surroundings, numbers: frozenset[int], drawn: Sequence[outgoing.CardOpened]
) -> tuple[outgoing.CardOpened, ...]:
    """Return the round's cards of these numbers; `drawn` spares asking for what is at hand."""
    round_, shoe = around.round, around.shoe
    if round_ is None or shoe is None or round_.shoe_id != shoe.id:
        return ()
    at_hand = {each.place: each for each in drawn}
    opened: list[outgoing.CardOpened] = []
    for number in sorted(numbers):
        place = round_.first_card + number
        known = at_hand.get(place)
        opened += (known,) if known else _of(UUID(shoe.id), place, place + 1)
    return tuple(opened)
