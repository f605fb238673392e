/** How the machines are played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "L : charger des crédits. G : jouer, tirer. 1 à 5 : garder une carte. C : reprendre les crédits.",
    parts: [
      [
        "But",
        "Les rouleaux s’arrêtent ; ce qui se trouve sur une ligne de gain est payé selon le tableau des gains, en nombre de mises. La mise n’est pas rendue en plus. Trois rouleaux ont une ligne, celle du milieu ; cinq en ont dix, et la mise se partage entre elles.",
      ],
      [
        "Une partie",
        "Prenez le poste, chargez des crédits, choisissez la mise, jouez. Le résultat est tiré avant que les rouleaux ne tournent : les arrêter, regarder ou perdre la liaison n’y change rien.",
        "Chaque arrêt d’un rouleau est aussi probable que les autres, et le rouleau montre ce qu’il porte.",
      ],
      [
        "Les parties gratuites",
        "Sur cinq rouleaux, trois étoiles ou plus en apportent. Elles se jouent d’elles-mêmes, l’une après l’autre, chacune tirée à part, et vous restent acquises si vous partez.",
      ],
      [
        "Le vidéo poker",
        "Cinq cartes d’un jeu de cinquante-deux sont données. Vous gardez celles que vous voulez, et tirez : les autres sont remplacées par des cartes qui n’ont pas été données. La main qui en résulte est payée selon le tableau.",
        "Ce qui remplacera vos cartes est tiré d’un tirage promis avant votre choix : ni vous ni la maison n’y pouvez rien. La partie vous attend si vous partez ; après quinze minutes sans choix, une à la fin de la séance, les cinq cartes sont gardées.",
      ],
      [
        "Les crédits",
        "Ils restent au poste, à vous seul. Reprenez-les quand vous voulez ; après quinze minutes sans rien faire ils reviennent d’eux-mêmes à votre compte.",
      ],
      [
        "Les tickets",
        "Vos crédits sortent aussi par un ticket. Son code, que vous seul voyez, vaut une fois, à toute machine qui prend des tickets, ou à la caisse. Un ticket lié ne vaut que pour vous ; passé son terme, seule la caisse vous le paie.",
      ],
      [
        "Les gros gains",
        "Au-dessus d’un montant, le gain est payé par le superviseur, et plus haut encore sur présentation d’une pièce d’identité. Jusque-là le poste est bloqué et le gain vous est dû.",
      ],
      [
        "Le rendement",
        "Il est calculé exactement, de tous les arrêts possibles, ou de toutes les donnes et de tous les tirages pour qui garde au mieux, et affiché sous le tableau des gains. Sur la durée la maison garde le reste.",
      ],
    ],
    tour: [
      [
        ".reels, .hand",
        "Les rouleaux ou les cartes : ce qui s’y trouve est payé selon le tableau.",
      ],
      [".pays", "Ce que paie chaque combinaison, et le rendement exact de la machine."],
      [".panel", "Charger des crédits, choisir la mise, jouer, reprendre."],
      [".tools .tool", "L’aide, ce que coûte une partie, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "L: load credits. G: play, draw. 1 to 5: hold a card. C: cash out.",
    parts: [
      [
        "Aim",
        "The reels stop; what stands on a pay line is paid by the pay table, in stakes. The stake does not come back beside it. Three reels have one line, the middle one; five have ten, and the stake is shared among them.",
      ],
      [
        "A game",
        "Take the position, load credits, choose the stake, play. The result is drawn before the reels turn: watching, or losing the line, changes nothing of it.",
        "Each stop of a reel is as likely as the others, and the reel shows what it holds.",
      ],
      [
        "Free games",
        "On five reels three stars or more bring some. They are played by themselves, one after the other, each drawn by itself, and stay yours if you leave.",
      ],
      [
        "Video poker",
        "Five cards are dealt from a pack of fifty-two. You hold those that you like, and draw: the others are replaced by cards that were not dealt. The hand that results is paid by the pay table.",
        "What will replace your cards comes from a draw that was promised before you chose: neither you nor the house can change it. The game waits for you if you leave; after fifteen minutes without a choice, one at the end of the session, all five cards are held.",
      ],
      [
        "Credits",
        "They stay at the position, and are yours alone. Cash them out whenever you like; after fifteen minutes without a touch they go back to your account by themselves.",
      ],
      [
        "Tickets",
        "Your credits come out by a ticket too. Its code, which you alone see, is good once, at any machine that takes tickets, or at the cage. A ticket that is bound is good for you alone; once its term is over, the cage alone pays it to you.",
      ],
      [
        "Great wins",
        "Above an amount the supervisor pays the win, and above a higher one on presentation of an identity document. Until then the position is locked, and the win is owed to you.",
      ],
      [
        "The return",
        "It is computed exactly, of all possible stops, or of all deals and draws for whoever holds the best, and stands below the pay table. In the long run the house keeps the rest.",
      ],
    ],
    tour: [
      [".reels, .hand", "The reels or the cards: what stands there is paid by the pay table."],
      [".pays", "What each combination pays, and the exact return of the machine."],
      [".panel", "Load credits, choose the stake, play, cash out."],
      [".tools .tool", "Help, what a game costs, and every clause of the rules."],
    ],
  },
};
