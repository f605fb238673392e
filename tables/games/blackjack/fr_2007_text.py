"""The text of FR-2007: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
01
  « six jeux de cinquante-deux cartes, trois d'une couleur et trois de l'autre »
  Six packs of 52 cards are in play, half of them with backs of one colour and half of the
  other.

02
  « cartes en parfait état au commencement de chaque séance »
  Every session starts with cards in perfect condition.

03
  « Les dispositions des articles 39 et 40 relatives au dépôt, à la conservation et à
  l'usage des cartes sont applicables »
  Articles 39 and 40 govern how the packs are deposited, kept and used.

04
  « Un mélangeur automatique de cartes de jeux peut être utilisé »
  The cards may be shuffled by an automatic shuffler.

05
  « Après leur comptée et leur vérification »
  The cards are counted and checked before anything else.

06
  « le croupier retourne les cartes qui sont divisées en plusieurs tas dont chacun est
  mélangé et coupé deux fois »
  The cards are turned backs up and parted into piles, each of which is shuffled and cut
  twice.

07
  « Le sixain est ensuite coupé, et enfin présenté à un joueur pour une nouvelle et dernière
  coupe »
  The six packs together are cut by the house and last of all by a player.

08
  « afin de laisser un talon de la valeur approximative d'au moins un jeu »
  The dealer puts the stop card so that about one pack or more stays behind it.

09
  « introduites dans un sabot présentant les caractéristiques définies à l'article 58 et
  utilisé dans les mêmes conditions »
  The cards go into a shoe of the kind that article 58 describes.

10
  « le croupier brûle les cinq premières cartes du sabot et commence ensuite la partie »
  Five cards are burnt from a fresh shoe before the first deal.

11
  « Les cartes sont, dans tous les cas, distribuées figure en dessus »
  Every card is dealt face up.

12
  « Lorsque la carte d'arrêt rouge apparaît, le croupier finit le coup »
  Once the red stop card shows, the round in progress is the last of the shoe.

13
  « sépare le talon en deux parties qu'il introduit séparément en deux endroits différents
  dans les cartes brûlées, procède au mélange de l'ensemble des cartes comme ci-dessus et
  reprend le jeu »
  After that round the stub goes back among the used cards in two places and all is shuffled
  anew.

14
  « Le nombre de joueurs assis, seuls susceptibles d'avoir une main, correspond au nombre
  d'emplacements marqués sur le tapis pour le dépôt des mises »
  Only seated players hold hands, and there are as many seats as boxes on the layout.

15
  « Il est au maximum de sept »
  There are seven boxes at most.

16
  « les joueurs assis peuvent miser sur les emplacements vacants avec l'accord du croupier,
  selon les règles de l'établissement »
  With the dealer's agreement a seated player may also stake on vacant boxes.

17
  « Des joueurs debout peuvent miser sur la main d'un joueur assis avec l'accord de celui-ci
  »
  A standing player may stake on a seated player's hand if the latter agrees.

18
  « dans les limites du maximum de mise autorisé pour la main »
  Standing stakes count within the maximum of the hand they ride on.

19
  « ils ne peuvent toutefois lui donner des instructions ou des conseils et subissent ses
  initiatives »
  A standing player has no say in the play of the hand and bears its outcome.

20
  « Chacune des mains d'un même joueur est considérée individuellement et suit l'ordre
  normal de distribution et de demande des cartes »
  Each hand of one player is a hand of its own and is served in the ordinary order.

21
  « Les joueurs peuvent user des possibilités de jeu suivantes »
  Players may use the possibilities that follow: the basic game, insurance, pairs, doubling
  and lucky ladies.

22
  « Lorsque toutes les mises ont été déposées »
  The deal begins once all stakes are down.

23
  « une carte pour chaque main en commençant à sa gauche et en allant dans le sens des
  aiguilles d'une montre »
  Each hand gets one card, clockwise from the dealer's left.

24
  « A l'issue de ce tour, il se donne une carte »
  The dealer then takes one card for himself.

25
  « puis distribue une seconde carte, toujours dans le même ordre, à chaque main »
  Each hand gets its second card in the same order; the dealer takes none.

26
  « imposer lorsqu'il n'y a qu'un seul joueur à table, de jouer sur deux cases au minimum »
  The house may require a player who is alone at the table to play at least two boxes.

27
  « autoriser un joueur à abandonner la partie, après distribution des deux premières cartes
  et avant tout tirage supplémentaire à la table, ce qui entraînera la perte de la moitié de
  sa mise »
  The house may let a player abandon his hand for half his stake, before anybody at the
  table has drawn a further card.

28
  « limiter le nombre de cases qui puissent être jouées par un seul joueur dès lors que
  d'autres joueurs souhaitent participer au jeu »
  The house may limit one player's boxes as soon as others wish to join the game.

29
  « interdire à tout joueur de tirer une nouvelle carte à 21 »
  The house may forbid drawing to a hand of 21.

30
  « Il propose ensuite des cartes supplémentaires aux titulaires des mains »
  The dealer offers further cards to the holders of the hands.

31
  « La situation de chaque main est déterminée avant qu'une offre soit faite à la suivante »
  One hand is finished before the next is offered a card.

32
  « chaque joueur pouvant refuser ou demander des cartes supplémentaires une par une,
  jusqu'à ce qu'il s'estime satisfait »
  A player takes cards one at a time until he is content, or none.

33
  « Lorsqu'une main obtient un point supérieur à 21, elle a perdu et le croupier ramasse
  immédiatement les cartes et la mise avant de passer à la main suivante »
  A hand above 21 loses, and its cards and stake are taken before the next hand is served.

34
  « Lorsque tous les joueurs ont déterminé la situation de leurs mains, le croupier tire une
  ou plusieurs cartes pour lui-même »
  When every hand is determined the dealer draws for himself.

35
  « S'il a 17 points ou plus, il est obligé de rester, il ne peut prendre de cartes
  supplémentaires »
  The dealer stands on 17 or more.

36
  « s'il a 16 points ou moins, il est tenu de tirer d'autres cartes jusqu'à ce que le total
  de ses points atteigne 17 ou plus »
  The dealer draws on 16 or less until he has at least 17.

37
  « Lorsqu'il a un as parmi ses cartes, il doit le compter pour 11 points si avec cette
  valeur il atteint 17 ou plus »
  The dealer counts an ace as 11 whenever that makes 17 to 21, and so stands on a soft 17.

38
  « Le croupier, après avoir déterminé et annoncé un point »
  The dealer announces his point.

39
  « procède au ramassage des mises perdantes et au paiement des mises gagnantes dans l'ordre
  prévu, de droite à gauche »
  Losing stakes are collected and winning stakes paid from the last box to the first.

40
  « Il enlève les cartes au fur et à mesure et les dispose figure en dessous sur le
  réceptacle »
  The cards are taken up along the way and laid face down.

41
  « Il brûle les siennes en dernier lieu »
  The dealer's own cards are taken up last.

42
  « Si le croupier a plus de 21 points, il paie toutes les mises encore sur le tapis »
  When the dealer is above 21 every stake still on the layout is paid.

43
  « s'il n'a pas atteint 21, il ramasse les mises des mains qui ont un point inférieur au
  sien »
  A hand below the dealer's point loses its stake.

44
  « et paie celles qui ont un point supérieur au sien »
  A hand above the dealer's point is paid.

45
  « Les mains qui ont obtenu un point égal à celui du croupier sont nulles. Leurs titulaires
  peuvent retirer leurs mises et leurs cartes sont brûlées »
  A hand equal to the dealer's point is void and its stake is returned.

46
  « Les paiements se font à égalité »
  A winning stake is paid 1 to 1.

47
  « si un joueur fait un "black-jack", c'est-à-dire 21 points avec deux cartes, il est payé
  à raison de 3 pour 2 »
  A black-jack, 21 in the first two cards, is paid 3 to 2.

48
  « Le "black-jack" l'emporte toujours sur 21 points obtenus avec plus de deux cartes »
  A black-jack beats any 21 of more than two cards, on either side.

49
  « Lorsque la première carte du croupier est un as, les joueurs peuvent s'assurer contre le
  "black-jack" de la banque »
  The players may insure against the bank's black-jack when the dealer's first card is an
  ace.

50
  « Le croupier propose cette assurance lorsqu'il a donné la deuxième carte à tous les
  joueurs »
  Insurance is offered once every hand has its second card.

51
  « qui ne peuvent plus s'assurer dès qu'ils ont tiré une autre carte »
  A player who has drawn a further card can no longer insure.

52
  « dépose sur la ligne "assurance" face à son enjeu une mise égale à la moitié de sa propre
  mise »
  The insurance is exactly half of the stake that it covers.

53
  « Après que la situation de chaque joueur a été déterminée, si le croupier tire un 10, il
  ramasse les mises perdantes et paie les assurances à raison de 2 pour 1 »
  If the dealer completes a black-jack the insurances are paid 2 to 1.

54
  « S'il n'a pas réalisé un "black-jack", il ramasse les assurances et encaisse ou paie les
  autres mises comme dans le jeu simple »
  If he does not, the insurances are collected and the other stakes settled as usual.

55
  « Lorsqu'un joueur reçoit, aux deux premiers coups, deux cartes de même valeur, il peut
  considérer qu'il a deux mains séparées »
  Two first cards of the same value may be played as two hands.

56
  « il doit engager une mise égale à sa mise initiale sur l'une des cartes »
  The second hand carries a stake equal to the first.

57
  « considérées comme des mains séparées et indépendantes ayant toujours chacune sa valeur
  et sa destinée propres »
  The two hands are independent from then on.

58
  « Le joueur reste, tire et joue dans les conditions du jeu simple, déterminant la
  situation de la main la plus à sa droite avant de passer à la suivante »
  The hand on the player's right is played to its end before the other.

59
  « Si pour l'une de ces mains il obtient lors de la première distribution une deuxième
  carte formant une nouvelle paire, il peut à nouveau la séparer et déposer une autre mise
  égale »
  A split hand whose second card makes a new pair may be split again for another equal
  stake.

60
  « Lorsqu'un joueur partage une paire d'as, il ne lui est permis de tirer qu'une seule
  carte pour chaque as »
  A split ace gets one card only.

61
  « Si un joueur partage une paire d'as ou une paire de cartes valant 10 points et s'il
  totalise 21 points avec la deuxième carte tirée, ce point n'est pas considéré comme un
  "black-jack" et n'est payé qu'à égalité »
  21 in two cards on a split ace or ten is no black-jack and is paid 1 to 1.

62
  « limiter les paires aux cartes similaires, excluant ainsi les cartes différentes mais de
  valeur identique »
  The house may count as pairs only cards of one rank, not king and queen.

63
  « Elle peut également limiter le nombre des paires que peut constituer un même joueur »
  The house may limit how many pairs one player forms.

64
  « Quel que soit le nombre de points obtenu avec ses deux premières cartes, il peut doubler
  sa mise »
  A player may double his stake on any first two cards.

65
  « Dans ce cas, il n'a droit qu'à une seule carte supplémentaire »
  A doubled hand receives one card and no more.

66
  « La double mise est autorisée pour toutes les mains, y compris les paires »
  Split hands may be doubled too.

67
  « la direction du casino peut, dans son règlement intérieur, en exclure la possibilité en
  ce qui concerne les paires »
  The house may exclude doubling on split hands.

68
  « outre les sept cases destinées à recevoir les mises principales engagées par les
  joueurs, un emplacement supplémentaire »
  The layout may carry a spot for an additional stake on « lucky ladies ».

69
  « Un bonus est gagné par le joueur lorsque la valeur des deux premières cartes distribuées
  est égale à 20 »
  The bonus is won when the first two cards of the hand make 20.

70
  « 2 dames de cœur et BJ du croupier : 1 000 pour 1 »
  Line 1: two queens of hearts and a black-jack of the dealer pay 1000 to 1.

71
  « Paire de dames de cœur : 125 pour 1 / 200 pour 1 »
  Line 2: two queens of hearts pay 125 to 1 (table A) or 200 to 1 (table B).

72
  « Paire totalisant 20 : 19 pour 1 / 25 pour 1 »
  Any pair of 20 pays 19 to 1 on table A, 25 to 1 on table B.

73
  « 2 cartes de même couleur totalisant 20 : 9 pour 1 / 10 pour 1 »
  Line 4: two cards of one suit making 20 pay 9 to 1 (table A) or 10 to 1 (table B).

74
  « 2 cartes quelconques totalisant 20 : 4 pour 1 »
  Line 5: any two cards making 20 pay 4 to 1.

75
  « Il appartient au directeur responsable de choisir la table de paiement qui sera en usage
  durant toute la partie et de l'afficher lisiblement sur la table de jeu »
  The director chooses table A or B for the whole game and displays it.

76
  « ainsi que le minimum et le maximum des mises additionnelles pratiqués »
  The least and the greatest additional stake are displayed as well.

77
  « Avant la distribution des cartes, les joueurs ont la possibilité de placer une mise […]
  après avoir engagé leur mise principale »
  The additional stake is placed before the deal and after the main stake.

78
  « le casino peut limiter aux seuls joueurs assis la possibilité de miser »
  The house may keep this bet for seated players.

79
  « Une fois que le croupier a distribué deux cartes à chaque joueur et tiré sa première
  carte, il détermine si les joueurs […] ont une main totalisant 20 et annonce à haute et
  intelligible voix le nombre de bonus en jeu »
  After the deal the dealer looks for hands of 20 and announces the number of bonuses.

80
  « En procédant de droite à gauche dans le sens inverse des aiguilles d'une montre, le
  croupier ramasse les mises […] perdantes puis paie la ou les mises gagnantes »
  From the last box to the first he collects the losing side stakes, then pays the winning
  ones.

81
  « Pour chaque joueur, seule la meilleure combinaison est payée »
  Only the best combination of a bet is paid.

82
  « Une fois ces opérations réalisées, la partie se poursuit selon les règles habituelles du
  black jack »
  The game then goes on as usual.

83
  « le casino peut interdire à un joueur ayant obtenu une mise gagnante […] de constituer
  deux mains séparées »
  The house may forbid splitting to a player whose side bet has won.

84
  « obtient une paire de dames de cœur et que la première carte du croupier est un as, roi,
  dame, valet ou 10 »
  Two queens of hearts against an ace or a ten-value first card of the dealer are a case
  apart.

85
  « Il ramasse toutes les mises […] perdantes en procédant dans l'ordre prévu et paie les
  mises gagnantes sauf celle du joueur qui a une paire de dames de cœur »
  Then all other side stakes are settled and that one waits.

86
  « Le jeu se poursuit alors selon les règles habituelles »
  The hands are played as usual meanwhile.

87
  « Après que le croupier a tiré sa deuxième carte, s'il n'a pas de black jack, il paie en
  premier le joueur qui a une paire de dames de cœur et paie les mises gagnantes du jeu de
  black jack »
  If the dealer's second card makes no black-jack, the waiting bet is paid first, on line 2.

88
  « Si le croupier obtient un black jack, il ramasse, dans l'ordre prévu, les mises
  initiales perdantes ainsi que la mise initiale du joueur qui a une paire de dames de cœur
  et paie les assurances »
  If it makes one, the losing stakes are collected, that player's too, and the insurances
  paid.

89
  « Il ramasse ensuite toutes les cartes à l'exception de celles du joueur qui a une paire
  de dames de cœur et les dispose figure en dessous dans le réceptacle »
  All cards but that player's are taken up.

90
  « Ne restent plus sur la table que les cartes du joueur détenteur des deux dames de cœur
  et ses mises, ainsi que les deux cartes du croupier formant black jack. Le croupier paie
  alors le joueur […] puis ramasse les cartes du joueur et les siennes en dernier lieu »
  That player is then paid on line 1, and his cards and the dealer's are taken up last.

91
  « Lorsque deux voire trois joueurs obtiennent simultanément une paire de dames de cœur
  avec les deux premières cartes distribuées, le croupier observe le même mode opératoire »
  Several pairs of queens of hearts in one round are served in the same way.
"""

CLAUSES: Final = clauses_of("FR-2007", _TEXT)
"""Article 55-4 of the arrêté of 14 May 2007, as it read with « lucky ladies » (AMB-55)."""
