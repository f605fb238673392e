"""The shapes of what a report of blackjack tells beside its prices, as JSON Schema."""

from collections.abc import Mapping
from typing import Any, Final

_NUMBER: Final = {"type": "number", "format": "double"}
_EXACT: Final = {"type": "string", "description": "The same, exactly: `a/b`."}
_EDGE: Final = {"edge": _NUMBER, "fraction": _EXACT}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _by_name(each: Mapping[str, Any], description: str = "") -> dict[str, Any]:
    told = {"description": description} if description else {}
    return {"type": "object", "additionalProperties": each} | told


def _list(description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _object(required: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **more},
        "required": list(required),
        "additionalProperties": False,
    }


PAGES: Final[Mapping[str, Mapping[str, Any]]] = {
    "main": _object(
        {
            "edge": _NUMBER,
            "error": {**_NUMBER, "description": "The edge is at most this far from the exact one."},
            "strategy": _by_name(
                _by_name(_by_name({"type": "string"})),
                "`hard`, `soft` and `pairs`: the hand, the dealer's card, and what to do. H hit, S"
                " stand, D double or hit, Ds double or stand, P split, R surrender or hit, Rs"
                " surrender or stand, Rp surrender or split.",
            ),
            "even_money": _list(
                "The dealer's cards against which a natural asks to be paid 1 to 1."
            ),
        }
    ),
    "insurance": _object(_EDGE),
    "side_bets": _by_name(
        _object(
            {
                **_EDGE,
                "least": {**_NUMBER, "description": "The edge with every consolation counted."},
                "offered": {
                    "type": "boolean",
                    "description": "Whether tables under these rules offer it.",
                },
                "lines": _list("The chance of each pay line from 1, `a/b`."),
            },
            by_pay_table=_by_name(_object(_EDGE), "The edge under pay table A and B."),
            jackpot=_object(
                {
                    "fixed": {
                        **_object(_EDGE),
                        "description": "The edge if every pot were empty.",
                    },
                    "pots": _by_name(
                        {"type": "string"},
                        "Each pot's chance, `a/b`. At a pot of P, a stake of s loses, per unit,"
                        " `fixed` less the chance times P / s.",
                    ),
                    "consolations": _text(
                        "At most this much more comes back per unit when every box plays, `a/b`."
                    ),
                }
            ),
        )
    ),
}
