"""What the house's rule sets cost a player: computed once, kept for ever, and asked before play.

The only writer of theoretical returns. A rule set under which a bet that the table offers favours
the player is not published and gets no table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, assert_never

from tables.games import GAMES
from tables.games.core.money import BoxNo
from tables.games.core.options import (
    Amounts,
    Arranged,
    Choice,
    Composed,
    Flag,
    Form,
    Maybe,
    OneOf,
    PerBet,
    Several,
    Whole,
)
from tables.games.core.price import JudgedDecision, Price, Pricing, Report, StrategyAdvice
from tables.games.core.protocol import AnyGame, Fact, Refused, Wording
from tables.models import RuleSet, TheoreticalReturn


def report_of(rule_set: RuleSet) -> Report | None:
    """Return a rule set's report, computed and kept at first; `None` for a game without prices.

    Takes seconds when nothing like the rule set was computed before; needs no lock: whoever is
    second keeps what the first has written.
    """
    pricing = GAMES[rule_set.game].pricing
    if pricing is None:
        return None
    kept = TheoreticalReturn.objects.filter(rules=rule_set).first()
    if kept is None:
        kept, _ = TheoreticalReturn.objects.get_or_create(
            rules=rule_set, defaults={"found": pricing.report(rule_set.rules()).to_json()}
        )
    return _read(pricing, rule_set, kept.found)


def _read(pricing: Pricing, rule_set: RuleSet, found: Mapping[str, Any]) -> Report:
    """Return a report that was kept, also by a release whose games had each a form of its own."""
    if isinstance(found.get("bets"), list):
        return Report.from_json(found)
    rules = rule_set.rules()
    return (
        pricing.read_earlier_report(rules, found)
        if pricing.read_earlier_report
        else pricing.report(rules)
    )


def basic_strategy_command(rules_key: str, rules: Any, state: Any, box: BoxNo) -> str | None:
    """Return the command that the kept strategy of a rule set gives a box now.

    `None` when the box has nothing to decide, and where no strategy is kept.
    """
    kept = stored_guide(rules_key)
    if kept is None:
        return None
    advice, guide = kept
    return advice.advised_command(guide, rules, state, box)


def judge_decisions(
    rules_key: str, game: AnyGame, rules: Any, state: Any, events: Sequence[Fact]
) -> list[JudgedDecision]:
    """Return what of these events was decided by players, beside the kept strategy of a rule set.

    `state` is from before them. Nothing where no strategy is kept.
    """
    kept = stored_guide(rules_key)
    if kept is None:
        return []
    advice, guide = kept
    found = []
    for event in events:
        if state is not None and (each := advice.judge(guide, rules, state, event)):
            found.append(each)
        state = game.evolve(state, event)
    return found


@lru_cache(maxsize=256)
def stored_guide(rules_key: str) -> tuple[StrategyAdvice, Any] | None:
    """Return a rule set's advice and guide, which never change once they are kept, or `None`."""
    kept = TheoreticalReturn.objects.filter(rules=rules_key).select_related("rules").first()
    pricing = GAMES[kept.rules.game].pricing if kept else None
    if kept is None or pricing is None or pricing.advice is None:
        return None
    report = _read(pricing, kept.rules, kept.found)
    return pricing.advice, pricing.advice.guide(kept.rules.rules(), report)


def report_shown(rule_set: RuleSet, kept: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return what the API shows: the price of every bet in words, and the pages of the report.

    `kept` is what is kept of the rule set; without it, only what takes no time is computed.
    """
    pricing, wording = GAMES[rule_set.game].pricing, GAMES[rule_set.game].wording
    if pricing is None:
        return None
    if kept is not None:
        report = _read(pricing, rule_set, kept)
    elif pricing.is_fast:
        report = pricing.report(rule_set.rules())
    else:
        return None
    return {**report.pages, "bets": [_worded(each, wording) for each in report.bets]}


def _worded(price: Price, wording: Wording) -> dict[str, Any]:
    return {
        **price.to_json(),
        "name": wording.bet_name(price.bet)._asdict(),
        "group": wording.groups[price.group]._asdict() if price.group else None,
        "note": wording.notes[price.note]._asdict() if price.note else None,
    }


def stored_prices(kept: TheoreticalReturn) -> tuple[Price, ...]:
    """Return the price of every bet of a report that is kept."""
    pricing = GAMES[kept.rules.game].pricing
    return _read(pricing, kept.rules, kept.found).bets if pricing else ()


def known_prices(rule_set: RuleSet, kept: TheoreticalReturn | None) -> tuple[Price, ...]:
    """Return the price of every bet of a rule set, as far as they are kept or take no time."""
    pricing = GAMES[rule_set.game].pricing
    if pricing is None:
        return ()
    if kept is not None:
        return _read(pricing, rule_set, kept.found).bets
    return pricing.report(rule_set.rules()).bets if pricing.is_fast else ()


prices_kept: Final[dict[str, tuple[Price, ...]]] = {}
"""By rule set, what `prices_by_key` has read: a report never changes once it is kept."""


def prices_by_key(rules_key: str) -> tuple[Price, ...]:
    """Return the prices of a rule set by its key, as `known_prices` does, read once a process."""
    if found := prices_kept.get(rules_key):
        return found
    kept = TheoreticalReturn.objects.filter(rules=rules_key).first()
    prices = known_prices(RuleSet.objects.get(pk=rules_key), kept)
    if kept is not None:
        prices_kept[rules_key] = prices
    return prices


def refuse_favourable(rule_set: RuleSet) -> None:
    """Refuse `favours_player` when a bet on offer costs the house.

    The detail names the first such bet (`main` is the main game) and its edge in per cent, below
    zero.
    """
    report = report_of(rule_set)
    for price in report.bets if report else ():
        if price.favours_player:
            edge = f"{100 * float(price.least_edge):.3f}"
            raise Refused("favours_player", bet=price.bet, edge=edge)


@dataclass(frozen=True, slots=True)
class Mend:
    """Values of one option, the others unchanged, with which a bet does not cost the house."""

    choice: Choice
    values: tuple[Any, ...] = ()
    between: tuple[int, int] | None = None
    """Of a whole number the least and the largest that are known to do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A bet on offer that costs the house, and what its price depends on."""

    price: Price
    moved_by: tuple[Choice, ...]
    """The house's options that move it."""
    mends: tuple[Mend, ...]
    """What would mend it, one option at a time, as far as it is known without long computing."""


def bets_favouring_players(game: str, book: str, options: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return the bets that cost the house by some options, with what would mend each.

    Computes the main game where nobody has asked for it, which takes seconds; keeps nothing.
    Refuses what the text does not allow.
    """
    pricing = GAMES[game].pricing
    if pricing is None:
        return ()
    rules = GAMES[game].amend(book, options)
    return tuple(
        _finding(pricing, game, book, options, each)
        for each in pricing.report(rules).bets
        if each.favours_player
    )


def _finding(
    pricing: Pricing, game: str, book: str, options: Mapping[str, Any], price: Price
) -> Finding:
    choices = GAMES[game].books[book].choices
    moving, mends = [], []
    for choice in choices.values():
        if choice.kind == "fixed":
            continue
        trial = _Trial(pricing, game, book, options, choice, price.bet)
        if isinstance(choice.form, Several):
            without = trial.without()
            if without is not None and trial.mends(without):
                mends.append(Mend(choice, (without,)))
            continue
        if any(trial.moves(value) for value in trial.others()):
            moving.append(choice)
            if mend := trial.mending():
                mends.append(mend)
    return Finding(price, tuple(moving), tuple(mends))


@dataclass(frozen=True, slots=True)
class _Trial:
    """One option of a rule set, tried with other values to see what a bet costs then."""

    pricing: Pricing
    game: str
    book: str
    options: Mapping[str, Any]
    choice: Choice
    bet: str

    def _now(self) -> Any:
        return self.options.get(self.choice.topic.name, self.choice.default)

    def others(self) -> tuple[Any, ...]:
        """Return other values that are worth a trial: all of several, the bounds of a number."""
        now = self._now()
        return tuple(each for each in self._worth_a_trial(self.choice.form, now) if each != now)

    def _worth_a_trial(self, form: Form, now: Any) -> tuple[Any, ...]:
        match form:
            case Whole():
                proposed = self.choice.proposed
                # The largest amount says nothing of a bet: what it pays grows with what it costs.
                bounds = (form.minimum,) if form.unit == "amount" else (form.minimum, form.maximum)
                return (
                    *((proposed.least, proposed.most) if proposed else ()),
                    *bounds,
                    *((2 * now,) if isinstance(now, int) and 2 * now <= form.maximum else ()),
                    self.choice.default,
                )
            case OneOf():
                return tuple(form.values)
            case Flag():
                return (True, False)
            case Maybe():
                return tuple(dict.fromkeys((*self._worth_a_trial(form.form, now), None)))
            case Several() | Arranged() | Amounts() | PerBet() | Composed():
                return ()
            case _:
                assert_never(form)

    def without(self) -> list[str] | None:
        """Return several words without the bet's own; `None` where it is not among them."""
        now = list(self._now())
        side = self.bet.partition(":")[0]
        return [each for each in now if each != side] if side in now else None

    def _rules(self, value: Any) -> Any:
        """Return the rules with another value; `None` where the text does not allow them."""
        try:
            return GAMES[self.game].amend(
                self.book, {**self.options, self.choice.topic.name: value}
            )
        except Refused:
            return None

    def moves(self, value: Any) -> bool:
        """Tell whether another value changes the bet's price."""
        rules = self._rules(value)
        basis = self.pricing.basis
        before = GAMES[self.game].amend(self.book, self.options)
        return rules is not None and basis(rules, self.bet) != basis(before, self.bet)

    def mends(self, value: Any) -> bool:
        """Tell whether with another value the bet is known not to cost the house."""
        rules = self._rules(value)
        if rules is None:
            return False
        found = [each for each in self.pricing.quick_price(rules, self.bet) if each.bet == self.bet]
        return bool(found) and not any(each.favours_player for each in found)

    def mending(self) -> Mend | None:
        """Return the values that mend the bet; `None` where none is known."""
        good = tuple(value for value in self.others() if self.mends(value))
        if not good:
            return None
        form = self.choice.form
        number = isinstance(form.form if isinstance(form, Maybe) else form, Whole)
        now = self._now()
        if not number or now is None or None in good:
            return Mend(self.choice, good)
        # What a number feeds or pays grows with it: between one that mends and one that does not
        # lies one bound.
        low, high = sorted((good[0], self._bound(good[0], now)))
        return Mend(self.choice, between=(low, high))

    def _bound(self, good: int, bad: int) -> int:
        """Return the last number that mends on the way from one that does to one that does not."""
        while abs(good - bad) > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if self.mends(middle) else (good, middle)
        return good
