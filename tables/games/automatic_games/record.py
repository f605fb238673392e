"""A recorded round at a machine as a worked example: events in, `mc-rules-examples/1` out.

Copies what the position held, what was done there and what the reels paid, and nothing that the
engine made of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tables.games.automatic_games import messages
from tables.games.automatic_games.machines import Win
from tables.games.automatic_games.meters import Meters
from tables.games.core.examples import Json, RecordedSteps, check_accepted
from tables.games.core.protocol import Voided

STAFF: Final = {
    "hand_pay": "supervisor",
    "complement": "supervisor",
    "decide_complaint": "supervisor",
    "machine_check": "games_management",
    "mechanic_statement": "mechanic",
    "open_machine": "mechanic",
    "close_machine": "mechanic",
}
"""Which of the staff does what, as examples name them."""


def ref_of(game: int) -> str:
    """Return how a worked example names the game of this number, such as `g12`."""
    return f"g{game}"


@dataclass(slots=True, kw_only=True)
class _Told(RecordedSteps):
    """What the events have said so far."""

    found: messages.Position = messages.EMPTY
    outcomes: list[dict[str, Any]] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    found_due: dict[str, Any] = field(default_factory=dict)
    """What the decision of a complaint that comes next has found."""

    def tell(self, event: messages.Event) -> None:
        """Take one event in."""
        match event:
            case messages.Opened(found):
                self.found = found
            case messages.Loaded(party, medium, amount, ticket=ticket):
                named = {"ticket": ticket} if ticket else {}
                self._do(party, f"insert_{medium}", amount=amount, **named)
            case messages.Played(party, amount, free):
                self.players.add(party)
                name = "free" if free else "play"
                bet = {"ref": ref_of(self._newest + 1), "player": party, "bet": name}
                self.bets.append({**bet, "stake": amount, "at": 0})
            case messages.Dealt(_, cards):
                self.outcomes.append({"dealt": list(cards)})
            case messages.Held(party, positions, timed_out):
                # Who does not choose holds all five.
                action = "hold_all" if timed_out else "hold"
                self._do(party, action, value=list(positions))
            case messages.GameEnded(_, due, paid, brought=brought):
                outcome = {"win": due, "paid": paid}
                self.outcomes.append({**outcome, "free": brought} if brought else outcome)
            case messages.CashedOut(party, medium, amount, timed_out=timed_out):
                if timed_out:
                    self._do(party, "expire")
                else:
                    self._do(party, "cash_out", value=medium, amount=amount)
            case messages.SessionBroken(by):
                self.outcomes.append({"broken_off": True, "by": by})
            case messages.Identified(party):
                self._do(party, "present_id")
            case messages.Complained(party, game):
                self._do(party, "complaint", bet=ref_of(game))
            case _:
                self._tell_of_staff(event)

    def _tell_of_staff(self, event: messages.Event) -> None:
        match event:
            case messages.DeviceChecked(_, right):
                self._order("machine_check", value="ok" if right else "fault")
            case messages.HandPaid():
                self._order("hand_pay", bet=ref_of(self._newest + len(self.bets)))
            case messages.MechanicHeard(_, game):
                self._order("mechanic_statement", bet=ref_of(game))
            case messages.Complemented(due=due, identified=identified):
                self.found_due = {"due": due, "identified": identified}
            case messages.ComplaintDecided(_, game, granted):
                self._order("decide_complaint", bet=ref_of(game), value=granted, **self.found_due)
                self.found_due = {}
            case messages.MachineOpened():
                self._order("open_machine", value=True)
            case messages.MachineClosed(_, reason):
                self._order("close_machine", value=reason)
            case _:
                pass

    @property
    def _newest(self) -> int:
        """The number of the last game that was played before the round."""
        return self.found.meters.games

    def _do(self, party: str, action: str, **more: Any) -> None:
        self.players.add(party)
        self._order(action, party, **more)

    def _order(self, action: str, by: str = "", **more: Any) -> None:
        phase = "open" if self.bets and not self.outcomes else "before"
        by = by or STAFF[action]
        self.decide(by, action, at=len(self.outcomes), phase=phase, **more)


def example_of(
    book: str, options: Mapping[str, Any], events: Sequence[messages.Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or nothing was done in it.
    """
    told = _Told()
    for event in events:
        if isinstance(event, Voided):
            return None
        told.tell(event)
    if not (told.bets or told.decisions or told.outcomes):
        return None
    return {
        "options": dict(options),
        "players": sorted(told.players),
        "carried": asdict(told.found),
        "bets": told.bets,
        "decisions": told.decisions,
        "outcomes": told.outcomes,
    }


def _game_of(written: Json) -> messages.Game:
    wins = (Win(**{**each, "symbols": tuple(each["symbols"])}) for each in written.get("wins", ()))
    kept = {name: tuple(written.get(name, ())) for name in ("stops", "cards")}
    return messages.Game(**{**written, **kept, "wins": tuple(wins)})


def position_of(carried: Json) -> messages.Position:
    """Return what a position held, as `example_of` wrote it."""
    games = (_game_of(each) for each in carried["games"])
    return messages.Position(
        **{
            **carried,
            "meters": Meters(**carried["meters"]),
            "games": tuple(games),
            "tickets": tuple(messages.Ticket(**each) for each in carried["tickets"]),
            "hand": tuple(carried.get("hand", ())),
        }
    )


def totals(example: Json, result: Json) -> dict[str, dict[str, int]]:
    """Return what each player brought to the position, took from it and left there.

    In minor units; credits, and the stake of a hand that waits, are told of whoever owns them.
    Raises `ValueError` where the result refuses a decision or an outcome, which the round has had.
    """
    check_accepted(result)
    table = result["table"]
    found = {party: {**each, "left": 0} for party, each in table["accounts"].items()}
    if left := table["balance"] + table["hand_stake"]:
        nothing = {"staked": 0, "returned": 0}
        found[table["owner"]] = {**found.get(table["owner"], nothing), "left": left}
    return found


def carried(example: Json) -> int:
    """Return what the round found in credits, and staked on a hand that waits, in minor units."""
    found = example["carried"]
    lies: int = found["balance"] + found.get("hand_stake", 0)
    return lies
