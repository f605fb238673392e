"""What bets cost their players: prices, reports of them, and the advice that follows."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, cast

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.words import Words

Unit = Literal["stake", "first_stake", "winnings"]
"""What an edge is a part of: all that is staked, what is staked before the first card, or what is
won."""
UNITS: Final[Mapping[Unit, Words]] = {
    "stake": Words("de la mise", "of the stake"),
    "first_stake": Words("de la première mise", "of the first stake"),
    "winnings": Words("du gain", "of the winnings"),
}


@dataclass(frozen=True, slots=True)
class Price:
    """The house's edge on a bet, per unit: below zero it favours the player."""

    bet: str
    """Its name in stakes and reports, e.g. `place[4]` where each number has a price of its own;
    `main` is a game's main bet. What it is called says `Wording.bet_name`."""
    edge: Fraction | float
    """In the long run; a fraction where it is exact."""
    worst: Fraction | float | None = None
    """In the worst case for the house; `None` where that is the edge."""
    offered: bool = True
    error: float = 0.0
    """The edge is at most this far from the exact one."""
    unit: Unit = "stake"
    """What `edge` is a part of."""
    long_run: bool = False
    """A jackpot's: its pots are counted as paid out."""
    clause: str = ""
    """The clause that grants the bet; empty where the report names none."""
    group: str = ""
    """Under which heading it stands, a code of `Wording.groups`; empty for none."""
    note: str = ""
    """What is said beside it, a code of `Wording.notes`; empty for nothing."""
    pays: tuple[int, int] | None = None
    """What is won for what was staked, 35 for 1; `None` where the bet pays by several lines."""
    behind_bet: str = ""
    """The bet behind which alone it is staked, which costs its player something; empty for none.
    Then it may itself cost nothing."""
    edge_when_decided: Fraction | None = None
    """The edge where bets that a tie gives back are not counted; `None` where none is, or where it
    is not worked out."""
    edge_with_commission: Fraction | None = None
    """The edge per unit of stake and commission together; `None` where no commission is paid."""

    @property
    def least_edge(self) -> Fraction | float:
        """The edge in the worst case for the house."""
        return self.edge if self.worst is None else self.worst

    @property
    def favours_player(self) -> bool:
        """Tell whether the house may lose by it; what lies within the error counts as that.

        A bet that is staked alone must cost something; one beside another must not win.
        """
        loses = self.least_edge < self.error if self.behind_bet else self.least_edge <= self.error
        return self.offered and loses

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "bet": self.bet,
            "edge": float(self.edge),
            "fraction": _exactly(self.edge),
            "least": float(self.least_edge),
            "least_fraction": _exactly(self.least_edge),
            "offered": self.offered,
            "error": self.error,
            "of": self.unit,
            "long_run": self.long_run,
            "clause": self.clause,
            "group": self.group,
            "note": self.note,
            "pays": self.pays and list(self.pays),
            **({"beside": self.behind_bet} if self.behind_bet else {}),
            **self._others(),
        }

    def _others(self) -> dict[str, Any]:
        """Return the edges by which others publish the price, as plain JSON."""
        found: dict[str, Any] = {}
        for name, attribute in _OTHERS.items():
            edge = getattr(self, attribute)
            if edge is not None:
                found |= {name: float(edge), f"{name}_fraction": str(edge)}
        return found

    @staticmethod
    def from_json(written: Mapping[str, Any]) -> "Price":
        """Return the price that was written."""
        edge = _figure(written["edge"], written["fraction"])
        least = _figure(written["least"], written["least_fraction"])
        return Price(
            bet=written["bet"],
            edge=edge,
            worst=None if least == edge else least,
            offered=written["offered"],
            error=written["error"],
            unit=cast("Unit", written["of"]),
            long_run=written["long_run"],
            clause=written["clause"],
            group=written["group"],
            note=written["note"],
            # A report that was kept before has none.
            pays=cast("tuple[int, int] | None", tuple(written.get("pays") or ()) or None),
            behind_bet=written.get("beside", ""),
            **{
                attribute: Fraction(written[f"{name}_fraction"])
                for name, attribute in _OTHERS.items()
                if name in written
            },
        )


_OTHERS: Final = {"decided": "edge_when_decided", "with_commission": "edge_with_commission"}
"""Key in JSON -> attribute of `Price`, of the edges by which others publish a price."""


def _exactly(edge: Fraction | float) -> str | None:
    return str(edge) if isinstance(edge, Fraction) else None


def _figure(edge: float, fraction: str | None) -> Fraction | float:
    return edge if fraction is None else Fraction(fraction)


@dataclass(frozen=True, slots=True)
class Report:
    """What the bets of some rules cost: all that the house knows of their prices."""

    bets: tuple[Price, ...]
    """In the order in which they are shown."""
    pages: Mapping[str, Any] = field(default_factory=dict)
    """Further pages, as plain JSON by name (`Pricing.pages`), shown on the game's own page."""
    decision_values: str = ""
    """What each decision returns, as the game writes it; empty where a release before kept it."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON, which is kept for ever; a database keeps the order of a list."""
        worth = {"worth": self.decision_values} if self.decision_values else {}
        return {**self.pages, **worth, "bets": [each.to_json() for each in self.bets]}

    @staticmethod
    def from_json(written: Mapping[str, Any]) -> "Report":
        """Return the report that was written."""
        pages = {name: page for name, page in written.items() if name not in ("bets", "worth")}
        bets = tuple([Price.from_json(each) for each in written["bets"]])
        return Report(bets, pages, written.get("worth", ""))


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision of a player, beside what the strategy does."""

    box: BoxNo
    party: Party
    hand: str
    """What they held, as the game names it; one name for all hands that are played alike."""
    up: str
    """What they saw of the bank's."""
    chosen: str
    """The verb of their command, as `hit`: without the name of the game."""
    advised: str
    """The verb of the strategy's."""
    stake: Amount
    """What the cost is measured by."""
    cost: float
    """Minor units that it loses on average against what the strategy does; 0 where it did that."""

    @property
    def right(self) -> bool:
        """Tell whether it was the strategy's."""
        return self.chosen == self.advised


@dataclass(frozen=True, slots=True)
class StrategyAdvice:
    """What a game's players are advised, and what their decisions are judged by."""

    guide: Callable[[Any, Report], Any]
    """Return what rules and their report advise, as the others want it. Takes no time where the
    report was made by this release, or for rules whose prices are known; else seconds."""
    advised_command: Callable[[Any, Any, Any, BoxNo], str | None]
    """Return the kind of the command that a guide gives a box, by rules and state; `None` when
    the box has nothing to decide."""
    judge: Callable[[Any, Any, Any, Any], JudgedDecision | None]
    """Return what a guide says of an event, by rules and the state before it; `None` where it is
    no decision of a player."""
    count_hands: Callable[[Any, Party], int]
    """Return how many hands a party was dealt that it decides for, by the round's state."""


def _no_lines(report: Report) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Pricing:
    """What a game's bets cost, from its rules."""

    report: Callable[..., Report]
    """Return the report of some rules. May take seconds for rules that nobody has asked for
    before; `afresh` computes even what is known."""
    quick_price: Callable[[Any, str], tuple[Price, ...]]
    """Return the price of a bet by some rules, and maybe of others with it; empty where that would
    take time."""
    basis: Callable[[Any, str], Hashable]
    """Return what of some rules a bet's price depends on; takes no time."""
    advice: StrategyAdvice | None = None
    is_fast: bool = False
    """Whether a report takes no time, so that it is computed on each request."""
    pages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """JSON Schema of the pages of its reports, by name; no other game has a page of that name."""
    terminal_lines: Callable[[Report], Iterator[str]] = _no_lines
    """Return the pages of a report as lines for a terminal."""
    read_earlier_report: Callable[[Any, Mapping[str, Any]], Report] | None = None
    """Return the report that an earlier release kept in its own form, by the rules; `None` where it
    is computed anew."""


def simple_pricing(report: Callable[[Any], Report]) -> Pricing:
    """Return what a game gives whose report takes no time: a price is its own basis."""

    def whole(rules: Any, *, afresh: bool = False) -> Report:
        return report(rules)

    def quick(rules: Any, bet: str) -> tuple[Price, ...]:
        return tuple([each for each in report(rules).bets if each.bet == bet])

    return Pricing(whole, quick, quick, is_fast=True)
