"""The same bookkeeper beside the whole house: every game is played, rounds are annulled, disputed.

What a coup is worth, each game's own laws say. Here every chip that a round's events move is booked
again, place by place, and what is annulled or corrected is worked out: the ledger agrees to the
cent.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any, Final
from uuid import uuid4

import hypothesis.strategies as st
import pytest
from django.db.models import Max
from hypothesis import Phase, settings
from hypothesis.stateful import initialize, invariant
from pytest_django import Settings

from casino.celery import app
from casino.ledger import services as ledger
from casino.players.services import wallet_of
from tables.disputes import services as disputes
from tables.funds import accounts
from tables.games import GAMES
from tables.incidents import services as incidents
from tables.models import BetEarnings, DisputeRuling, Round, RoundEvent
from tables.revenue import earnings, takings
from tests import campaign
from tests.archive.playing import OPTIONS, PEOPLE, Play
from tests.floor import House, open_house, text_of
from tests.tables import test_cage_bookkeeper as cage
from tests.tables.test_disputes import management

GAMES_OF_THE_CAGE: Final = {"blackjack": "croupier", "punto_banco": "changer"}
"""Games that are played at the tables where cash is changed."""
MANAGEMENT: Final = ("gail", "hugo")
BY_ONE: Final = 5_00
"""Above this a correction wants a second person, minor units."""
CORRECTIONS: Final = (0, 1, 3_00, BY_ONE, BY_ONE + 1, 40_00, -2_00, -700_00)
OF_A_TABLE: Final = ("layout", "float", "bank", "garage", "levy", "note_box")
STAY: Final = frozenset({"bank", "garage"})
"""What lies there stays when a coup is annulled: a banker's chips."""


@dataclass
class Case:
    """A dispute in the book."""

    round: int
    player: str
    decided: bool = False
    waits: tuple[str, int] | None = None
    """Who has ruled, and by how much, where a second person must agree."""
    final: tuple[str, str] = ("", "")
    """Who ruled and who seconded."""


@dataclass
class Played:
    """A round in the book."""

    table: str
    over: bool = False
    moves: list[tuple[str, str, int]] = field(default_factory=list)
    """From where to where, minor units."""
    had_part: set[str] = field(default_factory=set)


def place(table: str, name: str, move: Mapping[str, Any], people: Mapping[str, str]) -> str:
    """Return the bookkeeper's name of a move's end."""
    if name == "wallet":
        return f"wallet:{people[move['party']]}"
    return "tickets" if name == "tickets" else f"{name}:{table}"


class HouseAgainstBookkeeper(cage.CageAgainstBookkeeper):
    """Cage and tables, and the felt between them."""

    play: Play

    @initialize(seed=st.integers(0, 2**64 - 1))
    def open_the_book(self, seed: int = 0) -> None:
        super().open_the_book()
        self.chance = Random(seed)
        self.rounds: dict[int, Played] = {}
        self.cases: dict[int, Case] = {}
        self.seen = RoundEvent.objects.aggregate(last=Max("pk"))["last"] or 0
        self.names = {str(self.people[name].pk): name for name in PEOPLE}
        self.by_id = {house.table_id: name for name, house in self.tables.items()}

    def begin_anew(self, name: str, house: House) -> None:
        """End what an earlier run has left in play: its moves are in no book of this one."""
        if name in cage.TABLES:
            super().begin_anew(name, house)
        else:
            self.end(house)

    def end(self, house: House) -> None:
        """Let the clock run out until no round is in play."""
        for _ in range(200):
            if not self.play.live(house).running:
                return
            self.play.late(house)
        raise AssertionError(f"{house.table}: the round does not end")

    @invariant()
    def the_tables_go_on(self) -> None:
        """Do something on the floor between any two acts at the cage.

        By a chance of its own: of rules and games Hypothesis leaves most out of each run.
        """
        if not hasattr(self, "seen"):
            return
        chance = self.chance
        game, player = chance.choice(sorted(GAMES)), chance.choice(PEOPLE)
        nth, by = chance.randrange(3), chance.choice(MANAGEMENT)
        match chance.randrange(8):
            case 0 | 1 | 2:
                self.play_a_while(game, chance.randrange(2**32), chance.randint(5, 20))
            case 3:
                self.end_a_round(game)
            case 4:
                self.annul_a_round(game)
            case 5:
                self.dispute_a_round(player, nth)
            case 6:
                self.rule_on_a_dispute(nth, by, chance.choice(CORRECTIONS), chance.random() < 0.8)
            case 7:
                self.second_a_ruling(nth, by)
        self.the_ledger_agrees()

    def the_takings_agree(self) -> None:
        """Count what each table and each bet has brought: all comes to the same."""
        takings.count_takings()
        earnings.count_ended_rounds()
        assert takings.audit_takings()[1] == []
        assert earnings.audit_earnings() == []

    def teardown(self) -> None:
        super().teardown()
        if hasattr(self, "seen"):
            self.the_takings_agree()

    def play_a_while(self, game: str, luck: int, steps: int) -> None:
        house = self.tables[GAMES_OF_THE_CAGE.get(game, game)]
        self.play.chance = Random(luck)
        for _ in range(steps):
            self.play.step(house)

    def end_a_round(self, game: str) -> None:
        house = self.tables[GAMES_OF_THE_CAGE.get(game, game)]
        self.end(house)

    def annul_a_round(self, game: str) -> None:
        name = GAMES_OF_THE_CAGE.get(game, game)
        table_id = self.tables[name].table_id
        running = Round.objects.filter(table=table_id, status="running").first()
        expected = "" if running else "no_round"
        if running and (round_ := self.rounds.get(running.pk)):
            owed: dict[str, int] = defaultdict(int)
            for source, target, amount in undone(round_.moves):
                owed[source] += amount
                owed[target] -= amount
            short = [each for each, sum_ in owed.items() if sum_ > self.free(each)]
            if any(each.startswith("wallet:") for each in short):
                expected = "overdrawn"
        answer = cage.said(
            lambda: incidents.void_round(
                table_id, operator=self.people["chief"], reason="a glass fell"
            )
        )
        assert answer == expected

    def free(self, account: str) -> int:
        """Return what an account may give: of a wallet, seats may have reserved a part."""
        held = self.books.held[account]
        if not account.startswith("wallet:"):
            return held
        return held - wallet_of(self.people[account.partition(":")[2]].pk).account.reserved

    def dispute_a_round(self, player: str, nth: int) -> None:
        known = list(self.rounds)
        if not known:
            return
        number = known[-1 - nth % len(known)]
        round_, expected = self.rounds[number], ""
        if player not in round_.had_part:
            expected = "no_stake_there"
        elif not round_.over:
            expected = "round_not_over"
        elif any((each.round, each.player) == (number, player) for each in self.cases.values()):
            expected = "already_disputed"
        order, filed = uuid4(), set[int]()

        def file() -> None:
            filed.add(
                disputes.file_dispute(
                    number, player=self.people[player], kind="other", words="Non !", order=order
                ).pk
            )

        for _ in range(2):
            assert cage.said(file) == expected, (round_.table, player)
        if not expected:
            (case,) = filed
            self.cases[case] = Case(number, player)

    def rule_on_a_dispute(self, nth: int, by: str, amount: int, upheld: bool) -> None:
        if not (number := self.case(nth)):
            return
        case, order = self.cases[number], uuid4()
        expected = ""
        if case.decided:
            expected = "dispute_decided"
        elif amount and not upheld:
            expected = "rejected_moves_nothing"
        elif abs(amount) <= BY_ONE:
            expected = self.correct(case, amount, (by, ""))
        else:
            case.waits = (by, amount)
        player = self.people[case.player].pk
        for _ in range(2):
            answer = cage.said(
                lambda: disputes.rule_on_dispute(
                    number,
                    operator=self.people[by],
                    upheld=upheld,
                    corrections={player: amount},
                    reason="seen",
                    order=order,
                )
            )
            assert answer == expected

    def second_a_ruling(self, nth: int, by: str) -> None:
        if not (number := self.case(nth)):
            return
        case = self.cases[number]
        ruling = DisputeRuling.objects.filter(dispute=number).order_by("-pk").first()
        if ruling is None:
            return
        if case.decided:
            expected = "" if case.final[1] == by else "dispute_decided"
        elif case.waits is None:
            return
        elif case.waits[0] == by:
            expected = "four_eyes"
        else:
            expected = self.correct(case, case.waits[1], (case.waits[0], by))
        for _ in range(2):
            answer = cage.said(lambda: disputes.second_ruling(ruling.pk, operator=self.people[by]))
            assert answer == expected

    def correct(self, case: Case, amount: int, final: tuple[str, str]) -> str:
        """Return why a correction cannot be made, or make it: the dispute is decided with it."""
        wallet = f"wallet:{case.player}"
        if self.free(wallet) < -amount:
            return "overdrawn"
        self.books.move("capital", wallet, amount)
        case.decided, case.final, case.waits = True, final, None
        return ""

    def case(self, nth: int) -> int | None:
        """Return one of this run's disputes, if there are any."""
        known = list(self.cases)
        return known[-1 - nth % len(known)] if known else None

    @invariant()
    def the_ledger_agrees(self) -> None:
        if hasattr(self, "seen"):
            self.book_what_was_played()
        super().the_ledger_agrees()
        if hasattr(self, "seen"):
            self.nothing_lies_where_nobody_plays()

    def nothing_lies_where_nobody_plays(self) -> None:
        """What has no stakes on it holds none: but for those that stay over for the next round."""
        for name, house in self.tables.items():
            live = self.play.live(house)
            if not live.running:
                lies = int(live.game.on_layout(live.state)) if live.state else 0
                held = sum(self.books.held[f"{each}:{name}"] for each in ("layout", "bank"))
                assert held + self.books.held[f"garage:{name}"] == lies, name

    def book_what_was_played(self) -> None:
        """Book what the rounds' events say has moved since, step by step."""
        rows = RoundEvent.objects.filter(pk__gt=self.seen).order_by("pk")
        found = list(rows.values("pk", "table_id", "round_id", "kind", "body", "at"))
        for (table_id, _), step in groupby(found, key=lambda row: (row["table_id"], row["at"])):
            self.book_step(self.by_id[table_id], list(step))
        if found:
            self.seen = found[-1]["pk"]
            running = Round.objects.filter(pk__in=self.rounds, status="running")
            going = set(running.values_list("pk", flat=True))
            for number, round_ in self.rounds.items():
                round_.over = number not in going

    def book_step(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Book one step, and what its float lacks for it."""
        moves: list[tuple[str, str, int]] = []
        for row in rows:
            round_ = self.rounds.setdefault(row["round_id"], Played(table))
            told = row["body"]["moves"]
            round_.had_part |= {self.names[each["party"]] for each in told if each["party"]}
            if row["kind"] == "table.voided":
                moves += undone(round_.moves)
                continue
            moved = [
                (
                    place(table, each["source"], each, self.names),
                    place(table, each["target"], each, self.names),
                    each["amount"],
                )
                for each in told
            ]
            round_.moves += moved
            moves += moved
        own = f"float:{table}"
        taken = sum(amount for source, _, amount in moves if source == own)
        given = sum(amount for _, target, amount in moves if target == own)
        lacks = max(0, taken - given - self.books.held[own])
        if lacks:
            assert table == "croupier", f"the float of {table} was to last"
            self.books.move("capital", own, lacks)
            self.books.added[table] += lacks
        for source, target, amount in moves:
            self.books.move(source, target, amount)


def undone(moves: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Return what gives every stake of a round back.

    Notes stay in their locked box: what the float gave for them goes to whoever inserted them.
    """
    back: list[tuple[str, str, int]] = []
    notes: list[tuple[str, int]] = []
    for source, target, amount in moves:
        ends = {source.partition(":")[0], target.partition(":")[0]}
        if "note_box" in ends:
            notes.append((source, amount))
        elif ends & STAY:
            continue
        elif ends == {"float", "layout"} and notes and notes[-1][1] == amount:
            back.append((target, notes.pop()[0], amount))
        else:
            back.append((target, source, amount))
    return back


@pytest.fixture
def machine(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> type[HouseAgainstBookkeeper]:
    """A house with a table of every game, and four who play at all of them."""
    # What a worker is asked for is done at the commit.
    monkeypatch.setattr(app, "send_task", lambda name, args=(), **_: app.tasks[name](*args))
    settings.CORRECTION_BY_ONE = BY_ONE
    tables, people, codes = cage.open_cage()
    house = tables["croupier"]
    people |= {name: house.player(name) for name in PEOPLE}
    people |= {name: management(name) for name in MANAGEMENT}
    for game in sorted(GAMES.keys() - GAMES_OF_THE_CAGE.keys()):
        text = text_of(game)
        tables[game] = open_house(game, text, game=game, **OPTIONS.get((game, text), {}))
    for name, each in tables.items():
        each.people = house.people
        for box, player in zip(boxes(each), PEOPLE, strict=False):
            each.sit(player, box)
        for of in OF_A_TABLE:
            codes[f"{of}:{each.table_id}"] = f"{of}:{name}"
    codes["tickets:PLAY"] = "tickets"
    for name in PEOPLE:
        codes[wallet_of(people[name].pk).account.code] = f"wallet:{name}"

    class Machine(HouseAgainstBookkeeper):
        pass

    Machine.tables, Machine.people, Machine.codes = tables, people, codes
    Machine.play = Play("")
    Machine.broke = []
    return Machine


def boxes(house: House) -> range:
    game = GAMES[house.table.rules.game]
    return range(1, game.box_count(house.table.rules.rules()) + 1)


@pytest.mark.campaign
@pytest.mark.clause("COMMON-7", "MC-INC-03")
def test_the_house_agrees_with_a_bookkeeper(machine: type[HouseAgainstBookkeeper]) -> None:
    cage.agree(
        machine,
        settings(
            campaign.examples(2, 60),
            stateful_step_count=campaign.length(14, 50),
            # To shrink what is found would play it hundreds of times.
            phases=(Phase.generate,),
        ),
    )


def test_every_game_is_played_in_it(machine: type[HouseAgainstBookkeeper]) -> None:
    """At each game somebody stakes and a round ends: no conduct has come to do nothing."""
    book = machine()
    book.open_the_book()
    for game in sorted(GAMES):
        for luck in range(20):
            book.play_a_while(game=game, luck=luck, steps=20)
            book.end_a_round(game=game)
            book.the_ledger_agrees()
            name = GAMES_OF_THE_CAGE.get(game, game)
            if any(
                each.over and each.had_part and each.table == name for each in book.rounds.values()
            ):
                break
        else:
            raise AssertionError(f"nobody has played {game}")
    book.the_takings_agree()
    assert BetEarnings.objects.exists()


def test_a_house_that_pays_a_cent_too_much_is_found_out(
    machine: type[HouseAgainstBookkeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A negative control: nothing in the database minds, for no chip is lost."""
    right = accounts.journal_legs

    def wrong(ends: accounts.MoveAccounts, moves: Any) -> list[ledger.Leg]:
        legs = right(ends, moves)
        won = [leg for leg in legs if leg.debit == ends.table.float_account]
        wallets = list(ends.wallets.values())
        return (
            [*legs, ledger.Leg(won[0].debit, wallets[0], 1, won[0].why)]
            if won and wallets
            else legs
        )

    monkeypatch.setattr(accounts, "journal_legs", wrong)
    book = machine()
    book.open_the_book()

    def win() -> None:
        for luck in range(50):
            book.play_a_while(game="european_roulette", luck=luck, steps=20)
            book.the_ledger_agrees()

    with pytest.raises(AssertionError):
        win()


def test_a_house_that_corrects_twice_is_found_out(
    machine: type[HouseAgainstBookkeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A negative control: a ruling is carried out when it is made, and when it is seconded."""
    right = disputes._correct

    def twice(found: Any, corrections: Any, by: Any) -> None:
        right(found, corrections, by)
        monkeypatch.setattr(disputes, "_ENTRIES", uuid4())
        right(found, corrections, by)

    monkeypatch.setattr(disputes, "_correct", twice)
    book = machine()
    book.open_the_book()
    while not any(each.over and each.had_part for each in book.rounds.values()):
        book.play_a_while(game="boule", luck=1, steps=20)
        book.end_a_round(game="boule")
        book.the_ledger_agrees()
    for player in PEOPLE:
        book.dispute_a_round(player=player, nth=0)
    book.rule_on_a_dispute(nth=0, by="gail", amount=3_00, upheld=True)
    with pytest.raises(AssertionError):
        book.the_ledger_agrees()
