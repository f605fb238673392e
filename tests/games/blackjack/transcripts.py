"""Rounds as readable pages: a scenario, then every event with the chips that it moves.

`python -m tests.games.blackjack.transcripts` deals every scenario again and rewrites its page; the
diff is for a human to review. `test_transcripts.py` fails while a page differs from what is dealt.
"""

from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import Event
from tables.games.core.money import Move
from tests.games.blackjack.notation import Round, round_from

PAGES = Path(__file__).parent / "pages"
RULE = "-" * 72


def deal_again(page: str) -> str:
    """Return the page as it reads when its scenario is dealt today."""
    scenario = page.split(RULE)[0].rstrip()
    options: dict[str, Any] = {}
    round_: Round | None = None
    for line in scenario.splitlines()[1:]:
        word, _, rest = line.partition(" ")
        match word:
            case "option":
                name, value = rest.split()
                options[name] = {"true": True, "false": False}.get(value, value)
            case "deal":
                round_ = round_from(rest.strip(), **options)
            case "play":
                assert round_ is not None
                round_.play(rest.strip())
            case "":
                pass
            case _:
                raise ValueError(f"A scenario has no line {word!r}.")
    assert round_ is not None
    return "\n".join([scenario, RULE, *_told(round_), RULE, *_summed(round_), ""])


def _told(round_: Round) -> list[str]:
    return [
        f"{number:>3}  {_event(event)}".rstrip() for number, event in enumerate(round_.events, 1)
    ]


def _event(event: Event) -> str:
    said = [
        f"{each.name}={_plain(getattr(event, each.name))}"
        for each in fields(event)
        if each.name not in ("kind", "moves") and not _usual(event, each)
    ]
    name = event.kind.split(".")[1]
    head = f"{name:<18} {' '.join(said)}"
    return "\n".join([head, *(f"{'':>8}{_move(move)}" for move in event.moves)])


def _usual(event: Event, each: "Field[Any]") -> bool:
    """Tell whether a field holds its default, which goes without saying."""
    return each.default is not MISSING and bool(getattr(event, each.name) == each.default)


def _move(move: Move) -> str:
    places = f"{move.source} -> {move.target}"
    return f"{move.amount:>8}  {places:<18} {move.why:<10} {move.party}"


def _plain(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _summed(round_: Round) -> list[str]:
    net = [f"{party} {amount:+}" for party, amount in sorted(round_.net().items())]
    state = "over" if round_.over else "going on"
    result = BLACKJACK.result(round_.state)
    return [f"round {state}, dealer {result}, layout {round_.on_layout()}", *net]


def main() -> None:
    """Rewrite every page."""
    for path in sorted(PAGES.glob("*.txt")):
        path.write_text(deal_again(path.read_text()))


if __name__ == "__main__":
    main()
