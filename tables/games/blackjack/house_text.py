"""The text of HOUSE: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
01
  « Le jeu du Black Jack se joue avec 6 jeux de 52 cartes »
  Six packs of 52 cards are in play.

02
  « Une table comporte sept places assises soit sept joueurs »
  A table seats seven players.

03
  « Une personne debout peut miser derrière une personne assise avec l'accord de celle-ci »
  A standing person may stake behind a seated one who agrees.

04
  « Les cartes ont leurs valeurs faciales sauf les figures qui valent 10 points et l'as qui
  vaut 1 ou 11 »
  Cards count their face, courts ten, aces one or eleven.

05
  « Deux cartes sont distribuées à chaque joueur et une seule carte à la banque »
  Each player gets two cards and the bank one.

06
  « Le joueur doit se rapprocher le plus près de 21 sans le dépasser et battre la banque qui
  elle tire ces cartes en dernier lieu »
  The aim is to come nearer to 21 than the bank, which draws last, without passing it.

07
  « Si un joueur a reçu pour ces 2 premières cartes 1 As + une figure ou 1 dix, il y a Black
  Jack »
  An ace with a ten or court as first two cards is a black-jack.

08
  « Il est payé 3 pour 2 »
  It is paid 3 to 2.

09
  « Le seul cas où il ne gagne pas est celui où le croupier fait également Black Jack. Dans
  ce cas le coup est nul »
  Only a black-jack of the dealer keeps it from winning; then the round is void.

10
  « Une main dédoublée avec 1 As + une figure ou un dix ne forme pas Black Jack mais 21 »
  After a split the same two cards make 21 and no black-jack.

11
  « il sollicite du croupier lorsque vient son tour, autant de cartes qu'il le désire en
  annonçant à chaque fois « carte » »
  In his turn a player asks for as many cards as he wants.

12
  « Lorsqu'il juge son point satisfaisant, il arrête la distribution en annonçant « je reste
  » »
  He stands by saying so.

13
  « Lorsque tous les joueurs sont servis, le croupier se sert lui-même »
  The dealer serves himself when all the players are served.

14
  « Il doit tirer tant que le total de ses points est égal ou inférieur à 16 »
  He draws up to 16.

15
  « Il doit rester lorsque le total de ses points est égal ou supérieur à 17 »
  He stands from 17.

16
  « Si le total des points du joueur est plus proche de 21 que celui du croupier, il est
  payé à égalité »
  A total nearer to 21 than the dealer's is paid 1 to 1.

17
  « Si son total est inférieur à celui du croupier, il perd sa mise »
  A lower total loses.

18
  « S'il est égal à celui du croupier il y a coup nul »
  An equal total is void.

19
  « Si le joueur dépasse le total de 21, il perd sa mise »
  Above 21 the stake is lost.

20
  « Un joueur debout peut miser sur la case d'un joueur assis avec son accord et dans la
  limite du maximum de mise autorisé mais il ne peut dans ce cas intervenir en aucune façon
  dans les décisions du joueur assis qui reste maître de sa main »
  A standing player stays within the box's maximum and out of its holder's decisions.

21
  « Il est interdit d'occuper plus de 5 cases vides par joueur »
  Nobody takes more than five empty boxes.

22
  « et ce dans la mesure où aucun autre joueur ne désire occuper la case qui lui revient en
  fonction de sa place assise »
  He takes them only while no player wants the box of his own seat.

23
  « Après avoir reçu ses deux premières cartes, le joueur peut décider de doubler sa mise »
  A player may double on his first two cards.

24
  « il ne peut alors demander qu'une seule carte »
  He then gets one card only.

25
  « 2 cartes identiques ou de même valeur, ces cartes forment une paire »
  Two cards of one value are a pair.

26
  « Lorsqu'il a une paire, le joueur peut dédoubler celle-ci et constituer 2 mains
  différentes »
  A pair may be split into two hands.

27
  « il doit pour cela placer sur la deuxième main ainsi constituée une mise égale à sa mise
  initiale »
  The second hand takes a stake equal to the first.

28
  « Si le joueur tire une carte formant de nouveau une paire sur la première main, il peut
  dédoubler de nouveau une troisième et dernière fois »
  A new pair may be split once more, into a third hand.

29
  « Si le joueur a reçu pour ses deux premières cartes 2 As, il a la possibilité de
  dédoubler pour former 2 nouvelles mains »
  Two aces may be split into two hands.

30
  « sur chaque main ainsi constituée il ne recevra qu'une seule carte quelque soit la valeur
  de celle-ci »
  Each of them gets one card, whatever it is.

31
  « Si cette dernière se trouvait être un As, cette main ne pourra être dédoublée »
  An ace among those cards cannot be split again.

32
  « Lorsque la première carte du croupier est un As, il propose après avoir distribué la
  seconde carte aux joueurs une mise d'assurance contre le risque d'un Black Jack de sa main
  »
  With an ace the dealer offers insurance after the second cards.

33
  « place devant lui dans la case « assurance » une mise égale à la moitié de sa mise
  initiale »
  It costs half of the first stake.

34
  « Les mises d'assurance doivent être déposées avant que le premier joueur n'ai reçu une
  troisième carte et avant toute mise autorisée en cours de partie (doublement de mise,
  dédoublement de paires) »
  It is laid before any third card, double or split.

35
  « La mise d'assurance ne peut être augmentée si par la suite le joueur décide une mise
  complémentaire »
  It does not grow with a later stake.

36
  « Dans le cas où la deuxième carte du croupier est un 10 (As + 10 égal Black Jack),
  lorsqu'il règle la situation de chaque joueur, il paye aux joueurs leur mise d'assurance
  au taux de 2 pour 1 »
  If the dealer completes a black-jack it pays 2 to 1.
"""

CLAUSES: Final = clauses_of("HOUSE", _TEXT)
"""« Règles du Black Jack », by its own headings."""
