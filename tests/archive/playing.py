"""Plays a whole house, on the real floor: every game under every book, and what happens beside.

Buttons are pressed at random, by a seed; shoes and draws are the generator's own, so that their
bundles verify. Where a rare win is wanted, shoes are promised until one holds it: none is stacked.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from random import Random
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from casino.ledger.models import Account
from casino.players.models import Player
from casino.rng import shoes
from casino.rng.conformity import gate, report
from casino.rng.core.commitment import header_hash
from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.contribution import dealers_cut, mix_of
from casino.rng.core.order import as_dealt
from casino.rng.core.shuffle import shuffle_cards
from casino.rng.models import Shoe
from casino.rng.seal import Seal
from tables import tasks
from tables.announcements import services as announcements
from tables.cage import levies
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Announced, Wager
from tables.history import replay, round_report
from tables.incidents import services as incidents
from tables.models import Claim, Round, Shuffling, Table, WrittenAnnouncement
from tables.operation import opening, series, sessions
from tables.projections import live_round
from tables.rounds import timer
from tables.rows import due_work, table_rows
from tables.shoes import contributions, requests
from tables.staff import services as duties
from tables.wire import codec, floor_commands
from tables.wire.outgoing import OwnShown
from tests.floor import House
from tests.games.conduct import CONDUCT
from tests.games.tape import Tape
from tests.jackpots import SPLIT_ACES, approve, bet
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.rng.ceremony import hash_of, secret

Wanted = Callable[[tuple[str, ...]], bool]
"""Whether the first cards of a shoe are what is wanted."""
PEOPLE: Final = ("ann", "bob", "cat", "dan")
ROUNDS: Final = 3
"""At each table, beside those that are played for something."""
OPTIONS: Final[Mapping[tuple[str, str], dict[str, Any]]] = {
    ("blackjack", "FR-2024"): {
        "table_min_cents": 100,
        "enabled_side_bets": ["queen_of_hearts", "hyper", "two_plus_one", "jp1"],
        "jp1_contribution_total_bps": 4000,
    },
    ("blackjack", "FR-2007"): {
        "table_min_cents": 100,
        "enabled_side_bets": ["lucky_ladies"],
        "queen_pair_rule": "same_rank_same_couleur",
    },
    ("blackjack", "MC"): {
        "table_min_cents": 100,
        "enabled_side_bets": ["perfect_pairs", "twenty_one_plus_three", "split_aces"],
        "split_aces": SPLIT_ACES,
        "decks": 4,
    },
    ("blackjack", "HOUSE"): {"table_min_cents": 100},
    ("chemin_de_fer", "MC"): {"table_min_cents": 500},
    ("european_roulette", "MC"): {"complex_announced_bets": True},
}
"""House options, where the book's own will not do."""


class Play:
    """A house in play: its people, and a chance that only chooses their buttons."""

    def __init__(self, seed: str, luck: Mapping[tuple[str, str], Wanted] | None = None) -> None:
        self.luck = luck or {}
        report.find()
        gate.check(gate.Why.START)
        self.chance = Random(seed)
        self.operator = Player.objects.filter(
            username="operator"
        ).first() or Player.objects.create_superuser(
            "operator", password=uuid4().hex, display_name="operator"
        )
        self.people = {each.username: each for each in Player.objects.filter(username__in=PEOPLE)}

    def everything(self) -> None:
        """Play every game under every book, then what belongs to one game."""
        for key, game in GAMES.items():
            for book in game.books:
                before, after = EPISODES.get((key, book), (nothing, nothing))
                house = self.opened(key, book)
                before(self, house)
                self.rounds(house, ROUNDS)
                after(self, house)
                if (key, book) == LEFT:
                    self.leave(house)
                else:
                    self.shuffle_anew(house)
                    self.close(house)
        for shoe_id in due_work.unrevealed_shoes():
            tasks.reveal_shoe(str(shoe_id))

    def leave(self, house: House) -> None:
        """Leave the table in the middle of a round, with cards to come."""
        while house.frame()["view"]["phase"] != "play":
            self.step(house)

    def go_on(self) -> None:
        """Play the round that was left to its end, another one, and close the table."""
        (left,) = Round.objects.filter(status="running")
        house = House(left.table_id, self.operator, self.people)
        self.rounds(house, 2)
        left.refresh_from_db()
        assert left.status == "closed"
        self.close(house)

    def opened(self, key: str, book: str) -> House:
        """Return an open table with four people at it."""
        contributed = (key, book) == CONTRIBUTED
        settings.SHOE_CONTRIBUTIONS = "full" if contributed else "none"
        rules = publish(
            f"{book}/{key}", book, key, operator=self.operator, **OPTIONS.get((key, book), {})
        )
        table = opening.create_table(
            name=f"{key} {book}", rules_key=rules.key, operator=self.operator
        )
        house = House(table.pk, self.operator, self.people)
        with lucky(self.luck[key, book]) if (key, book) in self.luck else nullcontext():
            pass_opening_check(table.pk)
            sessions.open_session(table.pk, operator=self.operator, reason="day")
        if contributed:
            self.contribute(house)
        else:
            boxes = range(1, GAMES[key].box_count(rules.rules()) + 1)
            for box, name in zip(boxes, PEOPLE, strict=False):
                house.sit(name, box)
        return house

    def contribute(self, house: House) -> None:
        """Make the table's shoe with its players: ann cuts, dan seals and withholds."""
        for box, name in enumerate(PEOPLE, start=1):
            house.sit(name, box)
        shoe = Shuffling.objects.get(pk=house.table_id).shoe_id
        self.give(house, "ann", floor_commands.Cut(BoxNo(1), str(shoe), hash_of(shoe, 1, 150)))
        for box, name in enumerate(PEOPLE[1:], start=2):
            self.give(house, name, floor_commands.Seal(BoxNo(box), str(shoe), hash_of(shoe, box)))
        self.give(house, "ann", floor_commands.Open(BoxNo(1), str(shoe), secret(1).hex(), 150))
        for box, name in ((2, "bob"), (3, "cat")):
            self.give(
                house, name, floor_commands.Open(BoxNo(box), str(shoe), secret(box).hex(), None)
            )
        self.late(house)
        assert house.table.shoe_id == shoe

    def give(self, house: House, name: str, given: floor_commands.Contribution) -> None:
        """Take part in the making of a shoe, unless that is over."""
        receipt = contributions.contribute(
            player_id=house.player(name).pk,
            table_id=house.table_id,
            command_id=uuid4(),
            given=given,
        )
        assert receipt is None or receipt.refused is None, receipt

    def late(self, house: House) -> None:
        """Let the table's clock run out, if one runs."""
        clock = Table.objects.filter(pk=house.table_id, due_at__isnull=False)
        if clock.update(due_at=timezone.now()):
            timer.handle_expired_clock(house.table_id)

    def rounds(self, house: House, wanted: int) -> None:
        """Play until so many rounds more are over and none is in play."""
        finished = Round.objects.filter(table=house.table_id).exclude(status="running")
        enough = finished.count() + wanted
        for _ in range(1000):
            if finished.count() >= enough and not self.live(house).running:
                return
            before = finished.count()
            self.step(house)
            if finished.count() > before and not self.live(house).running:
                replayed(house, self.live(house))
        raise AssertionError(f"{house.table}: the rounds do not end")

    def live(self, house: House) -> live_round.LiveRound:
        """Return the round as it stands."""
        row = table_rows.read(house.table_id)
        return live_round.load(row, table_rows.read_surroundings(row))

    def step(self, house: House) -> None:
        """Let somebody press a button or stake, or the clock run out."""
        live = self.live(house)
        conduct = CONDUCT[live.game.key]
        boxes = {
            BoxNo(seat["box"]): Party(seat["party"]) for seat in house.frame()["floor"]["seats"]
        }
        parties = {name: Party(str(house.player(name).pk)) for name in PEOPLE}
        names = {party: name for name, party in parties.items()}
        shown = live.game.view(live.rules, live.state)
        buttons = [(boxes.get(each.box, Party("")), each) for each in shown.options]
        for party in names:
            own = live.game.private_view(live.rules, live.state, party)
            buttons += [(party, each) for each in getattr(own, "options", ())]
        buttons = [each for each in buttons if each[0] in names]
        if self.chance.random() < 0.1:
            self.late(house)
        elif buttons and self.chance.random() < 0.6:
            party, option = self.chance.choice(buttons)
            house.do(names[party], conduct.of_option(option))
        elif shown.phase in STAKING or not live.running:
            name = self.chance.choice(PEOPLE)
            tape = Tape(self.chance.randbytes(64))
            house.do(name, conduct.wager(tape, shown, boxes, parties[name]))
        elif not buttons:
            self.late(house)

    def shuffle_anew(self, house: House) -> None:
        """Have the shoe revealed from which only rounds took cards, and play with the next."""
        if house.table.shoe is None:
            return
        with transaction.atomic(durable=True):
            requests.request_equipment(table_rows.lock(house.table_id), resumes=True)
        self.rounds(house, 1)

    def close(self, house: House) -> None:
        """End the table's day with its shoe: the next is promised, given up, and void."""
        settings.SHOE_CONTRIBUTIONS = "full"
        if shoe := house.table.shoe:
            take(shoe, shoe.stop_at - shoe.position - 1)
            while house.table.shoe == shoe:
                self.rounds(house, 1)
        if house.table.status == "closed":
            # It was the last shoe of its session.
            return
        try:
            sessions.close_session(house.table_id, operator=self.operator, reason="night")
        except Refused:
            incidents.break_off_session(house.table_id, operator=self.operator, reason="alarm")
        assert house.table.status == "closed"

    def staff(self, name: str, *codenames: str) -> Player:
        """Return somebody of the staff with these permissions and no other."""
        person = Player.objects.create_user(
            name, password=uuid4().hex, is_staff=True, display_name=name
        )
        person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        return person


def replayed(house: House, live: live_round.LiveRound) -> None:
    """Assert that a replay of the round that is just over ends as the table shows it, to each."""
    round_ = Round.objects.filter(table=house.table_id).latest("number")
    shown = house.frame()
    readers = {
        name: round_report.reading_for_player(round_.pk, house.player(name).pk) for name in PEOPLE
    }
    for name, reading in {
        **readers,
        "a stranger": round_report.reading_for_public(round_.pk),
    }.items():
        if reading is None:
            continue
        last = replay.replay_page_data(reading, french=True)["steps"][-1]
        said = f"{round_} as {name} replays it"
        if reading.party is None:
            # Whose chips lie where is told by numbers.
            assert len(last["frame"]["view"]) == len(shown["view"]), said
            continue
        assert last["frame"]["view"] == shown["view"], said
        for part in ("recent", "round"):
            assert last["frame"]["floor"][part] == shown["floor"][part], (said, part)
        own = codec.encode(
            OwnShown(live.game.private_view(live.rules, live.state, reading.party), 0)
        )
        assert last["own"] is None or last["own"]["own"] == json.loads(own)["own"], said


STAKING: Final = frozenset({"betting", "bank", "banco", "complete"})
"""Phases in which chips are staked."""
CONTRIBUTED: Final = ("blackjack", "HOUSE")
"""The table whose shoe its players make."""
LEFT: Final = ("blackjack", "FR-2007")
"""The table that is left in the middle of a round."""


@contextmanager
def lucky(wanted: Wanted) -> Iterator[None]:
    """Promise shoes until the cards behind the burnt ones are as wanted; the others are forgotten.

    For shoes that the dealer cuts and to which nobody contributes.
    """
    promised = shoes._promised

    def first(*given: Any) -> Shoe:
        while True:
            shoe = promised(*given)
            seed = Seal(settings.SHOE_KEY, shoe.id).open_seed(bytes(shoe.sealed_seed))
            mix = mix_of(SHOE_TAGS, bytes.fromhex(shoe.commitment), b"", ())
            order = shuffle_cards(seed, header_hash(shoe.header), shoes._cards(shoe, seed), mix)
            cut = dealers_cut(mix, shoe.header["cut_from"], shoe.header["cut_to"])
            dealt = as_dealt(order.faces, cut)[shoe.burn : shoe.burn + 10]
            if wanted(tuple(PACK[face] for face in dealt)):
                return shoe

    shoes._promised = first
    try:
        yield
    finally:
        shoes._promised = promised


def take(shoe: Shoe, cards: int) -> None:
    """Take cards out of a shoe that nobody is dealt, so that its end comes."""
    with transaction.atomic():
        shoes.open_cards(shoe.pk, cards)


def nothing(play: Play, house: House) -> None:
    """Let nothing happen."""


def _sevens(cards: tuple[str, ...]) -> bool:
    """Tell whether one of four boxes has two sevens of a suit, and the next card is the third."""
    return any(
        {cards[box], cards[box + 5], cards[9]} in ({"7c"}, {"7d"}, {"7h"}, {"7s"})
        for box in range(4)
    )


def _aces(cards: tuple[str, ...]) -> bool:
    """Tell whether the first of four boxes has two aces, not of a suit, and the dealer none."""
    return {cards[0][0], cards[5][0]} == {"A"} and cards[0] != cards[5] and cards[4][0] != "A"


LUCK: Final[Mapping[tuple[str, str], Wanted]] = {
    ("blackjack", "FR-2024"): _sevens,
    ("blackjack", "MC"): _aces,
}
"""What the first cards must be, for jackpots to be won."""


def _win_jackpot(play: Play, house: House) -> None:
    """Have everybody bet on the jackpot; who wins it is paid, once a supervisor approves."""
    side = "jp1" if house.table.rules.book == "FR-2024" else "split_aces"
    for box, name in enumerate(PEOPLE, start=1):
        bet(house, name, box, side)
    for name in PEOPLE:
        house.do(name, bj.Ready())
    while play.live(house).running:
        turn = house.frame()["view"]["turn"]
        seated = {each["box"]: each["hands"] for each in house.frame()["view"]["boxes"]}
        cards = seated[turn["box"]][0]["cards"] if turn else []
        if side == "jp1" and len(cards) == 2 and cards[0] == cards[1] and cards[0][0] == "7":
            house.do(PEOPLE[turn["box"] - 1], bj.Hit(BoxNo(turn["box"])))
        else:
            play.late(house)
    for claim in Claim.objects.filter(round__table=house.table_id, supervised=True):
        approve(claim)


def _refill_and_rule(play: Play, house: House) -> None:
    """Let the shoe run out in a deal: what was dealt fills it, and the management decides."""
    shoe = house.table.shoe
    assert shoe is not None
    take(shoe, shoe.size - shoe.position - 2)
    house.do("ann", bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),)))
    while play.live(house).running:
        play.late(house)
        try:
            incidents.confirm_procedure(
                house.table_id, operator=play.operator, reason="selon l'usage"
            )
        except Refused:
            continue


def _voided(play: Play, house: House) -> None:
    """Annul a round in which chips lie."""
    house.do("ann", bj.Stake((bj.BoxStake(BoxNo(1), Amount(1000)),)))
    incidents.void_round(
        house.table_id, operator=play.operator, reason="a glass fell on the layout"
    )


def _announced(play: Play, house: House) -> None:
    """Have a written announcement endorsed, and stake it while an inspector is there."""
    duties.sign_in_inspector(
        house.table_id, operator=play.staff("clara", "serve_as_inspector"), reason="announcements"
    )
    for text, endorsed in (("complete_n:17", True), ("custom:red=5,split:0-3=1", False)):
        announcements.submit_announcement(
            player_id=house.player("ann").pk,
            table_id=house.table_id,
            command_id=uuid4(),
            text=text,
        )
        announcements.answer_announcement(
            WrittenAnnouncement.objects.latest("at").pk,
            endorsed=endorsed,
            operator=play.operator,
            reason="legible" if endorsed else "illegible",
        )
    announced = (Announced("a", "complete_n:17", Amount(100)),)
    assert house.do("ann", roulette.Stake((), announced)) == ""
    play.rounds(house, 1)


def _wheel_mishaps(play: Play, house: House) -> None:
    """Stop a spin, annul a round, and play by the next version of the rules."""
    red = roulette.Stake((Wager("r", "red", Amount(1000)),))
    play.rounds(house, 0)
    house.do("bob", red)
    incidents.void_round(house.table_id, operator=play.operator, reason="jeton tombé")
    options = OPTIONS["european_roulette", "MC"] | {"betting_window_seconds": 20}
    newer = publish(
        house.table.rules.series, "MC", "european_roulette", operator=play.operator, **options
    )
    series.change_rules(house.table_id, newer.key, operator=play.operator, reason="season")
    play.rounds(house, 2)


def _levy(play: Play, house: House) -> None:
    """Annul a coup; play until the house has a levy, which is counted, and signed for."""
    while not play.live(house).running:
        play.step(house)
    incidents.void_round(house.table_id, operator=play.operator, reason="carte retournée")
    inspector = play.staff("ines", "serve_as_inspector")
    duties.sign_in_inspector(house.table_id, operator=inspector, reason="levy")
    levy = Account.objects.get(code=f"levy:{house.table_id}")
    while not levy.balance:
        play.rounds(house, 1)
        levy.refresh_from_db()
    levies.count_levy(
        house.table_id, levy.balance, operator=play.operator, reason="night", order=uuid4()
    )
    levies.sign_and_empty_levy(
        house.table_id, levy.balance, operator=inspector, reason="night", order=uuid4()
    )


EPISODES: Final[
    Mapping[tuple[str, str], tuple[Callable[[Play, House], None], Callable[[Play, House], None]]]
] = {
    ("blackjack", "FR-2024"): (_win_jackpot, _voided),
    ("blackjack", "MC"): (_win_jackpot, _refill_and_rule),
    ("european_roulette", "MC"): (_announced, _wheel_mishaps),
    ("chemin_de_fer", "MC"): (nothing, _levy),
}
"""What happens at a table before and after its ordinary rounds."""
