"""The text of ON: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
01
  « La mise maximale est de cinq dollars (5 $) »
  The most that may be staked is 5 dollars.

02
  « La mise minimale est de un dollar (1 $) »
  The least that may be staked is 1 dollar.

03
  « Six (6) jeux de cartes sont utilisés au blackjack »
  Six packs are in play.

04
  « les mêmes couleurs et dessins au verso et sont accompagnés d'au moins une (1) carte à
  couper »
  All six have the same backs and come with a cut card.

05
  « Les jeux loués d'un fournisseur inscrit aux termes de la Loi de 1992 sur la
  réglementation des jeux incluent également au verso le logo du fournisseur »
  Rented packs carry the registered supplier's logo.

06
  « Les cartes de deux (2) à 10 valent le nombre de points indiqué sur la carte »
  Two to ten count their pips.

07
  « Les rois, dames et valets valent 10 points »
  Courts count ten.

08
  « Les as valent 11 points, à moins que cela donne au joueur ou au donneur un pointage de
  plus de 21. Dans ce cas, ils valent un (1) point »
  An ace counts eleven unless that exceeds 21; then it counts one.

09
  « Avant que ne soit remise la première carte pour chaque tour, chaque joueur de blackjack
  assis à la table parie contre le donneur »
  Every seated player bets against the dealer before the first card.

10
  « son pointage est égal ou inférieur à 21 alors que celui du donneur est supérieur à 21 »
  With 21 or less a player wins when the dealer is above 21.

11
  « le pointage du joueur est supérieur à celui du donneur mais égal ou inférieur à 21 »
  He wins with more points than the dealer, up to 21.

12
  « le joueur a atteint 21 à l'aide de deux (2) cartes (blackjack) tandis que le donneur a
  atteint 21 à l'aide de deux (2) cartes ou plus »
  A two-card 21 beats the dealer's 21 of more cards.

13
  « Une fois que la première carte a été retirée du sabot et montrée aux joueurs, aucun
  joueur ne peut retirer ou modifier sa mise »
  Once the first card is out, stakes stay as they are until they are decided.

14
  « en plaçant des jetons sur les sections appropriées du tapis de blackjack »
  Bets are chips on the marked parts of the layout.

15
  « Une fois qu'une mise d'assurance a été effectuée ou qu'une mise a été doublée ou divisée
  puis confirmée par le donneur, aucun joueur ne peut manipuler, retirer ou modifier sa mise
  »
  An insurance, a double or a split that the dealer has confirmed cannot be changed.

16
  « Après que chaque main a été jouée, le donneur recueille les mises perdantes et paie les
  gagnants »
  After the hands the dealer collects what lost and pays what won.

17
  « Toutes les mises gagnantes rapportent un (1) pour un (1) »
  Wins pay 1 to 1.

18
  « sauf lorsque le joueur a un blackjack. Dans ces cas, les mises rapportent trois (3) pour
  deux (2) »
  A blackjack pays 3 to 2.

19
  « Il n'est pas permis au donneur de miser »
  The dealer may not bet.

20
  « Tous les joueurs à égalité sont mis de côté »
  A tie neither wins nor loses.

21
  « Tous les jeux se jouent avec des jetons. Aucune mise en argent comptant n'est acceptée »
  Only chips are played, never cash.

22
  « Le donneur reçoit six (6) jeux de cartes pour la table, qu'il trie et inspecte. Le
  représentant désigné responsable vérifie ensuite l'inspection »
  The dealer sorts and inspects the six packs and the person in charge verifies it.

23
  « les cartes sont déposées à découvert sur la table aux fins d'inspection par le ou les
  premiers joueurs qui arrivent à la table »
  The cards are spread face up for the first players to see.

24
  « elles sont retournées, mélangées et empilées »
  They are then turned, shuffled and stacked.

25
  « le donneur bat les cartes afin qu'elles soient placées dans un ordre aléatoire »
  The dealer shuffles the cards into random order.

26
  « Le donneur offre ensuite les cartes aux joueurs pour qu'ils les coupent. Le verso des
  cartes doit faire face aux joueurs »
  He offers them for the cut with their backs to the players.

27
  « le premier joueur à arriver à la table si le jeu débute »
  At the start of a game the first player to arrive cuts.

28
  « le joueur devant lequel était placée la carte à couper durant le dernier tour »
  Later it is the player before whom the cut card lay in the last round.

29
  « le joueur le plus éloigné à la droite du donneur si la carte à couper est apparue dans
  la main du donneur durant le dernier tour »
  If the cut card came in the dealer's hand, the player farthest to his right cuts.

30
  « le joueur le plus éloigné à la droite du donneur si le donneur a de nouveau battu les
  cartes à la demande du représentant désigné responsable »
  The same player cuts after a reshuffle on request.

31
  « place la carte à couper dans le jeu de cartes, environ à la moitié de la pile »
  The cutter puts the cut card about the middle.

32
  « les cartes sont offertes aux autres joueurs dans le sens des aiguilles d'une montre
  jusqu'à ce qu'un joueur accepte de les couper »
  If he declines, the others are asked clockwise.

33
  « Si aucun joueur n'accepte de le faire, le donneur coupe les cartes »
  If nobody accepts, the dealer cuts.

34
  « le donneur prend toutes les cartes se trouvant à l'avant de la carte à couper et les
  place à l'arrière de la pile »
  The cards before the cut card go to the back.

35
  « il insère la carte à couper dans le jeu en laissant au moins un quart (¼) des cartes de
  la pile derrière la carte à couper, puis place le jeu dans le sabot »
  The cut card then leaves at least a quarter of the stack behind it.

36
  « Le donneur bat de nouveau les cartes lorsqu'il a atteint la carte à couper et terminé le
  tour en cours »
  Reaching the cut card means a reshuffle after the round.

37
  « Le représentant désigné responsable peut demander au donneur de battre de nouveau les
  cartes après n'importe quel tour »
  The person in charge may ask for a reshuffle after any round.

38
  « toutes les cartes sont retirées d'un sabot puis remises aux joueurs, une (1) à la fois,
  dans le sens des aiguilles d'une montre »
  Cards leave the shoe one by one, clockwise.

39
  « Après l'insertion de chaque jeu complet de cartes dans le sabot, le donneur retire la
  première carte, tournée vers le bas, et la place dans le plateau de cartes écartées »
  The first card of every full shoe is discarded face down.

40
  « Chaque nouveau donneur qui arrive à la table doit faire de même et écarter une (1) carte
  avant de remettre des cartes aux joueurs »
  Every new dealer discards one card too.

41
  « Les cartes écartées peuvent être montrées aux joueurs qui en font la demande »
  Discarded cards are shown to players who ask.

42
  « Toutes les cartes sont données à découvert »
  All cards are dealt face up.

43
  « Le donneur reçoit une (1) seule carte ouverte »
  The dealer gets one card, face up.

44
  « Après que chaque joueur a déclaré verbalement ou à l'aide d'un signe de la main son
  intention de prendre ou de refuser une nouvelle carte, le donneur lui donne à découvert le
  nombre de cartes demandées »
  Players say or sign whether they take a card, and get what they ask, face up.

45
  « Après le tour du dernier joueur, le donneur tire sa deuxième carte et d'autres cartes au
  besoin »
  After the last player the dealer draws his second card, and more if needed.

46
  « Il est interdit en tout temps aux joueurs de toucher aux cartes sur la table »
  Players never touch the cards.

47
  « dans un ordre et d'une façon lui permettant de retrouver rapidement les cartes de chaque
  joueur en cas de litige »
  Cards are picked up in an order that lets a dispute be traced.

48
  « Le donneur reprend en premier les cartes du joueur le plus éloigné à sa droite puis
  celles des autres joueurs, dans le sens inverse des aiguilles d'une montre »
  The farthest player on the right comes first, then the rest anticlockwise.

49
  « le donneur replace les siennes sous la pile des cartes des joueurs et place toutes les
  cartes dans le plateau de carte écartées »
  The dealer's cards go under the others, and all into the tray.

50
  « Il incombe à chaque joueur de calculer correctement le pointage de chacune de ses mains
  et de vérifier la véracité du pointage annoncé par le donneur »
  Each player answers for his own count.

51
  « Lorsque la première carte du donneur est un as, chaque joueur a le droit de faire une
  mise d'assurance »
  When the dealer's first card is an ace every player may insure.

52
  « La mise rapporte au joueur si la deuxième carte du donneur est un roi, une dame, un
  valet ou un dix »
  Insurance wins on a ten or a court card as his second.

53
  « La mise ne rapportera pas s'il s'agit plutôt d'un as ou d'un deux (2), trois (3), quatre
  (4), cinq (5), six (6), sept (7), huit (8) ou neuf (9) »
  It loses on any other.

54
  « Le donneur doit annoncer l'ouverture ou la fermeture des paris d'assurance »
  The dealer announces when insurance opens and closes.

55
  « correspondre à la moitié (½) de la mise originale du joueur »
  It is half of the original stake, on the insurance line.

56
  « dès la réception de sa deuxième carte et avant qu'aucune carte supplémentaire ne soit
  donnée à un autre joueur »
  It is taken after the second card and before any further card to anybody.

57
  « Les mises d'assurance gagnantes rapportent deux (2) pour un (1) »
  It pays 2 to 1.

58
  « Toutes les mises d'assurance perdantes sont recueillies par le donneur, immédiatement
  après qu'il a montré ses deux (2) premières cartes »
  Lost insurances go as soon as the dealer shows two cards.

59
  « Durant l'ouverture des paris d'assurance, les joueurs qui ont obtenu un blackjack
  peuvent demander et obtenir le montant de leur mise »
  While insurance is open a blackjack may be paid 1 to 1 on request.

60
  « Hormis les cas de blackjack, c'est-à-dire d'obtention d'un pointage de 21 à l'aide de
  deux (2) cartes, un joueur peut choisir de doubler le montant de sa mise originale pour
  ses deux (2) premières cartes »
  A player may double on his first two cards, save on a blackjack.

61
  « ou deux (2) premières cartes d'une main divisée »
  He may double on the first two cards of a split hand too.

62
  « à la condition qu'il reçoive uniquement une (1) autre carte pour compléter la main pour
  laquelle il a doublé sa mise »
  A doubled hand gets exactly one more card.

63
  « la carte supplémentaire est placée à découvert et de côté sur le tapis »
  That card lies face up and aside.

64
  « Si le donneur a un blackjack après qu'un joueur a doublé sa mise, le donneur recueille
  toutes les mises du joueur, y compris la mise doublée »
  A dealer's blackjack takes doubled stakes whole.

65
  « Lorsque les deux (2) premières cartes que le joueur reçoit ont la même valeur, il peut
  choisir de diviser sa main en deux (2) mains séparées à condition de faire sur la seconde
  main, une mise équivalente à sa mise originale »
  Two first cards of equal value may be split for an equal second stake.

66
  « le donneur lui remet une carte pour compléter sa première paire à partir de la gauche du
  donneur, et ce avant de remettre toute autre carte pour compléter toute autre main »
  The hand on the dealer's left is completed before any other gets a card.

67
  « le donneur peut annoncer le nombre de points dans la main et le joueur indique s'il
  désire prendre ou non une autre carte, ou doubler sa mise »
  After the second card the player draws, stands or doubles.

68
  « Tout joueur qui décide de diviser une paire d'as peut recevoir seulement une (1) autre
  carte par as divisé »
  A split ace receives one card only.

69
  « Si le donneur a un blackjack après qu'un joueur a divisé sa mise, le donneur recueille
  toutes les mises du joueur, y compris les mises des paires divisées »
  A dealer's blackjack takes the stakes of all split hands.

70
  « Tout joueur peut diviser une main deux (2) fois, pour un maximum de trois (3) mains »
  A hand may be split twice, into three.

71
  « Chaque joueur peut choisir de prendre une carte supplémentaire tant que le total de sa
  main n'a pas dépassé 21 »
  A player may draw while he is not above 21.

72
  « s'il a un blackjack ou s'il atteint un pointage de 21 avec ou sans as; dans ce cas, le
  joueur ne peut pas prendre de cartes supplémentaires »
  On a blackjack or on 21 he may not draw.

73
  « s'il a doublé sa mise; dans ce cas, il peut uniquement prendre une (1) carte
  supplémentaire pour compléter sa main »
  A doubled hand draws once.

74
  « s'il a divisé une paire d'as; dans ce cas, il peut prendre une (1) seule carte pour
  chaque as, mais il ne peut pas choisir de recevoir de cartes supplémentaires »
  A split ace draws once and chooses no more.

75
  « Les as peuvent être divisés une seule fois, pour un maximum de deux (2) mains »
  Aces are split once, into two hands.

76
  « Le donneur doit prendre une carte supplémentaire à 17 avec as, 16 ou moins, […] (p. ex.
  il doit prendre une autre carte s'il a un six (6) et un as) »
  The dealer draws on 16 and on a 17 with an ace counted eleven.

77
  « et s'arrêter à 17 sans as ou plus »
  He stops on a 17 without such an ace, and above.

78
  « Toute carte placée à découvert dans le sabot est déposée dans le plateau à cartes
  écartées sans avoir été utilisée »
  A card lying face up in the shoe is discarded.

79
  « Toute carte retirée par erreur du sabot mais non exposée est utilisée comme s'il
  s'agissait de la prochaine carte tirée du sabot »
  A card drawn by mistake but not shown is simply the next card.

80
  « Lorsque deux (2) cartes ont déjà été remises à chaque joueur et qu'une autre carte est
  retirée à découvert du sabot par erreur, la carte est utilisée comme s'il s'agissait de la
  prochaine carte tirée du sabot »
  A card shown by mistake after the deal is the next card as well.

81
  « Tout joueur qui refuse la carte ne peut recevoir d'autre carte pour compléter sa ou ses
  mains »
  Who refuses it gets no other card for any of his hands.

82
  « Si le donneur à un pointage de 17 sans as ou plus et qu'il tire accidentellement une
  carte supplémentaire du sabot, la carte est écartée »
  A card that the dealer overdraws is discarded.

83
  « S'il manque des cartes dans le sabot pour terminer un tour, toutes les cartes se
  trouvant dans le plateau à cartes écartées ou dans un second compartiment du sabot sont
  battues et coupées »
  When the shoe runs out the discards are shuffled and cut to finish the round.

84
  « La première carte est retirée et écartée sans avoir été montrée aux joueurs. Les cartes
  restantes servent à terminer le tour »
  Their first card is discarded unseen.

85
  « S'il aucune carte n'est donnée au joueur, sa main n'est pas valide »
  A player who got no card has no valid hand.

86
  « Si une (1) carte est donnée au joueur, le donneur vérifie qu'il lui en reste assez pour
  que chaque joueur ait deux (2) cartes »
  A player who got one card gets the one he lacks.
"""

CLAUSES: Final = clauses_of("ON", _TEXT)
"""The rules of blackjack of the Ontario fair or exhibition licence, §§ 1 to 11."""
