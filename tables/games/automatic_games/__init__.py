"""The machines as the rest of the house sees them: a position is a table of one seat."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tables.games.automatic_games import account, clause_index, play, rules, staff, view, words
from tables.games.automatic_games import state as _state
from tables.games.automatic_games.machines import MACHINES, Poker
from tables.games.automatic_games.mc import BOOK
from tables.games.automatic_games.messages import (
    CashedOut,
    Command,
    Complemented,
    Event,
    GameEnded,
    HandPaid,
    InsertTicket,
    Loaded,
    Played,
    SessionBroken,
)
from tables.games.automatic_games.rules import Rules
from tables.games.automatic_games.state import State
from tables.games.automatic_games.view import View
from tables.games.core import incidents, protocol
from tables.games.core.demo import DemoTable
from tables.games.core.examples import play as play_steps
from tables.games.core.modules import ModuleGame, Modules
from tables.games.core.money import Amount, Move, Party
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.round_conversion import RoundConversion
from tables.games.core.words import Words

_DEMO: Final = {
    "table_min_cents": 1_00,
    "table_max_cents": 20_00,
    "stake_increment_cents": 1_00,
    "denomination_cents": 10,
    "accepts": ["note", "card", "ticket"],
}
DEMO: Final = (
    DemoTable("Machine Larvotto", "MC-AUTO/demo", "MC", _DEMO),
    DemoTable("Machine Garnier", "MC-AUTO/stars", "MC", {**_DEMO, "machine": "five_stars"}),
    DemoTable(
        "Machine Saint-Roman", "MC-AUTO/poker", "MC", {**_DEMO, "machine": "jacks_or_better"}
    ),
)
_GAME_ENDED: Final = "automatic_games.game_ended"


class AutomaticGames(ModuleGame[Rules, State, Command, Event, View]):
    """A round is one game, of cards half of one; credits, meters and debts stay there."""

    key: Final = "automatic_games"
    modules: Final = Modules(play, _state, view)
    wire: Final = protocol.Wire(Command, Event, View, prefix="AutomaticGames")
    books: Final[Mapping[str, protocol.Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = protocol.Wording.of(words)
    clause_index: Final = clause_index.INDEX

    @property
    def printed_layout(self) -> Mapping[str, Any]:
        """The technical sheet of every machine: its reels, if any, what it pays and returns.

        And how far a game's pay lies about that.
        """
        from tables.games.automatic_games.spread import spread

        return {
            "machines": {
                key: {**machine.to_json(), **spread(machine).to_json()}
                for key, machine in MACHINES.items()
            }
        }

    def contradictions(self, rules_: Rules, chosen: Mapping[str, Any]) -> Iterator[str]:
        return rules.contradictions(rules_)

    def equipment(self, rules: Rules) -> protocol.Equipment:
        return rules.sheet.draw

    def needs(self, rules: Rules) -> protocol.Needs:
        return protocol.Needs(exchange=protocol.Exchange.ROAMING)

    def box_count(self, rules: Rules) -> int:
        return 1

    def needs_another_round(self, rules: Rules, state: State) -> bool:
        return play.needs_another_round(state)

    def on_layout(self, state: State) -> Amount:
        return Amount(state.now.balance + state.stake)

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset({state.holder} - {""})

    def stake_changes(self, event: Event) -> Iterable[tuple[Party, int]]:
        """Return the stake of a game: credits were brought before, and may be taken back."""
        if isinstance(event, Played) and not event.free:
            return ((event.party, event.amount),)
        return ()

    def voiding_event(self, state: State, moves: tuple[Move, ...], reason: str) -> protocol.Voided:
        return protocol.Voided(reason, account.undo_moves(moves))

    def ticket_code(self, command: Command) -> str:
        return command.code if isinstance(command, InsertTicket) else ""

    def ticket(
        self, rules: Rules, event: Event
    ) -> protocol.TicketIssue | protocol.TicketUse | None:
        match event:
            case CashedOut(party, "ticket", amount):
                bound, days = rules.ticket_bound_to_player, rules.ticket_validity_days
                return protocol.TicketIssue(party, amount, bound, days)
            case Loaded(party, "ticket", ticket=number):
                return protocol.TicketUse(number, party)
            case _:
                return None

    def hand_pay(self, rules: Rules, event: Event) -> protocol.PaidByHand | None:
        match event:
            case GameEnded(party, paid=paid, by_hand=True):
                return protocol.HandPayOwed(party, paid)
            case HandPaid(by, party, amount, means=means):
                return protocol.HandPayMade(party, amount, means, Party(by))
            case Complemented(by, party, game, amount, due=due, paid=paid, identified=identified):
                return protocol.ComplementPaid(
                    party, game, due, paid, amount, Party(by), identified
                )
            case protocol.Voided():
                return protocol.HandPayUndone()
            case _:
                return None

    def contested_game(self, state: State) -> protocol.ContestedGame | None:
        game = staff.contested_game(state)
        return (
            protocol.ContestedGame(game.party, game.number, game.due, game.paid) if game else None
        )

    def game_start(self, rules: Rules, event: Event) -> protocol.GameStart | None:
        if isinstance(event, Played):
            return protocol.GameStart(event.party, rules.pace_ms, by_itself=event.free)
        return None

    def last_rounds_notice(self, rules: Rules) -> int:
        """Return one: in the last round credits go back to their owner."""
        return 1

    @property
    def staff_orders(self) -> Mapping[str, Words]:
        return words.ORDERS

    @property
    def staff_orders_at_rest(self) -> frozenset[str]:
        return frozenset(words.ORDERS)

    def incident(self, rules: Rules, event: Event) -> protocol.Incident | None:
        """Return what the control is notified of: a void game, a broken session (art. 24)."""
        return incidents.round_incident(event, SessionBroken)

    def result(self, state: State) -> str:
        """Return what the game paid in minor units; `dealt` where its cards have still to be held.

        Nothing where none was played.
        """
        if state.voided:
            return "void"
        if state.now.hand:
            return "dealt"
        return str(state.ended.paid) if state.ended else ""

    def meter_totals(self, state: State) -> tuple[protocol.MeterTotal, ...]:
        return state.now.meters.meter_totals(state.stake)

    def box_totals(self, state: State) -> protocol.BoxTotals:
        meters = state.now.meters
        return protocol.BoxTotals(notes=meters.note_box, coins=meters.cash_box)

    def return_sheet(self, rules: Rules) -> protocol.ReturnSheet:
        from tables.games.automatic_games.spread import most, own_return

        machine = rules.sheet
        by_skill = isinstance(machine, Poker)
        return protocol.ReturnSheet(
            _GAME_ENDED, own_return(machine), most(machine), independent_of_play=not by_skill
        )

    @property
    def device_orders(self) -> protocol.DeviceOrders:
        return protocol.DeviceOrders(
            "open_machine", "close_machine", "identify", "decide_complaint"
        )

    def meter_readings(self, rules: Rules, state: State) -> Mapping[str, int]:
        return view.meters(rules, state)

    def technical_sheet(self, rules: Rules) -> protocol.TechnicalSheet:
        return rules.sheet.filed

    def stake_limits(self, rules: Rules) -> tuple[int | None, int | None]:
        return rules.least, rules.most

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        return DEMO

    @property
    def pricing(self) -> Pricing:
        from tables.games.automatic_games import prices

        return replace(
            simple_pricing(prices.report), pages=prices.PAGES, terminal_lines=prices.lines
        )

    @property
    def round_conversion(self) -> RoundConversion:
        # Only who examines a round needs its writer.
        from tables.games.automatic_games import record

        return RoundConversion(
            "mc-rules-examples/1", record.example_of, record.totals, record.carried
        )

    def play_example(
        self, example: Mapping[str, Any], options: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        # Only who plays examples needs their reader.
        from tables.games.automatic_games.examples import MachineTable

        wanted = {**options, **example.get("options", {})}
        table = MachineTable(self.amend(BOOK.key, wanted), example.get("carried"))
        return play_steps(example, table)


AUTOMATIC_GAMES: Final = AutomaticGames()
