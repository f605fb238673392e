"""Where each clause is kept: in which piece of the engine, or outside the round and why.

`_CODE_PATHS` names the code that keeps a clause, `_KEPT_ELSEWHERE` why another has none.
Every clause of the five texts stands in exactly one of the two. `ONLY_BY_HAND` marks those of the
first that are of no use where a program deals from a committed shoe.
"""

from typing import Final

from tables.games.core.monaco import SECOND_SHUFFLE
from tables.games.core.protocol import ClauseIndex

_CODE_PATHS: Final = """
rules.Rules.decks: MC-001 MC-027 ON-03 HOUSE-01
rules.Rules.card_stock: FR-2024-003 FR-2007-03 MC-002..003 MC-007 MC-009 MC-012 MC-022..024
Blackjack.equipment: FR-2024-005 FR-2007-05 MC-011 MC-013 MC-025 MC-029 ON-22..23
rules.Rules.shuffling: FR-2024-004 FR-2007-04 MC-017 MC-037
shoe.is_cut_card_valid: FR-2024-008 FR-2007-08 MC-031 ON-35
shoe.burn_count: FR-2024-010 FR-2007-10 MC-033 MC-038 MC-040 ON-39..40
Blackjack.idle_minutes: MC-019
Blackjack.minutes_before_last_rounds: MC-041
Blackjack.shuffle_on_order: MC-020 ON-37
shoe.cutting_order: ON-27 ON-30 ON-32..33
shoe.cut_limits: ON-31 MC-030
play.cutters: FR-2024-007 FR-2007-07
play.cutter: ON-28..29
view.view: FR-2024-011 FR-2007-11 MC-034 MC-051 ON-42
play._shoe_finished: MC-018 MC-039
play.awaiting: FR-2024-012 FR-2007-12 MC-035..036 ON-36
layout.why_not_box: FR-2024-015 FR-2007-15 HOUSE-02
betting._check_boxes: FR-2024-014 FR-2007-14 MC-042
layout.check_standing: FR-2024-017 FR-2024-027 FR-2007-17 MC-044 HOUSE-03 ON-09
layout.check_bet: FR-2024-018 FR-2024-079 FR-2024-106 FR-2024-110 FR-2024-124 FR-2024-144..145
layout.check_bet: FR-2024-149..152 FR-2007-18 FR-2007-77 MC-045 MC-093 MC-100 MC-105 ON-01..02
layout.check_bet: ON-14 ON-19
betting._difference: FR-2024-143 MC-111 ON-21
rules.Rules.main_max: FR-2024-147
asking.apply_command: FR-2024-019 FR-2024-031 FR-2024-033 FR-2007-19 FR-2007-30 FR-2007-32 MC-046
asking.apply_command: MC-053 MC-055 ON-15 ON-44 ON-71 HOUSE-11..12 HOUSE-20
dealing.deal_order: FR-2024-020 FR-2024-023..025 FR-2024-113 FR-2007-20 FR-2007-23..25 MC-047..050
dealing.deal_order: ON-38 ON-43 HOUSE-05
fr_2024.BOOK: FR-2024-021 FR-2024-070 FR-2024-094 FR-2024-109 FR-2024-121
fr_2007.BOOK: FR-2007-21 FR-2007-68
betting.may_close: FR-2024-022 FR-2007-22
betting.stakes: MC-052 ON-13
legal.are_sole_player_stakes_refused: FR-2024-026 FR-2007-26
legal.why_not_surrender: FR-2024-028 FR-2007-27
layout.check_vacant: HOUSE-22
layout.check_box_numbers: FR-2024-016 FR-2007-16 MC-043 FR-2024-029 FR-2007-28 HOUSE-21
legal.is_closed: FR-2024-030 FR-2024-067 FR-2007-29 FR-2007-65 MC-090 ON-62 ON-72..73 HOUSE-24
legal.on_turn: FR-2024-032 FR-2024-059 FR-2007-31 FR-2007-58 MC-054 MC-082 ON-66
settle.collect_bust: FR-2024-034 FR-2007-33 MC-056 HOUSE-19
play._end: FR-2024-035 FR-2007-34 MC-057 ON-45 HOUSE-13
points.dealer_draws: FR-2024-036..038 FR-2007-35..37 MC-058..060 ON-76..77 HOUSE-14..15
points.dealer_result: FR-2024-039 FR-2007-38 MC-061
points.count: MC-028 ON-06..08 HOUSE-04
settle.end_of_round: FR-2024-040 FR-2024-090 FR-2024-092 FR-2024-108 FR-2007-39 FR-2007-88
settle.end_of_round: FR-2007-90 MC-062 ON-16
settle._compared: FR-2024-043..049 FR-2007-42..48 MC-065..071 ON-10..12 ON-17..18 ON-20 ON-64
settle._compared: ON-69 HOUSE-06..09 HOUSE-16..18
legal.why_not_insure: FR-2024-050 FR-2007-49 MC-072 ON-51 HOUSE-32
play._after_deal: FR-2024-051 FR-2024-084 FR-2024-088 FR-2024-129 FR-2007-50 FR-2007-82 FR-2007-86
play._after_deal: MC-073 MC-099 MC-104 MC-109 ON-54
legal.is_insurance_open: FR-2024-052 FR-2007-51 MC-074 ON-56 HOUSE-34
rules.Rules.insurance_limits: FR-2024-053 FR-2007-52 MC-075 ON-55 HOUSE-33
state.Bettor.insurance: MC-092 HOUSE-35
settle._insurances: FR-2024-054..055 FR-2007-53..54 MC-076..077 ON-52..53 ON-57..58 HOUSE-36
legal.why_not_even_money: MC-078 ON-59
legal.why_not_split: FR-2024-056 FR-2024-060..061 FR-2024-064..065 FR-2024-085 FR-2007-55
legal.why_not_split: FR-2007-59 FR-2007-62..63 FR-2007-83 MC-079 MC-083 MC-086..088 ON-65 ON-70
legal.why_not_split: ON-75 HOUSE-25 HOUSE-28..29 HOUSE-31
asking._matching: FR-2024-057 FR-2007-56 MC-080 HOUSE-27
evolve._split: FR-2024-058 FR-2007-57 MC-081 HOUSE-26
legal.why_not_hit: FR-2024-062 FR-2007-60 MC-084 ON-68 ON-74 HOUSE-30
legal.is_natural: FR-2024-063 FR-2007-61 MC-085 HOUSE-10
legal.why_not_double: FR-2024-066 FR-2024-068..069 FR-2007-64 FR-2007-66..67 MC-089 MC-091
legal.why_not_double: ON-60..61 ON-67 HOUSE-23
dealing.place_cards: ON-63 ON-78..79 ON-82..84
points.queens_line: FR-2024-071..076 FR-2007-69..74
rules.Rules.queen_of_hearts_pay_table: FR-2024-077 FR-2007-75
rules.Rules.side_limits: FR-2024-078 FR-2024-104 FR-2024-111 FR-2007-76
rules.Rules.side_seated_only: FR-2024-080 FR-2024-105 FR-2024-112 FR-2024-126 FR-2007-78
sides.bonuses: FR-2024-081 FR-2007-79
sides.settle_after_deal: FR-2024-082..083 FR-2024-087 FR-2024-114 FR-2007-80..81 FR-2007-85
sides.settle_after_deal: MC-098 MC-103
points.queens_wait: FR-2024-086 FR-2007-84
sides.settle_held_pairs: FR-2024-089 FR-2024-093 FR-2007-87 FR-2007-91
points.DEALER_RESULTS: FR-2024-095
sides.settle_hyper: FR-2024-096..103 FR-2024-107
points.three_cards_line: FR-2024-115..120 MC-101..102
rules.Rules.side_fixed: FR-2024-125
sides.seed_of: FR-2024-122
sides.collect_progressive_stakes: FR-2024-123 FR-2024-127
points.sevens_line: FR-2024-130..134 FR-2024-136
sides._consolations: FR-2024-135 FR-2024-137 FR-2024-141..142
sides.pay_claims: FR-2024-138..139
sides.shares: FR-2024-140
points.pair_line: MC-094..097
points.aces_line: MC-108
Blackjack.incident: MC-116
Blackjack.needs: MC-026
shoe.are_backs_valid: FR-2024-001 FR-2007-01 ON-04
dealing._exposed: ON-80
asking._refused: ON-81
settle.return_void_boxes: ON-85
dealing.note_passed_over_boxes: ON-86
"""

_KEPT_ELSEWHERE: Final = f"""
a shoe is made when its table orders it, and none is shuffled beforehand: MC-010 MC-016
no card of a program wears out, and none is rented: FR-2024-002 FR-2007-02 MC-021 ON-05
{SECOND_SHUFFLE}: MC-015
the shuffle and the cut, which the house of chance makes: FR-2024-006 FR-2024-013
the shuffle and the cut, which the house of chance makes: FR-2007-06 FR-2007-13 MC-014
the shuffle and the cut, which the house of chance makes: ON-24..26 ON-34
the shoe and the shuffler as devices: FR-2024-009 FR-2007-09 MC-004..006 MC-008 MC-032
how the dealer takes up cards: FR-2024-041..042 FR-2024-091 FR-2007-40..41 FR-2007-89 MC-063..064
how the dealer takes up cards: ON-46..49
cards shown on request, and who counts: ON-41 ON-50
one table or several feed a jackpot's pots (tables.funds.jackpots): MC-106
frames show what each pot holds, and tell it as it grows (tables.projections): MC-107 FR-2024-128
the house's authorisation, notices and dates: FR-2024-146 FR-2024-153
a maximum changed between rounds is shown before stakes (tables.operation.series): FR-2024-148
a float is counted out in pieces as a session begins (tables.cage.floats): MC-110
cage and table exchange, the table not while a round is paid (tables.cage.drops): MC-112..113
vouchers pass between table and cage, signed in turn (tables.cage.vouchers): MC-114
the table changes cash and keeps it in its drop until the count (tables.cage.drops): MC-115
"""

_ONLY_BY_HAND: Final = """
every card of a committed shoe lies face down: ON-78
a program draws no card by mistake: ON-79..82
a program passes no box over: ON-85..86
a program does not change hands: ON-40
"""

INDEX: Final = ClauseIndex.parsed("", _CODE_PATHS, _KEPT_ELSEWHERE, _ONLY_BY_HAND)
