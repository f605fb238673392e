"""A recorded coup as a worked example: events in, `mc-rules-examples/1` out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tables.games.core.cards import Card
from tables.games.trente_et_quarante.messages import (
    CardTurned,
    CoupAnnulled,
    Event,
    Opened,
    TalonCounted,
)
from tables.games.trente_et_quarante.rules import DEVICE, insured
from tables.games.trente_et_quarante.state import State, evolve
from tables.games.wheel import messages, record
from tables.games.wheel.messages import RoundClosed


@dataclass(slots=True, kw_only=True)
class Told(record.RoundReader):
    """What the events have said so far, and the cards that were turned."""

    cards: list[Card] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)

    def tell(self, event: messages.Event) -> None:
        before = self.state
        # By name: a class with slots is another one than its body knows.
        record.RoundReader.tell(self, event)
        match cast("Event", event):
            case Opened() as opened:
                for each in opened.held:
                    self._carry(each.party, each.laid)
            case CardTurned() as turned:
                self.cards.append(turned.card)
            case TalonCounted():
                self.flags["stop_card"] = True
            case CoupAnnulled(by=by) if by:
                self.flags["void"] = True
            # Prisoners are held over the end of a shoe, and no card is turned.
            case RoundClosed() if self.cards or self.flags:
                assert before is not None
                last = {"last_of_session": True} if before.last else {}
                self.outcomes.append({"cards": list(self.cards), **self.flags, **last})
            case _:
                pass

    def fold(self, event: messages.Event) -> State:
        return evolve(cast("State | None", self.state), event)

    def named(self, on: str) -> dict[str, Any]:
        bet, _, _ = on.partition(":")
        return {"bet": bet, "insured": True} if insured(on) else {"bet": bet}


def example_of(
    book: str, options: Mapping[str, Any], events: Sequence[Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    `None` when there is nothing to play: the coup was annulled, or nothing lay on the layout.
    """
    return record.finish_example(
        Told(device=DEVICE), options, cast("Sequence[messages.Event]", events)
    )
