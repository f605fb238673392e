"""The laws of words: every refusal has a sentence in both languages, with its details."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer.messages import CardPassed
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import Refused
from tables.games.core.words import PLACES, REASONS, REFUSALS, Words
from tables.history.narration import Narrator
from tests.games.conduct import PLAYS_TOO
from tests.games.reachability import project_sources
from tests.games.refusal_texts import (
    check_filled,
    check_refusal_text,
    move_reasons,
    project_refusals,
    raised_refusals,
)

GAME = "tables.games."
RAISERS = "`Refused(code, …)` or `rules.refusal(code, …)`"
SAYS = re.compile(r"\.(words|telling)$")
"""Modules that say what others do."""


def own_of(key: str) -> tuple[str, ...]:
    """Return what the modules of a game begin with: its own, its family's, the other it plays."""
    own = (f"{GAME}{key}.", f"{GAME}wheel.")
    return (*own, f"{GAME}{PLAYS_TOO[key]}.") if key in PLAYS_TOO else own


def players_of(key: str) -> list[str]:
    """Return the other games whose own text has them play this one."""
    return [other for other, played in PLAYS_TOO.items() if played == key]


def owners(code: str) -> list[str]:
    """Return which games raise a code; `` for code that is no single game's.

    What the family of wheels raises is of the games that have the sentence.
    """
    found = set()
    for each in project_refusals():
        if each.code == code:
            if each.module.startswith(f"{GAME}wheel."):
                told = {key for key, game in GAMES.items() if code in game.wording.refusals}
                found |= told or {""}
                continue
            name = each.module.removeprefix(GAME).partition(".")[0]
            found.add(name if name in GAMES and each.module.startswith(GAME) else "")
            found |= {key for key in players_of(name) if code in GAMES[key].wording.refusals}
    return sorted(found)


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_of_a_game_has_its_sentence(key: str) -> None:
    codes = {each.code for each in project_refusals() if each.module.startswith(f"{GAME}{key}.")}
    without = codes - REFUSALS.keys() - GAMES[key].wording.refusals.keys()
    assert without == set(), "each needs its sentence in the refusals of the game's `Wording`"


@pytest.mark.parametrize("key", GAMES)
def test_every_sentence_of_a_game_is_for_a_refusal_of_its_own(key: str) -> None:
    unseen = [code for code in GAMES[key].wording.refusals if key not in owners(code)]
    assert unseen == [], f"not raised in the game by {RAISERS}, which tests read in the source"
    again = GAMES[key].wording.refusals.keys() & REFUSALS.keys()
    assert again == set(), "all games share a sentence for it"


def test_what_all_games_share_is_no_single_games() -> None:
    alone = [[], *([key] for key in GAMES)]
    assert [code for code in REFUSALS if owners(code) in alone] == []


def test_a_code_has_one_sentence_and_a_sentence_one_code() -> None:
    told = [REFUSALS, *(game.wording.refusals for game in GAMES.values())]
    # What a family of games says once, each of them has: the very same words.
    once = {id(words): (code, words) for each in told for code, words in each.items()}
    codes = Counter(code for code, _ in once.values())
    said = Counter(text for _, words in once.values() for text in words)
    assert [text for text, times in (codes + said).items() if times > 1] == []


def test_the_details_of_every_sentence_are_passed_where_it_is_raised() -> None:
    told = {**REFUSALS}
    for game in GAMES.values():
        told.update(game.wording.refusals)
    checked = 0
    for each in project_refusals():
        if each.details is None or each.code not in told:
            continue
        checked += 1
        wanted = {name for name, _ in told[each.code].fields()}
        assert wanted <= each.details | {"clause"}, each
    assert checked > 50


def test_every_move_is_for_something_that_has_words() -> None:
    given: dict[str, set[str]] = {key: set() for key in GAMES}
    shared = set()
    for module, why in move_reasons(project_sources()):
        told = [key for key, game in GAMES.items() if why in game.wording.reasons]
        if module.startswith(f"{GAME}wheel.") and told:
            for key in told:
                given[key].add(why)
            continue
        name = module.removeprefix(GAME).partition(".")[0]
        for key in players_of(name):
            given[key] |= {why} if key in told else set()
        (given[name] if name in GAMES and module.startswith(GAME) else shared).add(why)
    own = {key: {*game.wording.reasons} for key, game in GAMES.items()}
    assert shared <= REASONS.keys()
    for key, found in given.items():
        assert found - REASONS.keys() <= own[key], key
        spelt = [
            text
            for module, text in project_sources().items()
            if module.startswith(own_of(key)) and not SAYS.search(module)
        ]
        assert [why for why in own[key] if not any(f'"{why}"' in text for text in spelt)] == []
    everywhere = shared.union(*given.values())
    assert [why for why in REASONS if why not in everywhere] == []
    once = {id(words) for game in GAMES.values() for words in game.wording.reasons.values()}
    assert len(once) + len(REASONS) == len({*REASONS}.union(*own.values()))


def test_all_that_a_game_says_is_said_in_both_languages() -> None:
    told = [REFUSALS, REASONS, PLACES]
    for game in GAMES.values():
        told += [game.wording.refusals, game.wording.reasons, game.wording.bets, game.wording.pots]
        told += [game.wording.groups, game.wording.notes]
    for owner in told:
        for words in owner.values():
            assert all(words)
            words.fields()
    assert PLACES.keys() == {*Place}


SOURCE = """
_LACKING = {"chief": "no_chief"}
def why(rules: Rules) -> str | None:
    return "too_late" if rules.late else None
def check(duty: str) -> None:
    if code := why(rules):
        raise rules.refusal(code, box=1)
    raise Refused(_LACKING[duty], most=3)
"""


def test_the_reader_of_sources_finds_refusals() -> None:
    found = {(each.code, each.details) for each in raised_refusals({"m": SOURCE})}
    assert found == {("too_late", None), ("no_chief", frozenset({"most"}))}


def test_a_sentence_that_does_not_fit_its_refusal_is_found() -> None:
    """The control: a detail that nobody passes, an amount that is none, one language alone."""
    check_refusal_text("blackjack", Refused("below_min", minimum=5))
    with pytest.raises(KeyError):
        check_refusal_text("blackjack", Refused("below_min", least=5))
    with pytest.raises(AssertionError):
        check_refusal_text("blackjack", Refused("below_min", minimum="five"))
    with pytest.raises(AssertionError, match="blackjack has no sentence for no_such_code"):
        check_refusal_text("blackjack", Refused("no_such_code"))
    with pytest.raises(ValueError, match="name different details"):
        Words("Au plus {most}.", "At most.").fields()
    with pytest.raises(KeyError):
        check_filled(Words("Au plus {most}.", "At most {more}."), {"most": 1})


def literals(kind: Any, name: str, seen: set[Any]) -> Iterator[str]:
    """Yield the words that fields of a name may be, in a union of messages and what they hold."""
    if kind in seen:
        return
    seen.add(kind)
    for inner in get_args(kind):
        yield from literals(inner, name, seen)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        for each in fields(kind):
            if each.name == name and get_origin(hints[each.name]) is Literal:
                yield from get_args(hints[each.name])
            yield from literals(hints[each.name], name, seen)


@pytest.mark.parametrize("key", GAMES)
def test_every_bet_and_every_pot_of_a_game_has_its_name(key: str) -> None:
    game = GAMES[key]
    messages = (game.wire.commands, game.wire.events, game.wire.view)
    bets = {each for kind in messages for each in literals(kind, "bet", set())}
    pots = {each for kind in messages for each in literals(kind, "pot", set())}
    for book in game.books:
        rules = game.amend(book, {})
        pots |= game.needs(rules).pots.keys()
        for bet in game.wording.bets:
            for price in game.pricing.quick_price(rules, bet) if game.pricing else ():
                bets.add(price.bet.partition("[")[0])
    assert bets | pots, "a bet has its name in the `bets` of the game's `Wording`, and its price"
    assert bets - game.wording.bets.keys() == set(), "without a name in the game's `Wording`"
    assert pots - game.wording.pots.keys() == set(), "without a name in the game's `Wording`"


@pytest.mark.parametrize("key", GAMES)
def test_every_name_of_a_game_is_of_a_bet_or_a_pot(key: str) -> None:
    texts = [
        text
        for module, text in project_sources().items()
        if module.startswith(own_of(key)) and not SAYS.search(module)
    ]
    named = [*GAMES[key].wording.bets, *GAMES[key].wording.pots]
    priced = {"even_chance:half": "HALF", "even_chance:prison": "PRISON", "levy": "LEVY"}
    priced |= {"chance:prison": "PRISON", "chance:insured": "INSURED"}
    priced |= {"tableau:lighter": "LIGHTER", "tableau:stands": "STANDS"}
    spelt = [priced.get(name, f'"{name}"') for name in named]
    assert [name for name in spelt if not any(name in text for text in texts)] == []


@pytest.mark.parametrize(
    ("none", "one", "said"),
    [
        ((1,), (), "Misdeal: no card at boxes 1."),
        ((), (2,), "Misdeal: one card at boxes 2."),
        ((1,), (2,), "Misdeal: no card at boxes 1; one card at boxes 2."),
    ],
)
def test_on_85_86_a_misdeal_names_only_the_boxes_that_there_are(
    none: tuple[BoxNo, ...], one: tuple[BoxNo, ...], said: str
) -> None:
    assert Narrator(False, {}).describe(bj.Misdealing(none, one)) == said


BEHIND = (bj.Bettors(BoxNo(2), (Party("ann"), Party("ben"))), bj.Bettors(BoxNo(3), (Party("cat"),)))


@pytest.mark.parametrize("offered", [bj.InsuranceOffered, bj.EvenMoneyOffered])
@pytest.mark.parametrize(
    ("boxes", "behind", "ends"),
    [
        ((1, 3), (), "boxes 1, 3."),
        ((1,), BEHIND, "boxes 1 and to the standing bettors ann, ben (box 2), cat (box 3)."),
        ((), BEHIND, "to the standing bettors ann, ben (box 2), cat (box 3)."),
    ],
)
def test_an_offer_names_the_boxes_and_the_standing_bettors_that_there_are(
    offered: type[bj.InsuranceOffered | bj.EvenMoneyOffered],
    boxes: tuple[BoxNo, ...],
    behind: tuple[bj.Bettors, ...],
    ends: str,
) -> None:
    said = Narrator(False, {}).describe(offered(boxes, behind))
    assert said.endswith(ends)
    assert ("boxes" in said) == bool(boxes)


@pytest.mark.parametrize(("laid", "back", "variant"), [(70, 20, ""), (20, 70, "less")])
def test_more_laid_than_taken_back_is_said_as_a_stake(laid: int, back: int, variant: str) -> None:
    moves = (
        Move(Amount(back), Place.LAYOUT, Place.WALLET, Party(1), BoxNo(1), "take_back"),
        Move(Amount(laid), Place.WALLET, Place.LAYOUT, Party(1), BoxNo(1), "stake"),
    )
    staked = bj.Staked(Party(1), BoxNo(1), Amount(100), Amount(0), moves=moves)
    assert GAMES["blackjack"].wording.variant(staked) == variant


def test_what_may_be_none_is_read_as_its_type_where_it_is_there() -> None:
    passed = CardPassed("ponte", Card("Kh"), face_up=True, stop_card=False)
    assert "R♥" in Narrator(True, {}).describe(passed)
    assert "K♥" in Narrator(False, {}).describe(passed)
