"""The text of article 8: each clause's number, key phrase in French, and its sense in English."""

from typing import Final

from tables.games.core.rules import clauses_of

_TEXT: Final = """
01
  « un chef de table qui se place à l'extrémité de la table, côté du cylindre »
  A table chief, at the wheel end.

02
  « deux croupiers placés … de part et d'autre du cylindre »
  Two croupiers, one each side of the wheel.

03
  « un employé dit « bout de table » »
  An employee at the other end.

04
  « chargés successivement du lancement de la bille, sans qu'aucun d'eux puisse être spécialisé
  »
  All roulette croupiers launch the ball in turn; no specialist.

05
  « Les chefs de table et les sous-chefs se remplacent mutuellement … ordre de roulement établi
  par la Direction »
  Chiefs and deputy chiefs relieve each other; relief follows a management rota.

06
  « actionner, chaque fois, le cylindre dans un sens opposé au précédent et lancer la bille dans
  le sens inverse »
  Each time the cylinder is turned opposite to the previous time and the ball against it.

07
  « un jeton ou tout autre objet vient à tomber dans le cylindre … annoncé « rien ne va plus »,
  arrêter le jeu … replacer dans la case du numéro sorti au coup précédent, et la lancer à
  nouveau »
  Object in the turning wheel: announce, stop, ball back in the previous winning pocket, spin
  again.

08
  « placent les mises à la demande des clients … surveillent particulièrement les enjeux pour
  éviter toute erreur, contestation ou fraude »
  Staff place stakes for customers who ask, and watch stakes to prevent error, dispute and
  fraud.

09
  « responsable de la clarté et de la régularité du jeu, des paiements et de toutes les
  opérations »
  The chief answers for everything at the table.

10
  « ne peuvent faire usage que des combinaisons suivantes »
  Only the bets below.

11
  « numéro plein … 35 fois »
  One number: 35 to 1.

12
  « à cheval sur deux numéros … 17 fois »
  Two adjoining numbers: 17 to 1.

13
  « transversale pleine (trois numéros) … onze fois »
  Three numbers: 11 to 1.

14
  « carré (quatre numéros comprenant éventuellement le zéro) … huit fois »
  Four numbers, possibly including the zero (0-1-2-3): 8 to 1.

15
  « sixain (six numéros) ou transversale simple … cinq fois »
  Six numbers: 5 to 1.

16
  « une douzaine … deux fois »
  Dozen: 2 to 1.

17
  « ou une colonne … deux fois »
  Column: 2 to 1.

18
  « à cheval sur deux douzaines ou colonnes (vingt-quatre numéros) qui rapporte une demi-fois la
  mise »
  Straddling two dozens or two columns, 24 numbers: 1/2 to 1.

19
  « pair ou impair … une fois »
  Even, odd: 1 to 1.

20
  « manque (numéro 1 à 18) ou passe (numéros 19 à 36) … une fois »
  Low, high: 1 to 1.

21
  « rouge … ou noir … une fois »
  Red, black: 1 to 1.

22
  « Le paiement s'entend mise non comprise »
  Odds are stake not included; the stake comes back too.

23
  « Lorsque le zéro sort, les autres chances multiples perdent »
  On zero all multiple bets not containing zero lose entirely (dozens, columns and straddles
  included).

24
  « retirer la moitié de sa mise, l'autre moitié étant versée à la caisse de la table »
  On zero the player of an even chance may take back half; the other half goes to the table.

25
  « laisser la totalité de la mise « en prison » »
  Or leave the whole stake "in prison".

26
  « n'est pas le zéro, les mises placées « en prison », qui devraient gagner, reprennent
  purement et simplement leur liberté »
  If the next number is not zero, a prisoner whose chance wins is simply set free: no winnings,
  the stake comes back.

27
  « Les autres sont définitivement perdues »
  The other prisoners are lost for good. Prison lasts exactly one non-zero spin.

28
  « Si le zéro sort une seconde fois, une troisième fois, etc., le même choix est laissé au
  joueur »
  If zero comes again (and again) the player of a prisoner has the same choice each time.

29
  « la valeur initiale de sa mise est considérée comme ayant perdu 50 % de sa valeur à chaque
  sortie du zéro »
  At each zero the initial stake is considered to have lost 50 % of its value.

30
  « Lorsque le zéro sort au dernier coup de la séance, le joueur est tenu d'accepter le
  remboursement de la moitié, du quart, du huitième, etc. »
  If zero comes on the last spin of the session there is no prison: the player must accept 1/2,
  1/4, 1/8... of the initial stake at the first, second, third zero.

31
  « au minimum sept tours »
  At least seven turns of the ball.

32
  « la vitesse de rotation du cylindre doit rendre impossible la lecture des numéros »
  The wheel turns too fast for the numbers to be read.

33
  « Tan[t] que la force centrifuge retient la bille dans la galerie, les joueurs peuvent
  continuer à miser »
  Staking continues while the ball is in the track.

34
  « le croupier annonce « rien ne va plus » »
  Closing announcement when the ball slows.

35
  « Dès lors, aucun enjeu ne peut plus être placé sur le tableau »
  No stake afterwards.

36
  « annonce … le numéro et les chances simples gagnants, en frappant de son rateau »
  Number and winning even chances announced; the number is shown with the rake.

37
  « Les paiements … et l'encaissement des mises perdantes sont effectués par les croupiers se
  trouvant près du cylindre »
  Paying and collecting by the croupiers near the wheel.

38
  « Seules sont considérées comme ayant participé au jeu, les mises effectivement placées …
  ainsi que les annonces « marquées » et répétées … avant le « rien ne va plus » »
  Only stakes actually on the layout, and announced bets marked and repeated aloud by the chief,
  before closing, take part.

39
  « les annonces marquées complexes devront être communiquées par écrit »
  Complex announced bets must be given in writing.

40
  « La direction des jeux pourra, après en avoir informé les chefs de table et le service de
  contrôle des jeux …, en autoriser le jeu en visant cet écrit »
  Management may authorise them by endorsing the writing, after informing the chiefs and the
  control service as soon as possible.

41
  « Ces jeux ne pourront être pratiqués qu'en présence d'un inspecteur »
  Only in the presence of an inspector.

42
  « Les paiements doivent toujours être effectués dans l'ordre suivant »
  Order of payment: columns and dozens, even chances (red, black, odd, even, high, low),
  transversales, corners, splits, last straight numbers.

43
  « Le dernier coup d'une partie de roulette est fixé par la direction »
  Management fixes the last spin.

44
  « tenue d'aviser les joueurs avant les trois derniers coups »
  Players must be told before the last three spins.

45
  « 36 numéros et un zéro … alternativement rouges et noires »
  Only the single-zero wheel; colours alternate; zero neither red nor black.
"""

CLAUSES: Final = clauses_of("MC-EROU", _TEXT)
