"""The game as the rest of the house sees it: a wheel with 0 and 00, and neither prison nor half."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tables.games.american_roulette import chips, clause_index, words
from tables.games.american_roulette.chips import COLOURS
from tables.games.american_roulette.mc import BOOK
from tables.games.american_roulette.rules import DEVICE, LAYOUT, WHEEL, Rules
from tables.games.core.demo import DemoTable
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import Book, ColoursSold, EngineInput, Needs, PlayerCommand, Wording
from tables.games.wheel import messages as wheel
from tables.games.wheel import view
from tables.games.wheel.game import WheelGame
from tables.games.wheel.layout import CHANCES
from tables.games.wheel.own_messages import PRISON, OwnMessages
from tables.games.wheel.state import State

messages: Final = OwnMessages(DEVICE.game, stake=chips.Stake, without=PRISON)


@dataclass(frozen=True, slots=True)
class View(view.View):
    """What every wheel shows, and the chips that the table sells."""

    chips: tuple[Amount, ...] = ()
    """The face values of the chips that are shown, least first."""
    colours: tuple[str, ...] = ()
    """The colours in which the table sells chips without face value."""
    most: Amount = Amount(0)
    """The most that such a chip may be worth; the least is that of a stake."""


class AmericanRoulette(WheelGame[Rules]):
    """The game of roulette with a double zero."""

    key: Final = "american_roulette"
    device: Final = DEVICE
    own_messages: Final = messages
    wire: Final = messages.wire(View)
    books: Final[Mapping[str, Book[Rules]]] = {BOOK.key: BOOK}
    wording: Final = Wording.of(words)
    printed_layout: Final = {
        "wheel": list(WHEEL),
        "chances": {chance: sorted(pockets) for chance, pockets in CHANCES.items()},
        "pays": {
            position.bet: position.odds[0]
            for position in sorted(LAYOUT.values(), key=lambda each: -each.odds[0])
            if not position.even
        },
    }
    demo_tables: Final = (
        DemoTable(
            "Roulette Larvotto",
            "MC-AROU/demo",
            "MC",
            {
                "table_min_cents": 1_00,
                "stake_increment_cents": 1_00,
                "betting_window_seconds": 30,
                "table_max_cents": {
                    "straight": 50_00,
                    "split": 100_00,
                    "street": 150_00,
                    "corner": 200_00,
                    "first_five": 250_00,
                    "six_line": 300_00,
                    **dict.fromkeys(("dozen", "column"), 1_000_00),
                    **dict.fromkeys(CHANCES, 1_500_00),
                },
            },
        ),
    )
    clause_index: Final = clause_index.INDEX

    def needs(self, rules: Rules) -> Needs:
        sold = ColoursSold(
            COLOURS, Amount(rules.table_min_cents), rules.highest, rules.stake_increment_cents
        )
        return replace(
            super().needs(rules),
            colours=sold if rules.colour_chips else None,
            tables_per_chief=rules.max_tables_per_chief,
        )

    def step(
        self, rules: Rules, state: State, given: EngineInput[wheel.Command]
    ) -> tuple[tuple[wheel.Event, ...], State]:
        """Decide as every wheel does; refuses colour chips as `chips.check` does."""
        done = super().step(rules, state, given)
        if isinstance(given, PlayerCommand):
            chips.check(given)
        return done

    def stakes_on_layout(self, state: State, party: Party) -> Iterable[tuple[str, Amount]]:
        amounts = Counter[str]()
        for each in state.stakes.get(party, ()):
            amounts[each.on] += each.amount
        return [(on, Amount(amount)) for on, amount in sorted(amounts.items())]

    def extra_view_fields(self, rules: Rules) -> Mapping[str, Any]:
        """Return the values of chips, and the colours that are sold, if any."""
        sold = self.needs(rules).colours
        chips = tuple(Amount(each) for each in sorted(rules.chip_denominations))
        return {"chips": chips, **({"colours": sold.colours, "most": sold.most} if sold else {})}


AMERICAN_ROULETTE: Final = AmericanRoulette()
