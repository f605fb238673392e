"""Rule sets that a test publishes as an operator would."""

from typing import Any
from uuid import uuid4

from casino.players.models import Player
from tables.models import RuleSet
from tables.rules import services as rules


def publish(
    series: str,
    book: str = "FR-2024",
    game: str = "blackjack",
    *,
    operator: Player | None = None,
    **options: Any,
) -> RuleSet:
    """Publish the next version of a series, in force at once."""
    operator = (
        operator
        or Player.objects.filter(username="operator").first()
        or Player.objects.create_superuser("operator", password="pass", display_name="operator")
    )
    draft = rules.begin_draft(
        draft_id=uuid4(), series=series, game=game, book=book, options=options, operator=operator
    )
    if rules.options_to_agree(draft):
        control = Player.objects.filter(
            username="agrees"
        ).first() or Player.objects.create_superuser(
            "agrees", password="pass", display_name="agrees"
        )
        rules.agree_to_draft(draft.pk, revision=draft.revision, operator=control)
    return rules.publish_draft(draft.pk, revision=draft.revision, operator=operator, reason="test")
