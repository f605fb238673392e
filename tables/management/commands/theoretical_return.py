"""Tells what a game costs: the exact edge of every bet, and the strategy where there is one."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.games import GAMES, UNNAMED
from tables.games.core.price import UNITS, Pricing, Report


class Command(BaseCommand):
    help = (
        "Compute the house edge of every bet, and the strategy of a main game that has one. "
        "Needs no database for a rule book; with one, also knows the house's own rule sets."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default=UNNAMED, help=", ".join(GAMES))
        parser.add_argument("--rules", help="a rule book or a rule set; without it, every book")
        parser.add_argument("--json", action="store_true", help="one JSON object, by rules")
        parser.add_argument(
            "--known", action="store_true", help="take the main game from what is stored"
        )

    def handle(self, *args: Any, game: str, rules: str | None, known: bool, **options: Any) -> None:
        pricing = GAMES[game].pricing if game in GAMES else None
        if pricing is None:
            raise CommandError(f"No theoretical return is known for the game {game!r}.")
        keys = [rules] if rules else list(GAMES[game].books)
        found: dict[str, Report] = {
            key: pricing.report(_rules(game, key), afresh=not known) for key in keys
        }
        if options["json"]:
            shown = {key: _by_bet(report) for key, report in found.items()}
            self.stdout.write(json.dumps(shown, ensure_ascii=False, indent=1))
            return
        for key, report in found.items():
            self._print_report(key, pricing, report)

    def _print_report(self, key: str, pricing: Pricing, report: Report) -> None:
        """Print one rule set's edges, then its pages where there are any."""
        self.stdout.write(key)
        for price in report.bets:
            line = f"  {price.bet:<22} {float(price.edge):9.4%}"
            if price.error:
                line += f"  ± {price.error:.1e}"
            if price.unit != "stake":
                line += f"  {UNITS[price.unit].en}"
            if price.edge_when_decided is not None:
                line += f"  {float(price.edge_when_decided):.4%} of bets decided"
            if price.edge_with_commission is not None:
                line += f"  {float(price.edge_with_commission):.4%} of stake and commission"
            self.stdout.write(line + ("" if price.offered else "  not offered"))
        for line in pricing.terminal_lines(report):
            self.stdout.write(line)
        self.stdout.write("")


def _by_bet(report: Report) -> dict[str, Any]:
    """Return a report as JSON whose bets are found by their names."""
    return {**report.pages, "bets": {each.bet: each.to_json() for each in report.bets}}


def _rules(game: str, key: str) -> Any:
    """Return the rules of a book, or of a rule set of the house."""
    books = GAMES[game].books
    if key in books:
        return books[key].rules
    # Only here is the database needed.
    from django.db import OperationalError, ProgrammingError

    from tables.models import RuleSet

    try:
        rule_set = RuleSet.objects.get(key=key, game=game)
    except RuleSet.DoesNotExist:
        raise CommandError(f"{key!r} is no rule book and no rule set of this house.") from None
    except (OperationalError, ProgrammingError) as error:
        raise CommandError(
            f"{key!r} is no rule book ({', '.join(books)}), and the house's rule sets cannot be"
            f" read: {error}"
        ) from error
    return rule_set.rules()
