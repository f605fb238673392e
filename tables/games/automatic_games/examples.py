"""Worked examples of the catalogue, played on the engine that the machines use."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tables.games.automatic_games import account, play, poker, staff
from tables.games.automatic_games.messages import EMPTY, Dealt, Event, HandPaid, Opened
from tables.games.automatic_games.record import STAFF, position_of, ref_of
from tables.games.automatic_games.rules import Medium, Rules
from tables.games.automatic_games.state import State, evolve
from tables.games.core.cards import Card
from tables.games.core.course import Course
from tables.games.core.examples import ExampleBet, Json, parse_whole_number, settled_state
from tables.games.core.money import Amount, Party, Place
from tables.games.core.protocol import PresentedTicket, Refused

_MEDIA: Final[Mapping[str, Medium]] = {
    "insert_note": "note",
    "insert_card": "card",
    "insert_coin": "coin",
}
_CALLED: Final = {
    "ticket_used": "already_decided",
    "ticket_of_another": "not_owner",
    "not_awaited": "already_decided",
}
"""What the catalogue calls our refusals of a ticket, and of a payment by hand."""


def _found(decision: Json) -> dict[str, Any]:
    """Return what the supervisor finds that a game ought to have paid, and who showed himself."""
    return {
        "due": parse_whole_number(decision.get("due", 0)),
        "identified": decision.get("identified") is True,
    }


class MachineTable:
    """A position whose results are written down beforehand, and which may hold something."""

    def __init__(self, rules: Rules, carried: Json | None = None) -> None:
        found = position_of(carried) if carried is not None else EMPTY
        self.rules = rules
        self.slips: dict[str, ExampleBet] = {}
        self.wallets = None
        numbers = [each.number for each in found.games]
        if found.hand:
            numbers.append(found.meters.games)
        self._games = {ref_of(number): number for number in numbers}
        """The number of the game that a bet became."""
        self._accounts: dict[Party, dict[str, int]] = {}
        """What came from each wallet, and went into it."""
        self._step = 0
        self._state: State = evolve(None, Opened(found))

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self._step = step

    @property
    def takes_stakes(self) -> bool:
        return True

    def bet(self, bet: Json) -> None:
        free = bet["bet"] == "free"
        if bet["bet"] != "play" and not free:
            raise Refused("not_a_combination")
        self._open()
        stake = parse_whole_number(bet["stake"])
        if free:
            played = account.play_free_game(self._state)
        else:
            played = account.play_game(self.rules, self._state, Party(bet["player"]), stake)
        self._tell(played)
        ref = bet["ref"]
        self._games[ref] = self._state.now.meters.games
        self.slips[ref] = ExampleBet(bet["player"], "open", paid=played.amount)

    def compare_claims(self) -> None:
        pass

    def decide(self, decision: Json) -> None:
        action, player = decision["action"], decision["player"]
        if action in STAFF and STAFF[action] != player:
            raise Refused("not_owner")
        self._open()
        if action in STAFF:
            self._by_staff(action, player, decision)
        else:
            self._by_player(action, Party(player), decision)

    def _by_player(self, action: str, party: Party, decision: Json) -> None:
        rules, state = self.rules, self._state
        match action:
            case "insert_ticket":
                self._insert(party, decision["ticket"], parse_whole_number(decision["amount"]))
            case "insert_note" | "insert_card" | "insert_coin":
                amount = parse_whole_number(decision["amount"])
                self._tell(account.load_credits(rules, state, party, _MEDIA[action], amount))
            case "cash_out":
                amount = parse_whole_number(decision.get("amount", 0))
                if amount < 0 or ("amount" in decision and not amount):
                    raise Refused("below_min")
                medium, ticket = decision["value"], decision.get("ticket", "")
                self._tell(account.cash_out(rules, state, party, medium, amount, ticket))
            case "present_id":
                if state.holder != party:
                    raise Refused("not_owner")
                self._tell(staff.identify_owner(state, ""))
            case "complaint":
                self._tell(staff.file_complaint(state, party, self._game(decision)))
            case "leave":
                self._tell(account.orphan_credits(state, party))
            case "hold" | "hold_all":
                chosen = poker.ALL if action == "hold_all" else tuple(decision["value"])
                self._tell(account.hold_cards(state, party, chosen))
            case "expire":
                self._tell(account.return_credits(state))
            case _:
                raise ValueError(f"Nobody can {action}.")

    def _insert(self, party: Party, number: str, amount: int) -> None:
        """Present a ticket: of one that the position does not know the example says all."""
        rules, state = self.rules, self._state
        bound = rules.ticket_bound_to_player
        found = next((each for each in state.now.tickets if each.code == number), None)
        if found is None:
            ticket = PresentedTicket(number, Amount(amount), party, "issued", bound)
        elif found.amount == amount:
            ticket = PresentedTicket(number, found.amount, found.party, found.state, bound)
        else:
            raise Refused("already_decided")
        try:
            self._tell(account.redeem_ticket(rules, state, party, ticket))
        except Refused as refused:
            raise Refused(_CALLED.get(refused.code, refused.code)) from None

    def _by_staff(self, action: str, by: str, decision: Json) -> None:
        rules, state = self.rules, self._state
        match action:
            case "hand_pay":
                newest = state.now.games[0].number if state.now.games else 0
                if self._game(decision) != newest:
                    raise Refused("already_decided")
                try:
                    self._tell(staff.pay_by_hand(rules, state, by))
                except Refused as refused:
                    raise Refused(_CALLED.get(refused.code, refused.code)) from None
            case "machine_check":
                self._tell(staff.check_device(state, by, right=decision["value"] == "ok"))
            case "open_machine":
                identified = decision["value"] is True
                self._tell(staff.open_machine(state, by if identified else ""))
            case "close_machine":
                self._tell(staff.close_machine(state, by, decision.get("value") or ""))
            case "mechanic_statement":
                self._tell(staff.hear_mechanic(state, by, self._game(decision)))
            case "complement":
                amount = parse_whole_number(decision["amount"])
                number = self._game(decision)
                self._tell(
                    staff.pay_complement(rules, state, by, number, amount, **_found(decision))
                )
            case _:
                amount, number = parse_whole_number(decision["value"]), self._game(decision)
                found = _found(decision)
                self._tell(*staff.decide_complaint(rules, state, by, number, amount, **found))

    def _game(self, decision: Json) -> int:
        """Return the number of the game that a decision is about; refuses one never played."""
        number = self._games.get(str(decision.get("bet")))
        if number is None:
            raise Refused("not_awaited")
        return number

    def close(self) -> None:
        pass

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        if "broken_off" in outcome:
            self._broken_off(outcome["by"])
            return
        if self._state.stage != "spinning":
            raise Refused("not_awaited")
        for each in during:
            decide(each)
        if "dealt" in outcome:
            cards = tuple([Card(each) for each in outcome["dealt"]])
            self._tell(Dealt(self._state.player, cards))
            return
        course = Course(self.rules, self._state, evolve)
        due = parse_whole_number(outcome["win"])
        paid, brought = (
            parse_whole_number(outcome.get("paid", due)),
            parse_whole_number(outcome.get("free", 0)),
        )
        play.end_game(course, Amount(due), Amount(paid), brought=brought)
        self._state = course.state
        self._book(course.events)
        ended = self._state.ended
        assert ended is not None
        if not ended.by_hand:
            self._settle(ended.number, ended.paid)

    def _broken_off(self, by: str) -> None:
        broken = play.broken_off(self._state, by)
        # What is given back beside the credits is the stake of the game that waits.
        stake = broken.amount - self._state.now.balance
        self._tell(broken)
        for slip in self.slips.values():
            if slip.state == "open":
                slip.close("cancelled", stake, self._step)

    def table_facts(self) -> dict[str, Any]:
        """Return what an example may expect of the machine after its last step, by name."""
        now = self._state.now
        meters = now.meters.in_credits(self.rules.denomination_cents)
        return {
            "balance": now.balance,
            "hand_stake": now.hand_stake,
            "meters": {**meters, "hopper": now.hopper // self.rules.denomination_cents},
            "tickets": {each.code: each.state for each in now.tickets},
            "pending_hand_pay": now.owed,
            "orphans": now.orphans,
            "complements": now.complements,
            "in_service": now.in_service,
            "owner": now.owner,
            "accounts": self._accounts,
        }

    def _open(self) -> None:
        """Open the next round, where the last one is over."""
        if self._state.stage == "closed":
            self._state = evolve(self._state, Opened(self._state.now))

    def _tell(self, *events: Event) -> None:
        self._book(events)
        for event in events:
            self._state = evolve(self._state, event)
            if isinstance(event, HandPaid):
                self._settle(self._state.now.games[0].number, event.amount)

    def _book(self, events: Sequence[Event]) -> None:
        for move in (move for event in events for move in event.moves):
            if Place.WALLET in (move.source, move.target):
                account = self._accounts.setdefault(move.party, {"staked": 0, "returned": 0})
                account["staked" if move.source is Place.WALLET else "returned"] += move.amount

    def _settle(self, number: int, paid: int) -> None:
        for ref, each in self._games.items():
            # A game of an earlier round has no slip here.
            if each == number and ref in self.slips:
                slip = self.slips[ref]
                slip.close(settled_state(slip.paid, paid), paid, self._step)
