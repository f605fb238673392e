"""The text of FR-2024: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
001
  « six jeux de cinquante-deux cartes, trois d'une couleur et trois de l'autre »
  Six packs of 52 cards are in play, half of them with backs of one colour and half of the
  other.

002
  « cartes en parfait état au commencement de chaque séance »
  Every session starts with cards in perfect condition.

003
  « Les dispositions des articles 39 et 40 relatives au dépôt, à la conservation et à l'usage
  des cartes sont applicables »
  Articles 39 and 40 govern how the packs are deposited, kept and used.

004
  « Un mélangeur automatique de cartes de jeux peut être utilisé »
  The cards may be shuffled by an automatic shuffler.

005
  « Après leur comptée et leur vérification »
  The cards are counted and checked before anything else.

006
  « le croupier retourne les cartes qui sont divisées en plusieurs tas dont chacun est mélangé
  et coupé deux fois »
  The cards are turned backs up and parted into piles, each of which is shuffled and cut twice.

007
  « Le sixain est ensuite coupé, et enfin présenté à un joueur pour une nouvelle et dernière
  coupe »
  The six packs together are cut by the house and last of all by a player.

008
  « place une carte d'arrêt rouge dans le sixain afin de laisser un talon d'au moins un jeu »
  The dealer puts the red stop card so that at least one pack stays behind it.

009
  « introduites dans un sabot présentant les caractéristiques définies à l'article 58 et utilisé
  dans les mêmes conditions »
  The cards go into a shoe of the kind that article 58 describes.

010
  « le croupier brûle les cinq premières cartes du sabot et commence ensuite la partie »
  Five cards are burnt from a fresh shoe before the first deal.

011
  « Les cartes sont, dans tous les cas, distribuées figure en dessus »
  Every card is dealt face up.

012
  « Lorsque la carte d'arrêt rouge apparaît, le croupier finit le coup »
  Once the red stop card shows, the round in progress is the last of the shoe.

013
  « sépare le talon en deux parties qu'il introduit séparément en deux endroits différents dans
  les cartes brûlées, procède au mélange de l'ensemble des cartes comme ci-dessus et reprend le
  jeu »
  After that round the stub goes back among the used cards in two places and all is shuffled
  anew.

014
  « Le nombre de joueurs assis, seuls susceptibles d'avoir une main, correspond au nombre
  d'emplacements marqués sur le tapis pour le dépôt des mises »
  Only seated players hold hands, and there are as many seats as boxes on the layout.

015
  « Il est au maximum de sept »
  There are seven boxes at most.

016
  « les joueurs assis peuvent miser sur les emplacements vacants avec l'accord du croupier,
  selon les règles de l'établissement »
  With the dealer's agreement a seated player may also stake on vacant boxes.

017
  « Des joueurs debout peuvent miser sur la main d'un joueur assis avec l'accord de celui-ci »
  A standing player may stake on a seated player's hand if the latter agrees.

018
  « dans les limites du maximum de mise autorisé pour la main »
  Standing stakes count within the maximum of the hand they ride on.

019
  « ils ne peuvent toutefois lui donner des instructions ou des conseils et subissent ses
  initiatives »
  A standing player has no say in the play of the hand and bears its outcome.

020
  « Chacune des mains d'un même joueur est considérée individuellement et suit l'ordre normal de
  distribution et de demande des cartes »
  Each hand of one player is a hand of its own and is served in the ordinary order.

021
  « Les joueurs peuvent user des possibilités de jeu suivantes »
  The players may use the basic game, insurance, pairs, doubling and the four side bets.

022
  « Lorsque toutes les mises ont été déposées »
  The deal begins once all stakes are down.

023
  « une carte pour chaque main en commençant à sa gauche et en allant dans le sens des aiguilles
  d'une montre »
  Each hand gets one card, clockwise from the dealer's left.

024
  « A l'issue de ce tour, il se donne une carte »
  The dealer then takes one card for himself.

025
  « puis distribue une seconde carte, toujours dans le même ordre, à chaque main »
  Each hand gets its second card in the same order; the dealer takes none.

026
  « imposer lorsqu'il n'y a qu'un seul joueur à table, de jouer sur deux cases au minimum »
  The house may require a player who is alone at the table to play at least two boxes.

027
  « interdire de jouer debout lorsque des places assises sont vacantes »
  The house may forbid standing play while a seat is free.

028
  « autoriser un joueur à abandonner la partie, après distribution de ses deux premières cartes
  et sous réserve que le croupier n'ait pas d'as, ce qui entraînera la perte de la moitié de sa
  mise »
  The house may let a player give up his first two cards for half his stake, not against an ace.

029
  « limiter le nombre de cases sur lesquelles peut miser un joueur »
  The house may limit how many boxes one player stakes on.

030
  « interdire à tout joueur de tirer une nouvelle carte à 21 »
  The house may forbid drawing to a hand of 21.

031
  « Il propose ensuite des cartes supplémentaires aux titulaires des mains »
  The dealer offers further cards to the holders of the hands.

032
  « La situation de chaque main est déterminée avant qu'une offre soit faite à la suivante »
  One hand is finished before the next is offered a card.

033
  « chaque joueur pouvant refuser ou demander des cartes supplémentaires une par une, jusqu'à ce
  qu'il s'estime satisfait »
  A player takes cards one at a time until he is content, or none.

034
  « Lorsqu'une main obtient un point supérieur à 21, elle a perdu et le croupier ramasse
  immédiatement les cartes et la mise avant de passer à la main suivante »
  A hand above 21 loses, and its cards and stake are taken before the next hand is served.

035
  « Lorsque tous les joueurs ont déterminé la situation de leurs mains, le croupier tire une ou
  plusieurs cartes pour lui-même »
  When every hand is determined the dealer draws for himself.

036
  « S'il a 17 points ou plus, il est obligé de rester, il ne peut prendre de cartes
  supplémentaires »
  The dealer stands on 17 or more.

037
  « s'il a 16 points ou moins, il est tenu de tirer d'autres cartes jusqu'à ce que le total de
  ses points atteigne 17 ou plus »
  The dealer draws on 16 or less until he has at least 17.

038
  « Lorsqu'il a un as parmi ses cartes, il doit le compter pour 11 points si avec cette valeur
  il atteint 17 ou plus »
  The dealer counts an ace as 11 whenever that makes 17 to 21, and so stands on a soft 17.

039
  « Le croupier, après avoir déterminé et annoncé un point »
  The dealer announces his point.

040
  « procède au ramassage des mises perdantes et au paiement des mises gagnantes dans l'ordre
  prévu, de droite à gauche »
  Losing stakes are collected and winning stakes paid from the last box to the first.

041
  « Il enlève les cartes au fur et à mesure et les dispose figure en dessous sur le réceptacle »
  The cards are taken up along the way and laid face down.

042
  « Il brûle les siennes en dernier lieu »
  The dealer's own cards are taken up last.

043
  « Si le croupier a plus de 21 points, il paie toutes les mises encore sur le tapis »
  When the dealer is above 21 every stake still on the layout is paid.

044
  « s'il n'a pas atteint 21, il ramasse les mises des mains qui ont un point inférieur au sien »
  A hand below the dealer's point loses its stake.

045
  « et paie celles qui ont un point supérieur au sien »
  A hand above the dealer's point is paid.

046
  « Les mains qui ont obtenu un point égal à celui du croupier sont nulles. Leurs titulaires
  peuvent retirer leurs mises et leurs cartes sont brûlées »
  A hand equal to the dealer's point is void and its stake is returned.

047
  « Les paiements se font à égalité »
  A winning stake is paid 1 to 1.

048
  « si un joueur fait un "black-jack", c'est-à-dire 21 points avec deux cartes, il est payé à
  raison de 3 pour 2 »
  A black-jack, 21 in the first two cards, is paid 3 to 2.

049
  « Le "black-jack" l'emporte toujours sur 21 points obtenus avec plus de deux cartes »
  A black-jack beats any 21 of more than two cards, on either side.

050
  « Lorsque la première carte du croupier est un as, les joueurs peuvent s'assurer contre le
  "black-jack" de la banque »
  The players may insure against the bank's black-jack when the dealer's first card is an ace.

051
  « Le croupier propose cette assurance lorsqu'il a donné la deuxième carte à tous les joueurs »
  Insurance is offered once every hand has its second card.

052
  « qui ne peuvent plus s'assurer dès qu'ils ont tiré une autre carte »
  A player who has drawn a further card can no longer insure.

053
  « dépose sur la ligne "assurance" face à son enjeu une mise égale à la moitié de sa propre
  mise »
  The insurance is exactly half of the stake that it covers.

054
  « Après que la situation de chaque joueur a été déterminée, si le croupier tire un 10, il
  ramasse les mises perdantes et paie les assurances à raison de 2 pour 1 »
  If the dealer completes a black-jack the insurances are paid 2 to 1.

055
  « S'il n'a pas réalisé un "black-jack", il ramasse les assurances et encaisse ou paie les
  autres mises comme dans le jeu simple »
  If he does not, the insurances are collected and the other stakes settled as usual.

056
  « Lorsqu'un joueur reçoit, aux deux premiers coups, deux cartes de même valeur, il peut
  considérer qu'il a deux mains séparées »
  Two first cards of the same value may be played as two hands.

057
  « il doit engager une mise égale à sa mise initiale sur l'une des cartes »
  The second hand carries a stake equal to the first.

058
  « considérées comme des mains séparées et indépendantes ayant toujours chacune sa valeur et sa
  destinée propres »
  The two hands are independent from then on.

059
  « Le joueur reste, tire et joue dans les conditions du jeu simple, déterminant la situation de
  la main la plus à sa droite avant de passer à la suivante »
  The hand on the player's right is played to its end before the other.

060
  « Si pour l'une de ces mains il obtient lors de la première distribution une deuxième carte
  formant une nouvelle paire, il peut à nouveau la séparer et déposer une autre mise égale »
  A split hand whose second card makes a new pair may be split again for another equal stake.

061
  « Toutefois, le joueur ne peut séparer qu'une seule paire d'as »
  Only one pair of aces may be split.

062
  « et ne peut tirer qu'une seule carte pour chaque as séparé »
  Each split ace receives one card and no more.

063
  « Si un joueur partage une paire d'as ou une paire de cartes valant 10 points et s'il totalise
  21 points avec la deuxième carte tirée, ce point n'est pas considéré comme un "black-jack" et
  n'est payé qu'à égalité »
  21 in two cards on a split ace or ten is no black-jack and is paid 1 to 1.

064
  « limiter les paires aux cartes similaires, excluant ainsi les cartes différentes mais de
  valeur identique »
  The house may count as pairs only cards of one rank, not king and queen.

065
  « Elle peut également limiter le nombre des paires que peut constituer un même joueur »
  The house may limit how many pairs one player forms.

066
  « Quel que soit le nombre de points obtenu avec ses deux premières cartes, il peut doubler sa
  mise »
  A player may double his stake on any first two cards.

067
  « Dans ce cas, il n'a droit qu'à une seule carte supplémentaire »
  A doubled hand receives one card and no more.

068
  « La double mise est autorisée pour toutes les mains, y compris les paires »
  Split hands may be doubled too.

069
  « la direction du casino peut, dans son règlement intérieur, en exclure la possibilité en ce
  qui concerne les paires »
  The house may exclude doubling on split hands.

070
  « outre les sept cases destinées à recevoir les mises principales engagées par les joueurs, un
  emplacement supplémentaire »
  The layout may carry a spot for an additional stake on « dames de cœur ».

071
  « Un bonus est gagné par le joueur lorsque la valeur des deux premières cartes distribuées est
  égale à 20 »
  The bonus is won when the first two cards of the hand make 20.

072
  « 2 dames de cœur et BJ du croupier : 1 000 pour 1 »
  Line 1: two queens of hearts and a black-jack of the dealer pay 1000 to 1.

073
  « Paire de dames de cœur : 125 pour 1 / 200 pour 1 »
  Line 2: two queens of hearts pay 125 to 1 (table A) or 200 to 1 (table B).

074
  « Paire de même couleur totalisant 20 : 19 pour 1 / 25 pour 1 »
  Line 3: a pair of one suit making 20 pays 19 to 1 (table A) or 25 to 1 (table B).

075
  « 2 cartes de même couleur totalisant 20 : 9 pour 1 / 10 pour 1 »
  Line 4: two cards of one suit making 20 pay 9 to 1 (table A) or 10 to 1 (table B).

076
  « 2 cartes quelconques totalisant 20 : 4 pour 1 »
  Line 5: any two cards making 20 pay 4 to 1.

077
  « Il appartient au directeur responsable de choisir la table de paiement qui sera en usage
  durant toute la partie et de l'afficher lisiblement sur la table de jeu »
  The director chooses table A or B for the whole game and displays it.

078
  « ainsi que le minimum et le maximum des mises additionnelles pratiqués »
  The least and the greatest additional stake are displayed as well.

079
  « Avant la distribution des cartes, les joueurs ont la possibilité de placer une mise […]
  après avoir engagé leur mise principale »
  The additional stake is placed before the deal and after the main stake.

080
  « le casino peut limiter aux seuls joueurs assis la possibilité de miser »
  The house may keep this bet for seated players.

081
  « Une fois que le croupier a distribué deux cartes à chaque joueur et tiré sa première carte,
  il détermine si les joueurs […] ont une main totalisant 20 et annonce à haute et intelligible
  voix le nombre de bonus en jeu »
  After the deal the dealer looks for hands of 20 and announces the number of bonuses.

082
  « En procédant de droite à gauche dans le sens inverse des aiguilles d'une montre, le croupier
  ramasse les mises […] perdantes puis paie la ou les mises gagnantes »
  From the last box to the first he collects the losing side stakes, then pays the winning ones.

083
  « Pour chaque joueur, seule la meilleure combinaison est payée »
  Only the best combination of a bet is paid.

084
  « Une fois ces opérations réalisées, la partie se poursuit selon les règles habituelles du
  black jack »
  The game then goes on as usual.

085
  « le casino peut interdire à un joueur ayant obtenu une mise gagnante […] de constituer deux
  mains séparées »
  The house may forbid splitting to a player whose side bet has won.

086
  « obtient une paire de dames de cœur et que la première carte du croupier est un as, roi,
  dame, valet ou 10 »
  Two queens of hearts against an ace or a ten-value first card of the dealer are a case apart.

087
  « Il ramasse toutes les mises […] perdantes en procédant dans l'ordre prévu et paie les mises
  gagnantes sauf celle du joueur qui a une paire de dames de cœur »
  Then all other side stakes are settled and that one waits.

088
  « Le jeu se poursuit alors selon les règles habituelles »
  The hands are played as usual meanwhile.

089
  « Après que le croupier a tiré sa deuxième carte, s'il n'a pas de black jack, il paie en
  premier le joueur qui a une paire de dames de cœur et paie les mises gagnantes du jeu de black
  jack »
  If the dealer's second card makes no black-jack, the waiting bet is paid first, on line 2.

090
  « Si le croupier obtient un black jack, il ramasse, dans l'ordre prévu, les mises initiales
  perdantes ainsi que la mise initiale du joueur qui a une paire de dames de cœur et paie les
  assurances »
  If it makes one, the losing stakes are collected, that player's too, and the insurances paid.

091
  « Il ramasse ensuite toutes les cartes à l'exception de celles du joueur qui a une paire de
  dames de cœur et les dispose figure en dessous dans le réceptacle »
  All cards but that player's are taken up.

092
  « Ne restent plus sur la table que les cartes du joueur détenteur des deux dames de cœur et
  ses mises, ainsi que les deux cartes du croupier formant black jack. Le croupier paie alors le
  joueur […] puis ramasse les cartes du joueur et les siennes en dernier lieu »
  That player is then paid on line 1, and his cards and the dealer's are taken up last.

093
  « Lorsque deux voire trois joueurs obtiennent simultanément une paire de dames de cœur avec
  les deux premières cartes distribuées, le croupier observe le même mode opératoire »
  Several pairs of queens of hearts in one round are served in the same way.

094
  « un champ de mise supplémentaire du côté du croupier le long de la ligne d'assurance »
  A strip of extra fields on the dealer's side of the layout takes stakes on hyper black
  jack.

095
  « une case "17", une case "18", une case "19", une case "20", une case "21", une case
  "BLACK JACK" et une case "BUST" »
  Its seven fields are 17, 18, 19, 20, 21, black-jack and bust.

096
  « Le joueur gagne un bonus quand la case sur laquelle il a engagé sa mise hyper black jack
  correspond au résultat final de la banque »
  A field wins when it names the result with which the bank ends.

097
  « 17 : 4 pour 1 »
  Result 17 pays 4 to 1.

098
  « 18 : 5 pour 1 »
  Result 18 pays 5 to 1.

099
  « 19 : 5 pour 1 »
  Result 19 pays 5 to 1.

100
  « 20 : 4 pour 1 »
  Result 20 pays 4 to 1.

101
  « 21 : 10 pour 1 »
  Result 21 of more than two cards pays 10 to 1.

102
  « black jack : 19 pour 1 »
  The bank's black-jack pays 19 to 1.

103
  « BUST (dépassement de 21 par la banque) : 2 pour 1 »
  A bank above 21 pays 2 to 1.

104
  « Le directeur responsable fixe le minimum et le maximum des mises additionnelles
  pratiquées »
  The director sets the least and the most that may be staked on hyper black jack.

105
  « le casino peut limiter aux seuls joueurs assis la possibilité de miser sur l'hyper black
  jack »
  The house may keep hyper black jack for seated players.

106
  « Avant la distribution des cartes, les joueurs ont la possibilité de miser sur l'hyper
  black jack, sans limitation du nombre de cases, après avoir engagé leur mise principale »
  Any number of its fields may be backed, before the deal and once the main stake is down.

107
  « Le jeu se poursuit selon les règles habituelles »
  The round goes on as usual.

108
  « ramasse les mises perdantes de l'hyper black jack puis du black jack et paie les mises
  gagnantes du black jack puis de l'hyper black jack »
  Lost hyper stakes go first, then lost main stakes; winning main stakes are paid before
  winning hyper stakes.

109
  « un emplacement sur lequel ce dernier a la possibilité de placer une mise supplémentaire
  sur l'option dite " 2 + 1 cartes " »
  A spot beside the main box takes stakes on « 2 + 1 cartes ».

110
  « Le joueur ne peut miser sur cet emplacement qu'après avoir placé sa mise principale »
  Nobody stakes on it without a main stake.

111
  « Le règlement intérieur du casino fixe les montants minimal et maximal de cette mise
  supplémentaire »
  The house rules set its least and its most.

112
  « dont il peut réserver l'accès aux joueurs assis »
  The house may keep it for seated players.

113
  « Une fois les mises déposées, les cartes sont distribuées selon les règles habituelles du
  blackjack »
  The deal is the ordinary one.

114
  « Après que le joueur a reçu sa deuxième carte, le croupier détermine le résultat de
  l'option " 2 + 1 cartes " et procède au paiement du gain ou au ramassage de la mise »
  It is paid or collected as soon as the hand has its second card.

115
  « s'il obtient, avec ses deux premières cartes et la première carte du croupier, l'une des
  combinaisons suivantes »
  It wins on a combination of the hand's first two cards and the dealer's first.

116
  « TIERCE FLUSH […] 3 cartes de la même couleur qui se suivent : 30 fois la mise »
  Three cards in sequence and of one suit pay 30 to 1.

117
  « BRELAN 3 cartes de la même hauteur : 20 fois la mise »
  Three cards of one rank pay 20 to 1.

118
  « TIERCE 3 cartes qui se suivent : 10 fois la mise »
  Three cards in sequence pay 10 to 1.

119
  « COULEUR 3 cartes de la même couleur : 5 fois la mise »
  Three cards of one suit pay 5 to 1.

120
  « Lorsque le joueur obtient plusieurs combinaisons, il ne remporte que le gain associé à
  la meilleure d'entre elles »
  Only the best of several combinations is paid.

121
  « Il peut être fait usage de tables de blackjack reliées à un système de jackpot
  progressif »
  Tables may be linked to a progressive jackpot.

122
  « dont le montant de départ, déterminé par l'établissement »
  The house decides the amount from which the jackpot starts.

123
  « augmente avec les mises additionnelles des joueurs sur l'option dite JP1 »
  The JP1 stakes of the players make it grow.

124
  « Les joueurs ne peuvent miser sur cette option qu'après avoir déposé leurs mises
  principales »
  Nobody stakes on JP1 before his main stake is down.

125
  « d'un montant fixe déterminé par le règlement intérieur du casino »
  The JP1 stake is one fixed amount, set in the house rules.

126
  « déposées sur des emplacements spécifiques munis de capteurs permettant la détection des
  jetons »
  It lies on a spot of its own, whose sensor notices the chips.

127
  « Le croupier, doté d'une console à écran tactile […], enregistre ces mises, les ramasse
  puis les ajoute à la cagnotte »
  The dealer registers the JP1 stakes, takes them up and adds them to the pot.

128
  « Un écran également relié à ce système affiche en temps réel le montant du jackpot
  progressif ainsi constitué »
  A screen shows what the jackpot holds at every moment.

129
  « Les cartes sont ensuite distribuées, les mises principales ramassées et les gains
  éventuels payés selon les règles habituelles du blackjack »
  The deal, the collecting and the paying then follow the ordinary rules.

130
  « s'il obtient une ou plusieurs cartes de la valeur sept parmi les trois premières cartes
  qui lui sont distribuées consécutivement »
  A bonus is won on sevens among the first three cards that a player is dealt one after
  another.

131
  « Un " 7 " (parmi les deux premières cartes distribuées) : 2 pour 1 »
  One seven among the first two cards pays 2 to 1.

132
  « Deux " 7 " (parmi les deux premières cartes distribuées) : 25 pour 1 »
  Two sevens as the first two cards pay 25 to 1.

133
  « Trois " 7 " (parmi les trois premières cartes distribuées) : 250 pour 1 »
  Three sevens as the first three cards pay 250 to 1.

134
  « Trois " 7 " de la même couleur (parmi les trois premières cartes distribuées) : 100 % du
  jackpot secondaire »
  Three sevens of one colour, all red or all black, win the whole secondary jackpot.

135
  « Lot de consolation : 25 pour 1 »
  Its consolation prize is 25 to 1.

136
  « Trois " 7 " de la même enseigne (parmi les trois premières cartes distribuées) : 100 %
  du jackpot principal »
  Three sevens of one suit win the whole main jackpot.

137
  « Lot de consolation : 100 pour 1 »
  Its consolation prize is 100 to 1.

138
  « le croupier fait appel au membre du comité de direction, doté d'une carte de
  superviseur, pour l'identification de la combinaison gagnante et le paiement du gain »
  For the two best hands the dealer calls a director with a supervisor's card, who
  identifies and pays the win.

139
  « qui ne peut intervenir qu'après visionnage des images de vidéosurveillance »
  That payment waits until the camera's images have been watched.

140
  « En cas de multiples mains victorieuses, le jackpot est partagé équitablement entre elles
  »
  Several winning hands share the jackpot equally.

141
  « Les lots de consolation sont remportés par tous les joueurs ayant misé sur l'option JP1
  dès lors que l'un des joueurs à la table se voit distribuer l'une des deux meilleures
  mains »
  Everybody at the table who staked on JP1 gets the consolation prize when one of the two
  best hands is dealt there.

142
  « Ce dernier ne remporte pas le lot de consolation »
  Whoever was dealt that hand gets no consolation prize.

143
  « Les mises des joueurs, exclusivement représentées par des jetons »
  Stakes are made in chips only.

144
  « doivent être exposées, dans les limites du minimum et du maximum, avant la distribution des
  cartes »
  Stakes lie on the layout before the deal and within the minimum and the maximum.

145
  « Le minimum des mises est déclaré dans le cadre de la demande d'autorisation de jeux ou de
  son renouvellement »
  The minimum is the one declared when the game was authorised.

146
  « Les dispositions du dernier alinéa de l'article 53 sont applicables au jeu du black-jack »
  The last paragraph of article 53 applies to black-jack as well.

147
  « Le maximum des mises par case est fixé à l'ouverture de chaque table par le directeur
  responsable à 50, 100 ou 200 fois le minimum des mises »
  The maximum per box is 50, 100 or 200 times the minimum, fixed when the table opens.

148
  « Il peut être modifié en cours de séance sous réserve de l'indiquer clairement sur
  l'affichage de la table »
  The maximum may change during a session if the table displays it.

149
  « Ce maximum s'entend par main »
  The maximum holds for each hand.

150
  « peut être dépassé dans le cas d'un joueur assis, titulaire de plusieurs mains dans les
  conditions prévues à l'article 55-4 »
  A seated player with several hands may exceed it in sum.

151
  « dans celui des paires »
  Split pairs may exceed it.

152
  « et dans celui des doubles mises ou " down for double " »
  Doubled stakes may exceed it.

153
  « ces dispositions entrent en vigueur le 1er novembre 2024 »
  Article 55-5 has this wording since 1 November 2024.
"""


CLAUSES: Final = clauses_of("FR-2024", _TEXT)
"""Articles 55-4 and 55-5 of the arrêté of 14 May 2007, as in force on 23 April 2025."""
