"""The text of article 11: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
01
  « six jeux de 52 cartes, trois jeux d'une couleur et trois d'une autre »
  Six packs of 52 cards are in play, three with backs of one colour and three of another.

02
  « compté, vérifié et mélangé par le croupier »
  The croupier counts, checks and shuffles the cards at the start, before the customers.

03
  « que si quatre joueurs au moins sont assis »
  A game begins only when at least four players sit.

04
  « Le joueur placé à la gauche du croupier a le droit de couper ; en cas de refus, la coupe
  échoit au joueur précédent, et ainsi de suite »
  The player in the last seat may cut; if he refuses, the player before him may, and so on.

05
  « dans la négative, la coupe sera faite par un inspecteur ou un changeur »
  If all refuse, an inspector or a changer cuts.

06
  « une carte d'arrêt … avant les six ou sept dernières cartes »
  The stop card lies before the last six or seven cards.

07
  « annonce « dernier coup de la taille » et plus aucun coup ne peut être donné après »
  When the stop card comes out, the coup is the last of the shoe, and no other is dealt after
  it.

08
  « un sabot … qu'elles ne puissent en sortir qu'un[e] à une »
  The shoe lets the cards out one by one.

09
  « un inspecteur responsable de la clarté et de la régularité du jeu »
  An inspector answers for the clarity and regularity of the game.

10
  « un croupier qui prépare la partie, mène le jeu, annonce les mises, passe les cartes et les
  récupère »
  The croupier prepares the game, leads it, announces the stakes, passes the cards and collects
  them.

11
  « il paye ou encaisse pour le compte du banquier … prélèvement de 5 % sur les enjeux gagnés »
  The croupier pays or collects on the banker's account and takes 5 % of the stakes won.

12
  « un ou deux changeurs … et certaines avances consenties aux clients par la Société Financière
  d'Encaissement »
  One or two changers handle exchange and certain advances made to customers.

13
  « La main est prise par le premier joueur assis à la droite du croupier »
  The first player at the croupier's right takes the hand first.

14
  « jusqu'à ce qu'il perde ou décide de passer la main au joueur placé immédiatement après lui »
  A banker keeps the hand until he loses or passes it to the player right after him.

15
  « Nul ne peut refuser la main ou, ayant la main, refuser de miser »
  Nobody may refuse the hand or, having it, refuse to stake.

16
  « Le banquier dépose sa mise qui est annoncée par le croupier »
  The banker lays down his stake and the croupier announces it.

17
  « le joueur à droite du banquier (ou le suivant à sa droite …) a priorité pour « tenir le
  banco », c'est-à-dire engager une somme égale à celle misée par le banquier »
  The next player after the banker has priority to hold the banco, for a sum equal to the bank.

18
  « tout joueur ayant tenu et perdu le banco au coup précédent peut le tenir à nouveau …,
  nonobstant l'ordre de priorité … : « banco suivi » »
  Whoever held the banco and lost it at the coup before comes before everybody: banco suivi.

19
  « Le banco peut être tenu par les joueurs assis ou, à défaut, par un joueur debout »
  Seated players may hold the banco or, failing them, a standing player.

20
  « il est permis de ne tenir qu'une partie du banco, à condition que la somme … soit au moins
  égale à la moitié »
  A part of the banco may be held if it is at least half of it.

21
  « le joueur bénéficie, au coup suivant, du « banco suivi », pour la totalité de la mise »
  The holder of a part who loses has banco suivi at the next coup, for the whole bank.

22
  « si le joueur tient la moitié du banco, il joue « avec la table » »
  Who holds exactly half plays with the table.

23
  « s'il tient plus de la moitié …, « avec la table » et « jeu marqué » »
  Who holds more than half plays with the table, and his stake is marked.

24
  « le croupier invite les autres joueurs à compléter la mise à hauteur du banco »
  The other players are invited to complete the stakes up to the bank.

25
  « si le total des enjeux ne couvre pas le banco, celui-ci est réduit d'autant »
  If the stakes do not cover the bank, it is reduced to them.

26
  « « rien ne va plus, partie pour les jeux marqués », après quoi toute mise est interdite, sauf
  accord du banquier »
  After the closing words every stake is forbidden, unless the banker agrees.

27
  « Les cartes sont sorties du sabot par le banquier et passées par le croupier »
  The banker draws the cards from the shoe and the croupier passes them.

28
  « deux alternativement au banquier et au ponte, en commençant par ce dernier »
  Ponte and banker get two cards each, alternately, the ponte first.

29
  « c'est le joueur qui a tenu seul le banco ou déposé la plus forte mise qui reçoit les cartes
  »
  The player who holds the banco alone or has the highest stake receives the ponte's cards.

30
  « un point se rapprochant le plus possible du neuf »
  The point nearest to nine wins.

31
  « les figures comptent pour dix, l'as pour un et les autres cartes pour leur valeur »
  Court cards count ten, the ace one, the others their value.

32
  « en additionnant les valeurs des cartes et en déduisant dix ou les multiples de dix »
  The point is the sum of the values without its tens.

33
  « Si le banquier a gagné, les mises sont ramassées par le croupier qui prélève 5 % de leur
  montant à placer dans la « cagnotte » »
  When the banker wins, the stakes are collected and 5 % of them goes to the levy box.

34
  « Le reste vient s'ajouter à la mise du banquier »
  The rest of the stakes is added to the banker's stake.

35
  « les tickets représentant la valeur des prélèvements sont détachés … d'un carnet affecté à la
  table et portant … un numéro d'identification »
  Tickets for each levy are torn from a numbered book assigned to the table.

36
  « annonce la somme prélevée, l'isole bien en vue …, détache les tickets …, et verse
  ostensiblement la somme »
  The croupier announces the levy, isolates it in view, tears its tickets and drops the sum in.

37
  « laissés quelques instants sur la table … et doivent être déchirés avant le coup suivant »
  The tickets stay in view for a moment and are torn before the next coup.

38
  « Aucune cagnotte ne peut être ouverte avant qu'ait été vérifié, en présence, le cas échéant,
  d'un agent du service de contrôle des jeux, le carnet de tickets »
  No levy box is opened before the table's ticket book has been checked.

39
  « En cas d'égalité, les pontes sont maîtres de leur enjeu, pour le coup suivant »
  After a tie the pontes are masters of their stakes for the next coup.

40
  « Si le banquier a perdu, les joueurs sont payés à égalité et dans l'ordre des places »
  When the banker has lost, the players are paid 1 to 1 in the order of the seats.

41
  « Après chaque coup gagnant, le banquier doit doubler son banco précédent, déduction faite du
  prélèvement de 5 %, et dans la limite d'un maximum »
  After each win the banker must double his bank, less the levy, up to the maximum.

42
  « limiter sa mise à ce maximum et laisser le surplus au « garage », sur la table »
  Above the maximum the banker stakes the maximum and leaves the surplus in the garage.

43
  « Lorsqu'il passe la main, la somme mise au « garage » lui est restituée »
  Whoever passes the hand gets the garage back.

44
  « La Direction des Jeux peut seule autoriser la constitution d'un « garage » avant que le
  maximum … ne soit atteint »
  Only the games management may allow a garage before the maximum is reached.

45
  « préciser à l'autorité concédante le montant du « banco » à partir duquel … constituer un «
  garage » »
  The games management tells the granting authority from which bank a garage is allowed.

46
  « la partie peut se poursuivre au-delà de l'heure de fermeture …, sous réserve que le nombre
  des joueurs présents et l'activité … »
  The game may go on after closing time if the players present justify it.
"""

CLAUSES: Final = clauses_of("MC-CDF", _TEXT)
