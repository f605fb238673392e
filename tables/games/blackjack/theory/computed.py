"""Edges computed in advance by `scripts/computed_edges.py`; not edited by hand."""

from typing import Final

from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21
from tables.games.blackjack.theory.terms import MainTerms

__all__ = ["COMPUTED", "BlackjackTie", "EvenMoneyTerms", "Push21"]

COMPUTED: Final[tuple[tuple[MainTerms, float, float, str], ...]] = (
    # FR-2024
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=None,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.005160703698893619,
        1.3e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # FR-2007
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=None,
            max_ace_splits=None,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.0045057636408449495,
        1.4e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # MC
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=2,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.VS_ACE_OR_TEN,
        ),
        0.0052497257648076445,
        1.0e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # ON
    (
        MainTerms(
            decks=6,
            hits_soft_17=True,
            double_after_split=True,
            max_splits=2,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.VS_ACE,
        ),
        0.007375760867089076,
        1.0e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  Ds Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  Ds S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # HOUSE
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=2,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.0052497257648076445,
        1.0e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # FR-2024 surrender=True
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=None,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="not_against_ace",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.0026310033207686268,
        1.3e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  R
h15 H  S  S  S  S  S  H  H  H  R
h16 H  S  S  S  S  S  H  H  R  Rs
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  R
p8  H  P  P  P  P  P  P  P  P  Rs
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # FR-2007 surrender=True
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=None,
            max_ace_splits=None,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="always",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        -0.0019314388798689283,
        1.4e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  R  H  H  H  H  H  H  H  H  H
h6  R  H  H  H  H  H  H  H  H  H
h7  R  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 R  H  H  S  S  S  H  H  H  H
h13 R  S  S  S  S  S  H  H  H  H
h14 R  S  S  S  S  S  H  H  H  R
h15 R  S  S  S  S  S  H  H  H  R
h16 R  S  S  S  S  S  H  H  R  Rs
h17 Rs S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  R  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  R  P  P  P  P  P  H  H  H  H
p7  R  P  P  P  P  P  P  H  H  R
p8  R  P  P  P  P  P  P  P  P  Rs
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # HOUSE max_splits=3
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=True,
            max_splits=3,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.005176367945605158,
        1.0e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  P  P  P  P  P  P  H  H  H
p3  H  P  P  P  P  P  P  H  H  H
p4  H  H  H  H  P  P  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  P  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
    # HOUSE double_after_split=False
    (
        MainTerms(
            decks=6,
            hits_soft_17=False,
            double_after_split=False,
            max_splits=2,
            max_ace_splits=1,
            resplit_first_hand_only=False,
            split_identical_only=False,
            split_21_is_blackjack=False,
            surrender="none",
            blackjack_odds=(3, 2),
            blackjack_tie=BlackjackTie.PUSH,
            beaten_21=None,
            even_money=EvenMoneyTerms.NONE,
        ),
        0.006621332211659482,
        1.0e-09,
        """
h4  H  H  H  H  H  H  H  H  H  H
h5  H  H  H  H  H  H  H  H  H  H
h6  H  H  H  H  H  H  H  H  H  H
h7  H  H  H  H  H  H  H  H  H  H
h8  H  H  H  H  H  H  H  H  H  H
h9  H  H  D  D  D  D  H  H  H  H
h10 H  D  D  D  D  D  D  D  D  H
h11 H  D  D  D  D  D  D  D  D  H
h12 H  H  H  S  S  S  H  H  H  H
h13 H  S  S  S  S  S  H  H  H  H
h14 H  S  S  S  S  S  H  H  H  H
h15 H  S  S  S  S  S  H  H  H  H
h16 H  S  S  S  S  S  H  H  H  H
h17 S  S  S  S  S  S  S  S  S  S
h18 S  S  S  S  S  S  S  S  S  S
h19 S  S  S  S  S  S  S  S  S  S
h20 S  S  S  S  S  S  S  S  S  S
h21 S  S  S  S  S  S  S  S  S  S
s12 H  H  H  H  H  D  H  H  H  H
s13 H  H  H  H  D  D  H  H  H  H
s14 H  H  H  H  D  D  H  H  H  H
s15 H  H  H  D  D  D  H  H  H  H
s16 H  H  H  D  D  D  H  H  H  H
s17 H  H  D  D  D  D  H  H  H  H
s18 H  S  Ds Ds Ds Ds S  S  H  H
s19 S  S  S  S  S  S  S  S  S  S
s20 S  S  S  S  S  S  S  S  S  S
s21 S  S  S  S  S  S  S  S  S  S
pA  H  P  P  P  P  P  P  P  P  P
p2  H  H  H  P  P  P  P  H  H  H
p3  H  H  H  P  P  P  P  H  H  H
p4  H  H  H  H  H  H  H  H  H  H
p5  H  D  D  D  D  D  D  D  D  H
p6  H  H  P  P  P  P  H  H  H  H
p7  H  P  P  P  P  P  P  H  H  H
p8  H  P  P  P  P  P  P  P  P  H
p9  S  P  P  P  P  P  S  P  P  S
pT  S  S  S  S  S  S  S  S  S  S
even
""",
    ),
)
