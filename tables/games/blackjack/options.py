"""Black-jack's house options: what each is called in both languages, and what may be chosen."""

from typing import Final

from tables.games.blackjack.terms import (
    LONGEST_ID,
    MOST_ACES,
    MOST_LINES,
    SPLIT_ACES_SCHEMA,
    SplitAces,
)
from tables.games.blackjack.words import BETS
from tables.games.core.options import (
    EXACT,
    MOST_MONEY,
    Composed,
    Flag,
    Lines,
    Maybe,
    OneOf,
    Part,
    Several,
    Text,
    Topic,
    Whole,
)

MOST_PACKS: Final = 8
"""A *huitain*, the largest set of packs that is made (MC-002)."""
_MOST_BOXES: Final = 25
"""Two cards for each and for the dealer are the 52 that lie behind the stop card at the least
(MC-031): a round that has begun can be dealt. The text gives no figure (MC-042)."""
_MOST_SPLITS: Final = 95
"""Six packs hold 96 cards that count ten, one for each hand."""
_BURNT: Final = 5

_AMOUNT: Final = Whole(1, MOST_MONEY, "amount", published_maximum=EXACT)
_LIMIT: Final = Maybe(_AMOUNT)
_FLAG: Final = Flag()


def cards_behind_stop_card(least: int, packs: int = 6) -> Whole:
    """Return the form of an option: how many cards lie behind the stop card, from `least` on.

    Of a shoe of so many packs at least one card is dealt before it, after those that are burnt.
    """
    return Whole(least, packs * 52 - _BURNT - 1, published_maximum=EXACT)


DECKS: Final = Topic(
    "decks",
    ("Jeux dans le sabot", "Packs in the shoe"),
    ("Combien de jeux de 52 cartes le sabot contient.", "How many packs of 52 the shoe holds."),
    Whole(1, MOST_PACKS, published_maximum=EXACT),
)
SHUFFLING_WORDS: Final = OneOf(
    {
        "manual": ("à la main", "by hand"),
        "automatic": ("automatique", "automatic"),
        "continuous": ("en continu", "continuous"),
    }
)
SHUFFLING: Final = Topic(
    "shuffling",
    ("Mélange", "Shuffle"),
    (
        "À la main, par un mélangeur, ou par un mélangeur qui distribue.",
        "By hand, by a shuffler, or by a shuffler that deals.",
    ),
    SHUFFLING_WORDS.only("manual", "automatic"),
)
STOP_CARD: Final = Topic(
    "stop_card_cards_behind",
    ("Cartes derrière la carte d’arrêt", "Cards behind the stop card"),
    (
        "Combien de cartes restent dans le sabot quand la carte d’arrêt sort.",
        "How many cards are left in the shoe when the stop card comes out.",
    ),
    cards_behind_stop_card(52),
)
IDLE_MINUTES: Final = Topic(
    "idle_reshuffle_minutes",
    (
        "Minutes sans mise avant un nouveau mélange",
        "Minutes without a stake before the cards are shuffled anew",
    ),
    (
        "Après ce temps la partie compte comme interrompue.",
        "After this time play counts as interrupted.",
    ),
    Whole(1, 1440, "minutes"),
)
BOXES: Final = Topic(
    "layout_boxes",
    ("Cases", "Boxes"),
    ("Combien de cases le tapis porte.", "How many boxes are marked on the layout."),
    Whole(1, 7),
)
BOXES_OF_MONACO: Final = BOXES.with_form(Whole(1, _MOST_BOXES, published_maximum=EXACT))
BETTING_SECONDS: Final = Topic(
    "betting_seconds",
    ("Temps des mises", "Betting time"),
    (
        "De la première mise à « rien ne va plus ».",
        "From the first stake to “no more bets”.",
    ),
    Whole(5, 300, "seconds"),
)
DECISION_SECONDS: Final = Topic(
    "decision_seconds",
    ("Temps de décision", "Decision time"),
    (
        "Pour chaque décision ; puis l’assurance est déclinée, ou la main reste.",
        "For each decision; then the insurance is declined, or the hand stands.",
    ),
    Whole(3, 120, "seconds"),
)
TABLE_MIN: Final = Topic(
    "table_min_cents",
    ("Mise minimale", "Least stake"),
    ("Le moins que l’on mise sur une case.", "The least that is staked on a box."),
    _LIMIT,
)
MAX_MULTIPLE: Final = Topic(
    "max_multiple",
    ("Maximum, en minimums", "Maximum, in minimums"),
    (
        "Le maximum par main est ce multiple du minimum.",
        "The maximum per hand is this multiple of the minimum.",
    ),
    OneOf({times: (f"{times} fois", f"{times} times") for times in (50, 100, 200)}),
)
TABLE_MAX: Final = Topic(
    "table_max_cents",
    ("Mise maximale", "Most stake"),
    ("Le plus que l’on mise sur une main.", "The most that is staked on a hand."),
    _LIMIT,
)
STAKE_STEP: Final = Topic(
    "stake_step_cents",
    ("Pas des mises", "Step of stakes"),
    ("Une mise en est un multiple.", "A stake is a multiple of this."),
    _LIMIT,
)
BOXES_WHEN_ALONE: Final = Topic(
    "min_boxes_when_alone",
    ("Cases à jouer si l’on est seul", "Boxes to play when alone"),
    (
        "Sur combien de cases un joueur seul à la table doit miser.",
        "On how many boxes a player who is alone at the table must stake.",
    ),
    Whole(1, 2),
)
STANDING_WHEN_VACANT: Final = Topic(
    "standing_play_when_seats_vacant",
    ("Mises debout quand des places sont libres", "Standing bets while seats are vacant"),
    (
        "Si l’on joue debout tant que des places assises sont vacantes.",
        "Whether standing persons may stake while seats are vacant.",
    ),
    _FLAG,
)
VACANT_BOXES: Final = Topic(
    "vacant_boxes_playable",
    ("Cases vacantes jouables", "Vacant boxes may be played"),
    (
        "Si un joueur assis peut miser sur une case que personne ne tient.",
        "Whether a seated player may stake on a box that nobody holds.",
    ),
    _FLAG,
)
BOXES_PER_PLAYER: Final = Topic(
    "max_boxes_per_player",
    ("Cases par joueur, au plus", "Boxes per player, at most"),
    (
        "Sur combien de cases un même joueur peut miser.",
        "On how many boxes one player may stake.",
    ),
    Maybe(Whole(1, 7, published_maximum=EXACT)),
)
VACANT_BOXES_PER_PLAYER: Final = Topic(
    "max_vacant_boxes_per_player",
    ("Cases vacantes par joueur, au plus", "Vacant boxes per player, at most"),
    (
        "Combien de cases vacantes un joueur peut prendre outre la sienne.",
        "How many vacant boxes one player may take beside his own.",
    ),
    Whole(5, 5),
)
SURRENDER: Final = Topic(
    "surrender",
    ("Abandon", "Surrender"),
    (
        "Si un joueur peut abandonner le coup pour la moitié de sa mise.",
        "Whether a player may abandon the round for half his stake.",
    ),
    _FLAG,
)
DRAW_ON_21: Final = Topic(
    "draw_on_21_allowed",
    ("Tirer à 21", "Drawing on 21"),
    (
        "Si un joueur peut tirer une nouvelle carte à 21.",
        "Whether a player may draw a further card on 21.",
    ),
    _FLAG,
)
IDENTICAL_ONLY: Final = Topic(
    "split_identical_only",
    ("Séparer les cartes identiques seulement", "Split identical ranks only"),
    (
        "Si seules deux cartes du même rang font une paire.",
        "Whether only two cards of the same rank are a pair.",
    ),
    _FLAG,
)
MAX_SPLITS: Final = Topic(
    "max_splits",
    ("Séparations, au plus", "Splits, at most"),
    ("Par main donnée.", "Of each hand that was dealt."),
    Maybe(Whole(1, _MOST_SPLITS, published_maximum=EXACT)),
)
MAX_ACE_SPLITS: Final = Topic(
    "max_ace_splits",
    ("Séparations des as, au plus", "Splits of aces, at most"),
    ("Par main donnée.", "Of each hand that was dealt."),
    Whole(1, 1),
)
DOUBLE_AFTER_SPLIT: Final = Topic(
    "double_after_split",
    ("Doubler après avoir séparé", "Double after a split"),
    (
        "Si une main issue d’une paire peut être doublée.",
        "Whether a hand that comes of a split may be doubled.",
    ),
    _FLAG,
)
SIDE_BET_WORDS: Final = Several(
    {
        bet: BETS[bet]
        for bet in (
            "queen_of_hearts",
            "hyper",
            "two_plus_one",
            "jp1",
            "lucky_ladies",
            "perfect_pairs",
            "twenty_one_plus_three",
            "split_aces",
        )
    }
)
SIDE_BETS: Final = Topic(
    "enabled_side_bets",
    ("Mises annexes", "Side bets"),
    ("Celles que la table offre.", "Those that the table offers."),
    SIDE_BET_WORDS,
)
QUEENS_PAY_TABLE: Final = Topic(
    "queen_of_hearts_pay_table",
    ("Dames de cœur : tableau", "Queens of hearts: pay table"),
    ("Lequel des deux tableaux du texte paie.", "Which of the text’s two tables pays."),
    OneOf({"A": ("A", "A"), "B": ("B", "B")}),
)
QUEENS_MIN: Final = Topic(
    "queen_of_hearts_min_cents",
    ("Dames de cœur : minimum", "Queens of hearts: least"),
    ("Le moins que l’on mise sur les dames.", "The least that is staked on the queens."),
    _LIMIT,
)
QUEENS_MAX: Final = Topic(
    "queen_of_hearts_max_cents",
    ("Dames de cœur : maximum", "Queens of hearts: most"),
    ("Le plus que l’on mise sur les dames.", "The most that is staked on the queens."),
    _LIMIT,
)
QUEENS_SEATED: Final = Topic(
    "queen_of_hearts_seated_only",
    ("Dames de cœur : joueurs assis seulement", "Queens of hearts: seated players only"),
    ("Si cette mise est réservée aux joueurs assis.", "Whether seated players alone may stake."),
    _FLAG,
)
NO_SPLIT_AFTER_QUEENS: Final = Topic(
    "no_split_after_queen_bonus_win",
    ("Pas de séparation après un gain aux dames", "No split after the queens won"),
    (
        "Si une main qui a gagné aux dames ne peut être séparée.",
        "Whether a hand that won on the queens may not be split.",
    ),
    _FLAG,
)
QUEEN_PAIR: Final = Topic(
    "queen_pair_rule",
    ("Dames : paire", "Queens: pair"),
    (
        "Ce que la troisième ligne du tableau demande d’une paire.",
        "What the third line of the pay table asks of a pair.",
    ),
    OneOf(
        {
            "same_rank_same_couleur": ("même rang, même couleur", "same rank and suit"),
            "same_rank": ("même rang", "same rank"),
        }
    ),
)
QUEEN_COULEUR: Final = Topic(
    "queen_couleur",
    ("Dames : « couleur »", "Queens: “couleur”"),
    (
        "Ce que « couleur » veut dire dans le tableau des dames.",
        "What “couleur” means in the pay table of the queens.",
    ),
    OneOf(
        {
            "suit": ("l’enseigne", "the suit"),
            "colour": ("rouge ou noir", "red or black"),
        }
    ),
)
HYPER_MIN: Final = Topic(
    "hyper_min_cents",
    ("Hyper black jack : minimum", "Hyper black jack: least"),
    ("Le moins que l’on mise sur un champ.", "The least that is staked on a field."),
    _LIMIT,
)
HYPER_MAX: Final = Topic(
    "hyper_max_cents",
    ("Hyper black jack : maximum", "Hyper black jack: most"),
    ("Le plus que l’on mise sur un champ.", "The most that is staked on a field."),
    _LIMIT,
)
HYPER_SEATED: Final = Topic(
    "hyper_seated_only",
    ("Hyper black jack : joueurs assis seulement", "Hyper black jack: seated players only"),
    ("Si cette mise est réservée aux joueurs assis.", "Whether seated players alone may stake."),
    _FLAG,
)
TWO_PLUS_ONE_MIN: Final = Topic(
    "two_plus_one_min_cents",
    ("2+1 cartes : minimum", "2+1 cards: least"),
    ("Le moins que l’on mise sur 2+1.", "The least that is staked on 2+1."),
    _LIMIT,
)
TWO_PLUS_ONE_MAX: Final = Topic(
    "two_plus_one_max_cents",
    ("2+1 cartes : maximum", "2+1 cards: most"),
    ("Le plus que l’on mise sur 2+1.", "The most that is staked on 2+1."),
    _LIMIT,
)
TWO_PLUS_ONE_SEATED: Final = Topic(
    "two_plus_one_seated_only",
    ("2+1 cartes : joueurs assis seulement", "2+1 cards: seated players only"),
    ("Si cette mise est réservée aux joueurs assis.", "Whether seated players alone may stake."),
    _FLAG,
)
JP1_STAKE: Final = Topic(
    "jp1_stake_cents",
    ("JP1 : mise", "JP1: stake"),
    ("La seule mise que JP1 prend.", "The one stake that JP1 takes."),
    _AMOUNT,
)
_SEED: Final = Whole(0, MOST_MONEY, "amount", published_maximum=EXACT)
JP1_SEED_MAIN: Final = Topic(
    "jp1_seed_main_cents",
    ("JP1 : cagnotte principale au départ", "JP1: main pot’s start"),
    ("Ce dont la cagnotte principale repart.", "What the main pot restarts from."),
    _SEED,
)
JP1_SEED_SECONDARY: Final = Topic(
    "jp1_seed_secondary_cents",
    ("JP1 : cagnotte secondaire au départ", "JP1: secondary pot’s start"),
    ("Ce dont la cagnotte secondaire repart.", "What the secondary pot restarts from."),
    _SEED,
)
_SHARE: Final = Whole(0, 10_000, "share")
JP1_SHARE_SECONDARY: Final = Topic(
    "jp1_contribution_secondary_bps",
    ("JP1 : part de la mise, cagnotte secondaire", "JP1: share of the stake, secondary pot"),
    (
        "Ce que chaque mise verse à la cagnotte secondaire.",
        "What each stake feeds the secondary pot.",
    ),
    _SHARE,
)
JP1_SHARE_TOTAL: Final = Topic(
    "jp1_contribution_total_bps",
    ("JP1 : part de la mise, les deux cagnottes", "JP1: share of the stake, both pots"),
    (
        "Ce que chaque mise verse aux deux cagnottes ; la maison garde le reste.",
        "What each stake feeds the two pots; the house keeps the rest.",
    ),
    _SHARE,
)
JP1_SEATED: Final = Topic(
    "jp1_seated_only",
    ("JP1 : joueurs assis seulement", "JP1: seated players only"),
    ("Si JP1 est réservé à qui tient la case.", "Whether the box’s holder alone may stake."),
    _FLAG,
)
JP1_THIRD_CARD: Final = Topic(
    "jp1_split_third_card_counts",
    ("JP1 : la carte après séparation compte", "JP1: the card after a split counts"),
    (
        "Si la carte donnée à la première main séparée est la troisième de JP1.",
        "Whether the card dealt to the first split hand is JP1’s third.",
    ),
    _FLAG,
)
JP1_STAKE_RETURNED: Final = Topic(
    "jp1_stake_returned",
    ("JP1 : mise rendue avec un gain fixe", "JP1: stake returned with a fixed win"),
    (
        "Si une mise qui gagne à cote fixe revient en plus du gain.",
        "Whether a stake that wins at fixed odds comes back beside the win.",
    ),
    _FLAG,
)
_PAY_TABLE: Final = Lines(
    {
        "id": Part(("Nom", "Name"), Text(LONGEST_ID)),
        "aces": Part(("As", "Aces"), Whole(0, MOST_ACES)),
        "suited": Part(
            ("Enseigne", "Suit"),
            OneOf(
                {
                    True: ("la même", "the same"),
                    False: ("différentes", "different ones"),
                }
            ),
            optional=True,
        ),
        "to_one": Part(("Paie, pour 1", "Pays, to 1"), Whole(0, EXACT), optional=True),
        "progressive_pct": Part(
            ("Ou part de la cagnotte, en %", "Or share of the pot, in %"),
            Whole(0, 100),
            optional=True,
        ),
    },
    MOST_LINES,
)
"""Each line pays odds, or a share of the pot (ENG-21)."""
SPLIT_ACES: Final = Topic(
    "split_aces",
    ("Split Aces : tableau de la maison", "Split Aces: the house’s table"),
    (
        "Mise, départ de la cagnotte, part de la mise, et ce que chaque ligne paie.",
        "Stake, start of the pot, share of the stake, and what each line pays.",
    ),
    Maybe(
        Composed(
            {
                "stake_cents": Part(("Mise", "Stake"), _AMOUNT),
                "seed_cents": Part(
                    ("Départ de la cagnotte", "Start of the pot"), Whole(0, MOST_MONEY, "amount")
                ),
                "contribution_bps": Part(
                    ("Part de la mise pour la cagnotte", "Share of the stake for the pot"),
                    Whole(0, 10_000, "share"),
                ),
                "pay_table": Part(("Ce qui est payé", "What is paid"), _PAY_TABLE),
            },
            SplitAces.read,
            SplitAces.bounded,
            SPLIT_ACES_SCHEMA,
            ("tableau propre à la maison", "the house’s own table"),
        ),
        nothing=("sans tableau", "no table"),
    ),
)
PERFECT_PAIRS: Final = Topic(
    "perfect_pairs_offered",
    ("Paires parfaites offertes", "Perfect pairs offered"),
    ("Si la table peut offrir cette mise.", "Whether the table may offer this bet."),
    _FLAG,
)
TWENTY_ONE_PLUS_THREE: Final = Topic(
    "twenty_one_plus_three_offered",
    ("21+3 offert", "21+3 offered"),
    ("Si la table peut offrir cette mise.", "Whether the table may offer this bet."),
    _FLAG,
)
SOFT_17: Final = Topic(
    "dealer_hits_soft_17",
    ("La banque tire à 17 souple", "Dealer draws on soft 17"),
    (
        "Si la banque tire à un 17 où un as compte onze.",
        "Whether the dealer draws on a 17 in which an ace counts eleven.",
    ),
    _FLAG,
)
INSURANCE_AMOUNT: Final = Topic(
    "insurance_amount",
    ("Montant de l’assurance", "Amount of insurance"),
    ("Combien on met pour s’assurer.", "How much an insurance is."),
    OneOf(
        {
            "exact_half": ("la moitié de la mise", "half the stake"),
            "up_to_half": ("jusqu’à la moitié de la mise", "up to half the stake"),
        }
    ),
)
EVEN_MONEY: Final = Topic(
    "even_money",
    ("Paiement à égalité", "Even money"),
    (
        "Contre quelle première carte de la banque un black-jack peut être payé à égalité.",
        "Against which first card of the dealer a black-jack may be paid 1 to 1.",
    ),
    OneOf(
        {
            "none": ("non", "no"),
            "vs_ace": ("contre un as", "against an ace"),
            "vs_ace_or_ten": ("contre un as ou une bûche", "against an ace or a ten"),
        }
    ),
)
INSURANCE_WINDOW: Final = Topic(
    "insurance_window",
    ("S’assurer", "Insuring"),
    ("Jusqu’à quand une main peut être assurée.", "Until when a hand may be insured."),
    OneOf(
        {
            "until_own_draw": ("jusqu’à sa propre carte", "until one’s own card"),
            "offer": ("à l’offre seulement", "at the offer only"),
        }
    ),
)
SPLIT_TIMING: Final = Topic(
    "split_second_card_timing",
    ("Seconde carte d’une main séparée", "Second card of a split hand"),
    (
        "Quand la seconde main séparée reçoit sa seconde carte.",
        "When the second split hand gets its second card.",
    ),
    OneOf(
        {
            "sequential": ("à son tour", "at its turn"),
            "both_first": ("aussitôt", "at once"),
        }
    ),
)
SPLIT_21: Final = Topic(
    "split_21_is_blackjack",
    ("21 après séparation est un black jack", "21 after a split is a black jack"),
    (
        "Si 21 en deux cartes, sur un as ou une bûche séparés, est un black-jack.",
        "Whether 21 in two cards on a split ace or ten is a black-jack.",
    ),
    _FLAG,
)
BLACKJACK_TIE: Final = Topic(
    "blackjack_tie",
    ("Black jack contre black jack", "Black jack against black jack"),
    ("Le black-jack d’un joueur contre celui de la banque.", "A player’s against the dealer’s."),
    OneOf(
        {
            "push": ("égalité", "push"),
            "player_wins": ("le joueur gagne", "the player wins"),
        }
    ),
)
BLACKJACK_BEATS_21: Final = Topic(
    "dealer_blackjack_beats_21",
    ("Le black jack de la banque bat 21", "Dealer’s black jack beats 21"),
    (
        "Si le black-jack de la banque bat un 21 de trois cartes ou plus.",
        "Whether the dealer’s black-jack beats a 21 of three cards or more.",
    ),
    _FLAG,
)
RESPLIT_FIRST: Final = Topic(
    "resplit_first_hand_only",
    ("Séparer à nouveau : première main seulement", "Resplit the first hand only"),
    (
        "Si seule la première main séparée peut l’être encore.",
        "Whether only the first split hand may be split again.",
    ),
    _FLAG,
)
PAYOUT_UNIT: Final = Topic(
    "payout_unit_cents",
    ("Unité de paiement", "Unit of payment"),
    ("Le plus petit montant que la table paie.", "The smallest amount that the table pays."),
    _AMOUNT,
)
ROUNDING: Final = Topic(
    "rounding",
    ("Arrondi", "Rounding"),
    (
        "Comment un gain est arrondi à l’unité de paiement.",
        "Which way a win is rounded to the unit of payment.",
    ),
    OneOf({"down": ("vers le bas", "down"), "up": ("vers le haut", "up")}),
)
