"""What a player asks of the floor, at the table of any game: a box, a wish, a part in the shoe."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from tables.games.core.money import Amount, BoxNo
from tables.wire.chat_signals import Signal

LONGEST_TEXT: Final = 1000
"""Characters of any text in a command; all of them are printed ones."""
MOST_CHANGED: Final = 10**12
"""Minor units that one command may change."""
LONGEST_SAID: Final = 200
"""Characters of what a player says in own words."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free box."""

    box: BoxNo
    kind: Literal["table.sit"] = "table.sit"


@dataclass(frozen=True, slots=True)
class Leave:
    """Give a box up; refused while it has chips on the layout."""

    box: BoxNo
    kind: Literal["table.leave"] = "table.leave"


@dataclass(frozen=True, slots=True)
class Consent:
    """Let others stake behind me on a box that I hold, or no longer; chips that lie stay."""

    box: BoxNo
    welcomes: bool
    kind: Literal["table.welcome"] = "table.welcome"


@dataclass(frozen=True, slots=True)
class Wish:
    """Say that I wish to take part and have no box, or no longer; sitting down ends it too."""

    wishes: bool
    kind: Literal["table.wish"] = "table.wish"


@dataclass(frozen=True, slots=True)
class Write:
    """Hand in a complex announced bet in writing; staked only once it is endorsed (MC-EROU-39)."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    """As the game reads it, e.g. `complete_n:17`."""
    kind: Literal["table.write"] = "table.write"


@dataclass(frozen=True, slots=True)
class BuyColours:
    """Buy colour chips of this table, of a value that I choose once (MC-CHIPS-05, MC-CHIPS-06)."""

    unit: Annotated[Amount, Field(gt=0)]
    """What one chip is worth, in minor units."""
    chips: Annotated[int, Field(ge=1, le=1000)]
    kind: Literal["table.buy_colours"] = "table.buy_colours"


@dataclass(frozen=True, slots=True)
class ChangeColours:
    """Change all my colour chips back and free my colour; refused while some lie (MC-CHIPS-20)."""

    kind: Literal["table.change_colours"] = "table.change_colours"


@dataclass(frozen=True, slots=True)
class ChangeCash:
    """Change cash of mine into chips at this table (MC-CHIPS-18); the other way is the cage's."""

    amount: Annotated[Amount, Field(gt=0, le=MOST_CHANGED)]
    kind: Literal["table.change_cash"] = "table.change_cash"


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the table: a signal of the house, or own words where they are allowed."""

    signal: Signal
    """`free` for own words."""
    text: Annotated[str, Field(max_length=LONGEST_SAID)] = ""
    """Own words; empty with a signal."""
    kind: Literal["table.say"] = "table.say"


@dataclass(frozen=True, slots=True)
class AskChange:
    """Ask that the cards, the dice or the wheel be changed; the staff reads why."""

    reason: Annotated[str, Field(min_length=1, max_length=LONGEST_SAID)]
    kind: Literal["table.ask_change"] = "table.ask_change"


Hex32 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Contribute to the shoe that is being made: the hash of a secret of the box's holder.

    Once for each holder, who declines the cut by it: whoever may still be asked to cut seals when
    that is decided. Refused to whoever holds no such box, and once the list is closed.
    """

    box: BoxNo
    shoe: str
    """The id of the shoe."""
    hash: Hex32
    kind: Literal["table.seal"] = "table.seal"


@dataclass(frozen=True, slots=True)
class Cut:
    """Accept the cut and seal it: the hash covers the secret and the place of the cut card.

    Refused unless the cut is offered to the box, and where another has accepted it meanwhile.
    """

    box: BoxNo
    shoe: str
    hash: Hex32
    kind: Literal["table.cut"] = "table.cut"


@dataclass(frozen=True, slots=True)
class DeclineCut:
    """Decline the cut: the next box or the others have it, and at last the dealer."""

    box: BoxNo
    shoe: str
    kind: Literal["table.decline_cut"] = "table.decline_cut"


@dataclass(frozen=True, slots=True)
class AllowCut:
    """Say as banker whether others may cut the cards, once the box is asked; else the dealer does.

    MC-BTV-13.
    """

    box: BoxNo
    shoe: str
    allows: bool
    kind: Literal["table.allow_cut"] = "table.allow_cut"


@dataclass(frozen=True, slots=True)
class Open:
    """Open what the box has sealed; refused when it does not fit its hash."""

    box: BoxNo
    shoe: str
    secret: Hex32
    cut: int | None = None
    """Cards before the cut card, of the box that cuts; `None` of all others."""
    kind: Literal["table.open"] = "table.open"


Locked = Annotated[str, Field(pattern="^[0-9a-f]{320}([0-9a-f]{4})?$")]
"""A secret locked to a round of the beacon, and a hidden cut, in lower-case hexadecimal."""


@dataclass(frozen=True, slots=True)
class Lock:
    """Give what the box has sealed, locked to the beacon's round that is named: in place of `Open`.

    Refused once the round has come. That it does not open, or does not fit its hash, is seen then.
    """

    box: BoxNo
    shoe: str
    locked: Locked
    """With the cut of the box that cuts."""
    kind: Literal["table.lock"] = "table.lock"


@dataclass(frozen=True, slots=True)
class SealDraw:
    """Contribute to the draw that lies on the table: the hash of a secret of mine.

    For whoever holds a box or has chips on the layout, once, until the list is closed.
    """

    draw: Annotated[str, Field(max_length=36)]
    """Its id."""
    seat: Annotated[int, Field(ge=1, lt=2**15)]
    """The number of a box that I hold; above 1000 any that I choose, where I stand."""
    hash: Hex32
    kind: Literal["table.seal_draw"] = "table.seal_draw"


@dataclass(frozen=True, slots=True)
class OpenDraw:
    """Open what I have sealed for a draw, once no stake can change any more."""

    draw: Annotated[str, Field(max_length=36)]
    seat: Annotated[int, Field(ge=1, lt=2**15)]
    secret: Hex32
    kind: Literal["table.open_draw"] = "table.open_draw"


@dataclass(frozen=True, slots=True)
class LockDraw:
    """Give what I have sealed for a draw, locked to the beacon's round: in place of `OpenDraw`."""

    draw: Annotated[str, Field(max_length=36)]
    seat: Annotated[int, Field(ge=1, lt=2**15)]
    locked: Locked
    kind: Literal["table.lock_draw"] = "table.lock_draw"


FLOOR_COMMANDS: Final = (
    Sit, Leave, Consent, Wish, Write, BuyColours, ChangeColours, ChangeCash, Say,
    AskChange, Seal, Cut, DeclineCut, AllowCut, Open, Lock, SealDraw, OpenDraw, LockDraw,
)  # fmt: skip
Contribution = Seal | Cut | DeclineCut | AllowCut | Open | Lock
"""What players do while a shoe is being made."""
DrawPart = SealDraw | OpenDraw | LockDraw
"""What players bring to a draw."""
FloorCommand = (
    Sit
    | Leave
    | Consent
    | Wish
    | Write
    | BuyColours
    | ChangeColours
    | ChangeCash
    | Say
    | AskChange
    | Contribution
    | DrawPart
)
