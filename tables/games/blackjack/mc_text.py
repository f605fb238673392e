"""The text of MC: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
001
  « Au black-jack, […] on utilise des jeux de 52 cartes »
  Packs of 52 cards are in use.

002
  « groupés par six ils constituent un sixain, […] groupés par huit ils constituent un
  huitain ; chaque jeu sixain ou huitain porte le numéro d'ordre attribué par le fabricant »
  Six packs make a sixain and eight a huitain, and each carries its maker's serial number.

003
  « reporté par le cartier […] sur un registre de prise en charge […]. Une comptabilité
  annexe retrace quotidiennement les mouvements […] peuvent être vérifiés à tout moment par
  les agents du Service de Contrôle des Jeux »
  A register under the gaming department's seal follows every pack from its arrival to its
  end.

004
  « les cartes qui y sont introduites descendent automatiquement vers son orifice, et n'en
  peuvent sortir qu'une à une »
  The shoe lets the cards slide to its mouth and out one by one.

005
  « d'un modèle agréé et être muni d'un système de protection qui empêche l'accès aux cartes
  pendant les cycles de mélange ainsi que d'un dispositif lumineux ou sonore signalant les
  dysfonctionnements »
  A shuffling machine is of an approved model, closed while it works, and signals its
  faults.

006
  « effectue le mélange automatique et permanent des cartes ainsi que leur distribution, […]
  une à une ou par paquets »
  A dealing shuffler mixes without end and delivers cards singly or in packets.

007
  « « dépôts de cartes principaux et annexes ». Les jeux usagés doivent demeurer complets
  jusqu'à leur destruction ou neutralisation »
  Packs and shoes are kept in card rooms, and used packs stay whole until they are
  destroyed.

008
  « fixés sur des socles attenant aux tables où ils sont utilisés »
  Shufflers stand on bases fixed to their tables.

009
  « sous le contrôle et la responsabilité de la Direction des Jeux ; […] un agent du Service
  de Contrôle des Jeux, qui est obligatoirement tenu informé préalablement »
  Packs are destroyed or disabled under control, after notice to the inspectors.

010
  « Les jeux et les sabots ne sont extraits des dépôts de cartes qu'au moment où il en est
  fait usage »
  Packs and shoes leave the card rooms only to be used.

011
  « Les jeux neufs doivent être décachetés à table et vérifiés dans les conditions du
  deuxième contrôle »
  New packs are opened at the table and verified there.

012
  « Pour les autres jeux, un premier contrôle des cartes doit être assuré par un cartier de
  la Direction des jeux »
  Packs that were used before are first checked by a card clerk.

013
  « les cartes sont alors étalées sur la table, les figures en dessus, et le croupier
  procède à leur contrôle et à leur vérification dans l'ordre de classement dit « du
  fabricant » »
  The dealer then spreads them face up and verifies them in the maker's order.

014
  « brassées sur le tapis, figures en dessous en un seul tas. Cette opération, qui
  s'effectue les doigts écartés, porte le nom de « salade » »
  The cards are washed face down in one heap.

015
  « Aux autres jeux, une seconde opération est effectuée après la salade. Le croupier
  remonte le jeu en mélangeant des petits paquets de cartes qu'il prélève du tas de la
  salade »
  The dealer builds the stack up again from small packets that he shuffles.

016
  « L'utilisation de jeux de 52 cartes « prêts à l'emploi » (cartes pré-mélangées) est
  autorisée. […] un deuxième brassage -figure en dessous- et un deuxième mélange sont opérés
  par les employés de jeux »
  Cards that were shuffled beforehand may come to the table, where they are washed and
  shuffled again.

017
  « L'utilisation d'un mélangeur de cartes ou d'un mélangeur distributeur de cartes, d'un
  modèle agréé, est autorisée »
  An approved shuffler, or dealing shuffler, may be used.

018
  « En cours de séance, à la fin de chaque taille, les cartes sont à nouveau mélangées selon
  les modalités en usage pour chaque jeu »
  The cards are shuffled anew at the end of every shoe.

019
  « Aux jeux de Black-jack et de Punto-Banco, lorsque la partie s'interrompt avant la fin de
  la taille, un nouveau mélange est effectué pour la reprise de celle-ci »
  A shoe that was interrupted is shuffled anew before play goes on.

020
  « Aux tables réservés à un seul joueur, la Direction des jeux peut, dans certaines
  circonstances exceptionnelles, notamment liées à la sécurité des jeux, faire procéder à un
  nouveau mélange des cartes en cours de taille »
  At a table for one player the management may order a shuffle in mid-shoe.

021
  « Chaque fois qu'une carte est détériorée, le croupier la montre ostensiblement (recto et
  verso) et demande son remplacement par échange, […] au moyen d'une carte prélevée sur un
  sixain prévu à cet effet »
  A damaged card is shown and exchanged for one from a sixain kept for that.

022
  « Lorsque la partie est terminée, les employés, sous la surveillance de l'inspecteur de
  service, rangent les cartes dans l'un des « dépôts de cartes » »
  After play the cards and shoes are put away under supervision.

023
  « les jeux sont contrôlés par les cartiers qui les remettent dans l'ordre […]. Toute
  disparition de carte […] doit être immédiatement signalée […] il en est de même lorsqu'une
  ou plusieurs cartes sont trouvées en trop ou […] marquées ou paraissant étrangères »
  The clerks sort and examine the packs again and report any card missing, foreign or
  marked.

024
  « Il ne doit être fait usage que de cartes en parfait état »
  Only cards in perfect condition are used.

025
  « les opérations de contrôle et de reconnaissance des cartes sont effectuées selon les
  modalités prévues par l'article 1.2 »
  Packs for a shuffler are verified like any others.

026
  « un seul croupier, placé sous le contrôle d'une personne qualifiée et habilitée à occuper
  la fonction de chef de table pouvant surveiller plusieurs tables »
  Each table has one dealer under a table head, who may oversee several tables.

027
  « des jeux de 52 cartes dont le nombre est fixé par la Direction »
  The management sets the number of packs.

028
  « Les cartes du 2 au 9 ont leur valeur faciale, le 10 et les figures comptent pour dix,
  l'as, au choix du joueur, vaut un ou onze »
  Cards count their pips, tens and courts ten, an ace one or eleven.

029
  « En début de séance et en présence de la clientèle, les jeux à utiliser sont comptés et
  vérifiés, avant que le croupier procède au mélange des cartes »
  The packs are counted and verified before the guests, then shuffled.

030
  « les cartes sont coupées à l'aide d'une carte de coupe, une première fois par le croupier
  et une fois par un joueur »
  The dealer cuts with the cutting card, and a player after him.

031
  « le croupier place dans le paquet une carte d'arrêt, afin de laisser un talon de
  l'importance d'un jeu de 52 cartes au minimum »
  The stop card leaves at least one pack behind it.

032
  « Le paquet ainsi préparé est introduit dans le sabot »
  The stack goes into the shoe.

033
  « le croupier élimine les cinq premières cartes du sabot et commence ensuite la partie »
  Five cards are taken off before the first deal.

034
  « Les cartes sont, dans tous les cas, distribuées figures en dessus »
  All cards are dealt face up.

035
  « Lorsque la carte d'arrêt apparaît, le croupier termine le coup en cours »
  When the stop card shows, the round is played to its end.

036
  « reprend l'ensemble des cartes et procède à nouveau aux opérations de mélange des cartes,
  de coupe et de préparation du paquet »
  Then all cards are gathered, shuffled, cut and prepared again.

037
  « Lorsqu'il est fait usage du mélangeur distributeur de cartes il n'y a ni coupe ni carte
  d'arrêt »
  A dealing shuffler needs neither cut nor stop card.

038
  « Les cinq premières cartes extraites du mélangeur distributeur de cartes sont éliminées
  et placées dans le réceptacle à cartes »
  Of a dealing shuffler too the first five cards are taken off.

039
  « le croupier ramasse les cartes sur la table, prend celles qui peuvent se trouver dans le
  réceptacle à cartes et les introduit dans le mélangeur distributeur »
  After each settlement the cards go back into the dealing shuffler.

040
  « Si la partie est interrompue par l'absence de joueurs, la totalité des cartes reste dans
  le mélangeur distributeur […]. Pour reprendre la partie le croupier élimine les cinq
  premières cartes extraites »
  After a pause for want of players, five cards are taken off before play goes on.

041
  « La fin de la partie est fixée par la Direction. […] en annonçant la dernière demi-heure
  puis les trois dernières donnes »
  The management sets the end of play and announces the last half hour and the last three
  deals.

042
  « Le nombre de joueurs assis, seuls susceptibles d'avoir une main, correspond au nombre
  d'emplacements marqués sur le tapis pour le dépôt des mises »
  Only the seated hold hands, as many as there are boxes on the layout.

043
  « les joueurs assis peuvent miser sur les emplacements vacants avec l'accord du croupier »
  The seated may stake on vacant boxes if the dealer agrees.

044
  « Des joueurs debout peuvent miser sur la main d'un joueur assis avec l'accord de celui-ci
  »
  Standing persons may stake on a seated player's hand if he agrees.

045
  « dans les limites du maximum de mise autorisé pour la main »
  Their stakes keep within the maximum of that hand.

046
  « ils ne peuvent, toutefois, lui donner des instructions ou des conseils et subissent ses
  initiatives »
  They neither direct nor advise him and share what he decides.

047
  « Chacune des mains d'un même joueur est considérée individuellement et suit l'ordre
  normal de distribution et de demande des cartes »
  Each of a player's hands is separate and served in turn.

048
  « une carte pour chaque main en commençant à sa gauche et en allant dans le sens des
  aiguilles d'une montre »
  One card goes to each hand, clockwise from the dealer's left.

049
  « À l'issue de ce tour, il se donne une carte »
  Next the dealer takes one card.

050
  « puis distribue une seconde carte, toujours dans le même ordre, à chaque main »
  Each hand then gets its second card; the dealer has none yet.

051
  « Les cartes sont données figures en dessus »
  The cards of the deal lie face up.

052
  « On ne peut plus miser après que la première carte soit sortie du sabot et retournée sur
  la table »
  Once the first card is turned up no stake may be laid.

053
  « Le croupier propose ensuite des cartes supplémentaires aux titulaires des mains »
  The dealer offers cards to the holders of the hands.

054
  « La situation de chaque main est déterminée avant qu'une offre soit faite à la suivante »
  Each hand is settled upon before the next is asked.

055
  « chaque joueur pouvant refuser ou demander des cartes supplémentaires une par une,
  jusqu'à ce qu'il s'estime satisfait »
  A player takes cards one by one until he has enough, or none.

056
  « elle a perdu et le croupier ramasse immédiatement la mise puis les cartes, avant de
  passer à la main suivante »
  A hand above 21 loses at once: the stake goes first, then the cards.

057
  « le croupier tire une ou plusieurs cartes pour lui-même »
  When all hands are done the dealer draws his own cards.

058
  « S'il a 17 points ou plus, il est obligé de rester, il ne peut prendre de cartes
  supplémentaires »
  On 17 or more the dealer stands.

059
  « s'il a 16 points ou moins, il est tenu de tirer d'autres cartes jusqu'à ce que le total
  de ses points atteigne 17 ou plus »
  On 16 or less the dealer draws on to 17.

060
  « il doit le compter pour 11 points si, avec valeur, il atteint 17 ou 21 points »
  The dealer counts an ace as eleven when that makes 17 to 21.

061
  « Le croupier, après avoir déterminé et annoncé son point »
  The dealer states his point.

062
  « procède au ramassage des mises perdantes et au paiement des mises gagnantes dans l'ordre
  prévu, de droite à gauche »
  Losers are collected and winners paid from right to left.

063
  « Il enlève les cartes et les dispose figures en dessous sur le réceptacle »
  Cards are taken up and laid face down.

064
  « Il brûle les siennes en dernier lieu »
  The dealer's cards are taken up at the end.

065
  « Si le croupier a plus de 21 points, il paie toutes les mises encore sur le tapis »
  A dealer above 21 pays every stake left.

066
  « s'il n'a pas atteint 21, il ramasse les mises des mains qui ont un point inférieur au
  sien »
  A point below the dealer's loses.

067
  « et paie celles qui ont un point supérieur au sien »
  A point above the dealer's wins.

068
  « Les mains qui ont obtenu un nombre de points égal à celui du croupier sont nulles. Leurs
  titulaires peuvent retirer leurs mises et leurs cartes sont brûlées »
  An equal point is void, and the stake may be taken back.

069
  « Les paiements se font à égalité »
  Wins are paid 1 to 1.

070
  « si un joueur fait un « black-jack », c'est-à-dire 21 points avec deux cartes, il est
  payé à raison de 3 pour 2 »
  A black-jack, 21 in two cards, is paid 3 to 2.

071
  « Le « black-jack » l'emporte toujours sur 21 points obtenus avec plus de deux cartes »
  A black-jack beats 21 of three cards or more.

072
  « Lorsque la première carte du croupier est un as, les joueurs peuvent s'assurer contre un
  éventuel « black-jack » du croupier »
  Against the dealer's first-card ace players may insure against his black-jack.

073
  « Le croupier propose cette assurance lorsqu'il a donné deux cartes aux joueurs »
  The offer is made when everybody has two cards.

074
  « qui ne peuvent s'assurer qu'à ce moment de la partie et avant que le croupier n'ait
  sorti la carte suivante »
  It ends when the dealer draws the next card.

075
  « une mise égale au maximum à la moitié de sa propre mise »
  An insurance is at most half of the player's stake.

076
  « si le croupier tire un dix ou une figure, il ramasse les mises perdantes et paie les
  assurances à raison de 2 pour 1 »
  If the dealer completes a black-jack, insurances are paid 2 to 1.

077
  « S'il n'a pas réalisé un « black-jack », il ramasse les assurances et encaisse ou paie
  les autres mises comme dans le jeu simple »
  If he does not, insurances are lost and all else is settled as usual.

078
  « Lorsque, sur deux cartes, un joueur fait « black jack » et que le croupier tire un as,
  un dix ou une figure pour sa première carte, ce joueur peut demander la « mise à égalité »
  : il est payé à égalité »
  A black-jack against an ace, a ten or a court card may be paid 1 to 1 on request.

079
  « Lorsqu'un joueur reçoit, aux deux premiers coups, deux cartes de même valeur, il peut
  considérer qu'il a deux mains séparées »
  Two first cards of one value may become two hands.

080
  « il doit engager une mise égale à sa mise initiale sur l'une des cartes »
  The new hand needs a stake equal to the first.

081
  « des mains séparées et indépendantes ayant toujours chacune sa valeur et sa destinée
  propres »
  From then on the hands are independent.

082
  « Après avoir reçu une deuxième carte, le joueur reste, tire et joue dans les conditions
  du jeu simple, déterminant la situation de la main la plus à sa droite avant de passer à
  la suivante »
  Each hand gets its second card and is played out, the player's right one first.

083
  « Si, pour l'une de ces mains, il obtient, lors de la distribution qui suit la seconde
  mise, une deuxième carte formant une nouvelle paire, il peut à nouveau la séparer et
  déposer une autre mise égale »
  A second card that makes a new pair may be split again for another equal stake.

084
  « Lorsqu'un joueur partage une paire d'as, il ne doit tirer qu'une seule carte pour chaque
  as »
  A split ace draws exactly one card.

085
  « ce point n'est pas considéré comme un « black-jack » et n'est payé qu'à égalité »
  Ten and ace after a split count 21 and are paid 1 to 1.

086
  « La Direction des jeux peut limiter les paires aux cartes similaires, excluant ainsi les
  cartes différentes mais de valeur identique »
  The management may allow pairs of one rank only.

087
  « Le nombre de jeux, à partir de cartes de même valeur, que peut constituer un même joueur
  est limité à trois »
  One hand may become three at most.

088
  « et à deux dans le cas d'une paire d'as »
  Aces may become two hands at most.

089
  « Un joueur a la possibilité de doubler sa mise quel que soit le total obtenu avec ses
  deux premières cartes »
  A player may double on any first two cards.

090
  « Dans ce cas, il n'a droit qu'à une seule carte supplémentaire »
  A doubled hand gets one more card only.

091
  « La double mise est autorisée pour toutes les mains, y compris les paires »
  Hands from a split may be doubled too.

092
  « Dans le cas où le joueur s'est assuré contre un « black-jack » du croupier et qu'il
  double sa mise ou qu'il forme plusieurs mains, seule la mise initiale est assurée »
  Doubling and splitting leave the insurance at the first stake.

093
  « d'engager, avant la distribution des cartes, une mise « Perfect Pairs » sur chaque case
  où il a engagé une mise pour le jeu de black jack »
  A Perfect Pairs stake may go beside every main stake, before the deal.

094
  « gagne uniquement si les deux premières cartes distribuées au joueur constituent une
  paire »
  It wins only on a pair in the first two cards.

095
  « « Perfect pairs » (ou la paire « idéale » constituée par exemple de deux rois de cœur)
  payée 25 fois la mise »
  Two cards alike in rank and suit pay 25 to 1.

096
  « « Coloured pairs » (ou la paire à la couleur constituée par exemple d'un roi de cœur et
  d'un roi de carreau) payée 12 fois la mise »
  One rank and one colour in two suits pay 12 to 1.

097
  « « Mixed pairs » (ou la paire mixte constituée par exemple d'un roi de cœur et d'un roi
  de trèfle) payée 6 fois la mise »
  One rank in two colours pays 6 to 1.

098
  « Après la distribution de deux cartes, à chaque joueur, le croupier procède au ramassage
  des mises perdantes sur « Perfect pairs » et au paiement des mises gagnantes »
  Perfect Pairs is collected and paid once everybody has two cards.

099
  « Ensuite, la partie se poursuit selon les règles en vigueur au Black Jack »
  The round then goes on as usual.

100
  « une mise dénommée « 21+3 » sur chaque case où il a engagé une mise pour le jeu de
  black-jack »
  A 21+3 stake may go beside every main stake, before the deal.

101
  « gagne uniquement si la combinaison de ses deux premières cartes avec la carte initiale
  de la banque présente une des figures suivantes […] Couleur […] Suite […] Brelan […] Suite
  à la couleur »
  It wins when the first two cards and the bank's first make a flush, a straight, three of a
  kind or a straight flush.

102
  « Chacune de ces combinaisons est payée neuf fois la mise »
  Each of these pays 9 to 1.

103
  « Après la distribution des cartes (deux pour chaque joueur et une pour la banque), le
  croupier procède au ramassage des mises perdantes sur « 21+3 » puis au paiement des mises
  gagnantes »
  After the deal losing 21+3 stakes are collected, then winners paid.

104
  « Ensuite, la partie se poursuit selon les règles en vigueur au black-jack »
  Play then continues in the ordinary way.

105
  « un pari optionnel indépendant du résultat de la main à laquelle il est associé,
  matérialisé par le dépôt par le joueur d'une mise supplémentaire, d'un montant
  prédéterminé, pour chaque case où il en a préalablement engagé une »
  A progressive side bet of one fixed amount may go beside every main stake, whatever the
  hand does.

106
  « peut être rattaché à une seule table ou à plusieurs pouvant être exploitées sur des
  sites différents »
  One or several tables, even at several places, may share the progressive.

107
  « dotée de capteurs, disposés devant chacune des cases […], et d'un afficheur récapitulant
  les progressifs en cours à ladite table et leur montant »
  Each box has a sensor for the stake, and a display names the progressives and their
  amounts.

108
  « Les combinaisons gagnantes, les gains afférents à chacune d'entre elles, le montant des
  mises et les pourcentages des enjeux affectés pour celles « en progressif » sont fixés par
  l'exploitant »
  The operator sets combinations, prizes, the stake, and the share of the stakes that feeds
  the progressives.

109
  « La partie se poursuit ensuite selon les règles du Black-Jack »
  The hand is then played as usual.

110
  « La somme mise en banque à chaque table de jeu, en début de séance, est représentée par
  des jetons et des plaques, pour un montant fixé par la Direction des jeux »
  The bank of a table starts as chips and plaques of an amount set by the management.

111
  « les mises ne peuvent être représentées que par des plaques ou des jetons à valeur
  faciale »
  Stakes are plaques or chips with a face value, nothing else.

112
  « Le change ne peut s'effectuer qu'à des comptoirs ou guichets spéciaux et aux tables de
  jeux. Le change par l'intermédiaire d'employés circulant parmi les joueurs est interdit »
  Change is made at counters and tables, never by staff among the players.

113
  « Aucun change ne peut être effectué aux tables qui ne travaillent pas, de même qu'aucune
  opération de change n'est autorisée pendant le dégagement du tableau et le paiement des
  chances gagnantes »
  No change is made at an idle table, nor while bets are cleared and paid.

114
  « un bon est rédigé à cet effet par le chef de table […] contrôlé et signé par
  l'inspecteur de service. […] comptés ostensiblement sur la table de jeu en présence de
  l'inspecteur de service »
  Chips pass between table and cage against a signed voucher and are counted openly.

115
  « croupier qui place le billet déplié ou la plaque devant lui et annonce à haute et
  intelligible voix le montant du change. […] Les billets échangés sont ostensiblement
  introduits dans une caisse spéciale »
  A note for change is shown, announced, and dropped into a locked box.

116
  « Les incidents de jeux sont soumis à l'appréciation de la direction des jeux qui informe,
  dans les meilleurs délais, le service de contrôle des jeux et prend une décision sans
  appel »
  Every incident is decided by the games management, without appeal, and reported to the
  inspectors.
"""

CLAUSES: Final = clauses_of("MC", _TEXT)
"""Articles 1, 5, 14 to 17 and 24 of the Monaco order no. 88-384 of 26 July 1988."""
