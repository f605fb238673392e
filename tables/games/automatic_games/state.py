"""The state of a round at a machine: the fold of its events, which knows no rules.

After every event the balance identity holds: the meters alone say how many credits there are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as with_
from typing import Final, Literal, assert_never

from tables.games.automatic_games import messages
from tables.games.core.money import Amount, Party, Place
from tables.games.core.protocol import Voided
from tables.games.core.values import changed

Stage = Literal["betting", "spinning", "holding", "closed"]
KEPT: Final = 20
"""So many of the last games, and tickets, are kept with the position."""


@dataclass(frozen=True, slots=True)
class State:
    """A round: one game, with all that is done at the position before it and after.

    A game of cards takes two: they are dealt in one, and held and replaced in the next.
    """

    found: messages.Position = messages.EMPTY
    """The position when the round opened."""
    now: messages.Position = messages.EMPTY
    stage: Stage = "betting"
    player: Party = messages.NOBODY
    """Who has paid for the game of this round."""
    stake: Amount = Amount(0)
    """What is staked and not decided."""
    free: bool = False
    """The game that is being drawn costs nothing."""
    held: tuple[int, ...] = ()
    """The positions of the hand that stay, once that is chosen."""
    ended: messages.Game | None = None
    """The game of this round, once its reels stand."""
    touched: int = 0
    """How often somebody has done something at the position: the clock begins anew each time."""
    stops: int = 0
    """How often the draw of this round was stopped."""
    last: bool = False
    """The session ends with this round."""
    voided: bool = False

    @property
    def holder(self) -> Party:
        """Whose the position is now: who plays, or has credits or an unpaid win; or nobody."""
        return self.player if self.stage == "spinning" else self.now.owner

    @property
    def pays_for(self) -> Amount:
        """For what stake the game that is being drawn pays."""
        return self.now.free_stake if self.free else self.stake

    def game(self, number: int) -> messages.Game | None:
        """Return a game that the position still keeps."""
        return next((each for each in self.now.games if each.number == number), None)


def evolve(state: State | None, event: messages.Event) -> State:
    """Return the state after an event; total, refuses nothing."""
    after = _after(state or State(), event)
    assert after.now.meters.credit == after.now.balance, "the meters say how many credits there are"
    return after


def _after(state: State, event: messages.Event) -> State:
    now = state.now
    match event:
        case messages.Opened(found, last):
            if not found.hand:
                return State(found, found, last=last)
            return State(found, found, "holding", found.owner, found.hand_stake, last=last)
        case messages.Loaded():
            return _touched(state, _loaded(now, event))
        case messages.Played():
            return _played(state, event)
        case messages.Dealt(party, cards):
            after = changed(now, owner=party, hand=cards, hand_stake=state.stake)
            return changed(_touched(state, after), stage="holding")
        case messages.Held(_, positions):
            return changed(_touched(state, now), stage="spinning", held=positions)
        case messages.SpinStopped():
            return changed(state, stops=state.stops + 1)
        case messages.GameEnded():
            return _ended(state, event)
        case messages.CashedOut():
            return _touched(state, _released(_cashed_out(now, event)))
        case messages.Orphaned(_, amount):
            after = changed(
                now,
                balance=Amount(now.balance - amount),
                orphans=now.orphans + amount,
                meters=now.meters.more(orphan=amount),
            )
            return _touched(state, _released(after))
        case messages.Identified():
            return changed(state, now=changed(now, identified=True))
        case messages.DeviceChecked(_, right):
            return changed(state, now=changed(now, fault=not right))
        case messages.HandPaid(_, _, amount):
            after = changed(
                now, owed=Amount(0), fault=False, meters=now.meters.more(jackpot=amount)
            )
            return _touched(state, _released(after))
        case messages.Complained(_, game):
            return _marked(state, game, lambda each: with_(each, complaint="made"))
        case messages.MechanicHeard(_, game):
            return _marked(state, game, lambda each: with_(each, complaint="heard"))
        case messages.ComplaintDecided(_, game):
            return _marked(state, game, lambda each: with_(each, complaint="decided"))
        case messages.Complemented(_, _, game, amount, due=due):
            more = now.complements + amount
            state = changed(state, now=changed(now, complements=more))
            return _marked(
                state,
                game,
                lambda each: with_(
                    each,
                    complements=each.complements + amount,
                    due=Amount(max(each.due, due)),
                ),
            )
        case messages.MachineOpened():
            return _touched(state, changed(now, in_service=False))
        case messages.MachineClosed():
            return _touched(state, changed(now, in_service=True))
        case messages.SessionBroken():
            return _broken(state, event)
        case messages.RoundClosed():
            return changed(state, stage="closed")
        case Voided():
            return _voided(state)
        case _:
            assert_never(event)


def _touched(state: State, now: messages.Position) -> State:
    return changed(state, now=now, touched=state.touched + 1)


def _played(state: State, event: messages.Played) -> State:
    now, amount, free = state.now, event.amount, event.free
    after = changed(
        now,
        balance=Amount(now.balance - amount),
        free=now.free - free,
        meters=now.meters.more(played=amount, games=1, free=int(free)),
    )
    touched = _touched(state, after)
    return changed(touched, stage="spinning", player=event.party, stake=amount, free=free)


def _loaded(now: messages.Position, event: messages.Loaded) -> messages.Position:
    meters = now.meters.more(**{f"{event.medium}_in": event.amount})
    tickets = now.tickets
    if any(move.target is Place.NOTE_BOX for move in event.moves):
        meters = meters.more(note_box=event.amount)
    if event.medium == "coin":
        meters = meters.more(cash_box=event.amount - event.hopper)
    if event.ticket:
        tickets = (
            *[each for each in tickets if each.code != event.ticket],
            messages.Ticket(event.ticket, event.amount, "redeemed", event.party),
        )[-KEPT:]
    return changed(
        now,
        owner=event.party,
        identified=now.identified and now.owner == event.party,
        balance=Amount(now.balance + event.amount),
        hopper=Amount(now.hopper + event.hopper),
        meters=meters,
        tickets=tickets,
    )


def _ended(state: State, event: messages.GameEnded) -> State:
    now = state.now
    credited = Amount(0) if event.by_hand else event.paid
    ended = messages.Game(
        number=now.meters.games,
        party=event.party,
        stake=state.stake,
        due=event.due,
        paid=event.paid,
        stops=event.stops,
        by_hand=event.by_hand,
        free=state.free,
        wins=event.wins,
        cards=event.cards,
    )
    before = tuple([with_(each, wins=()) if each.wins else each for each in now.games])
    after = changed(
        now,
        owner=event.party,
        balance=Amount(now.balance + credited),
        owed=event.paid if event.by_hand else now.owed,
        meters=now.meters.more(out=credited, won=int(event.paid > 0)),
        games=(ended, *before)[:KEPT],
        free=now.free + event.brought,
        # A game that was paid for begins the count; those that it brings go on with it.
        free_stake=now.free_stake if state.free else state.stake,
        free_won=Amount(now.free_won + event.paid) if state.free else Amount(0),
        hand=(),
        hand_stake=Amount(0),
    )
    return changed(
        state, now=_released(after), stake=Amount(0), free=False, ended=ended, stage="betting"
    )


def _cashed_out(now: messages.Position, event: messages.CashedOut) -> messages.Position:
    coins = event.amount if event.medium == "coin" else 0
    tickets = now.tickets
    if event.ticket:
        tickets = (*tickets, messages.Ticket(event.ticket, event.amount, "issued", event.party))
    return changed(
        now,
        balance=Amount(now.balance - event.amount),
        hopper=Amount(now.hopper - coins),
        meters=now.meters.more(**{f"{event.medium}_out": event.amount}),
        tickets=tickets,
    )


def _released(now: messages.Position) -> messages.Position:
    """Return the position as nobody's where it holds nothing of anybody any more."""
    if now.balance or now.owed or now.free or now.hand:
        return now
    return changed(now, owner=messages.NOBODY, identified=False)


def _marked(state: State, number: int, mark: Callable[[messages.Game], messages.Game]) -> State:
    games = tuple([mark(each) if each.number == number else each for each in state.now.games])
    return changed(state, now=changed(state.now, games=games))


def _broken(state: State, event: messages.SessionBroken) -> State:
    now = state.now
    meters = now.meters.more(
        annulled_in=state.stake, annulled_played=state.stake, card_out=event.amount
    )
    after = changed(now, balance=Amount(0), meters=meters, hand=(), hand_stake=Amount(0))
    # A free game that was being drawn is still to be played.
    after = changed(after, free=now.free + state.free)
    return changed(state, now=_released(after), stake=Amount(0), free=False, stage="closed")


def _voided(state: State) -> State:
    """Return the position as the round found it; only its meters have counted, and count it."""
    found, waits = state.found, state.found.hand_stake
    # A hand that the round found is to be held again: its stake was not annulled, and is staked
    # anew where its game had ended.
    again = waits if state.ended else 0
    meters = state.now.meters.more(played=again, annulled_played=max(0, state.stake - waits))
    back = found.balance - meters.credit
    meters = meters.more(annulled_in=max(0, back), annulled_out=max(0, -back))
    now = changed(found, meters=meters, in_service=state.now.in_service)
    return State(found, now, "closed", stake=waits, stops=state.stops, voided=True)
