/** How craps is played; loaded when somebody asks. */

import type { HelpWords } from "../contract";

export const HELP: HelpWords = {
  fr: {
    keys: "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. T : lancer. D : passer les dés. U : annuler. C : effacer. R : rejouer. X : doubler. G : prêt pour le jet.",
    parts: [
      [
        "But",
        "Un joueur, le tireur, lance deux dés. Misez sur leur total, pour lui ou contre lui.",
      ],
      [
        "La ligne",
        "« Pass line », au premier jet : 7 et 11 gagnent, 2, 3 et 12 perdent. Tout autre total devient le point ; la mise gagne s’il revient avant le 7.",
        "« Don’t pass » est l’inverse, mais au 12 rien ne se passe.",
        "Une fois le point connu, « come » et « don’t come » jouent de même, à partir du lancer suivant.",
      ],
      [
        "Les chances associées",
        "Derrière une mise de la ligne dont le point est connu, vous pouvez ajouter une chance associée : elle est payée sans avantage pour la maison.",
        "« Pass line » et « come » sont engagés : ils restent jusqu’à ce que les dés décident. Le reste se reprend entre deux lancers.",
      ],
      [
        "Les autres cases",
        "« Place », « buy » et « lay » jouent sur un numéro, contre le 7. « Field », les composants et les jeux sur un seul jet se décident au prochain lancer. Montrez une case : ce qu’elle paie et coûte s’affiche.",
      ],
      [
        "Les dés",
        "Ils font le tour des places. Qui veut lancer mise sur la ligne, puis appuie sur « Lancez les dés » ; sinon « Passer les dés ». Ils changent de mains au 7 qui fait perdre la série.",
      ],
    ],
    tour: [
      [
        ".cloth",
        "Choisissez un jeton en bas, puis touchez une case. « Pass line » suffit pour débuter.",
      ],
      [".rail", "Prenez une place si vous voulez aussi lancer les dés. Miser se peut sans place."],
      [".panel", "Vos jetons, reprendre, rejouer, et « Prêt pour le jet » quand vous avez fini."],
      [".buttons .draw", "Chaque lancer est engagé avant les mises : ici sa preuve."],
      [".tools .tool", "L’aide, ce que paie et coûte chaque pari, et chaque article du règlement."],
    ],
  },
  en: {
    keys: "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. T: throw. D: pass the dice. U: undo. C: clear. R: rebet. X: double. G: ready to roll.",
    parts: [
      [
        "Aim",
        "One player, the shooter, throws two dice. Stake on their total, with or against him.",
      ],
      [
        "The line",
        "“Pass line”, at the come-out: 7 and 11 win, 2, 3 and 12 lose. Any other total becomes the point; the stake wins if it comes again before a 7.",
        "“Don’t pass” is the reverse, but on 12 nothing happens.",
        "Once the point is known, “come” and “don’t come” play likewise, from the next throw on.",
      ],
      [
        "Odds",
        "Behind a line bet whose point is known you may lay odds: they are paid without any advantage for the house.",
        "“Pass line” and “come” are contract bets: they stay until the dice decide. The rest may be taken back between two throws.",
      ],
      [
        "The other boxes",
        "“Place”, “buy” and “lay” play on a number, against the 7. “Field”, hops and one-throw bets are decided by the next throw. Point at a box to see what it pays and costs.",
      ],
      [
        "The dice",
        "They go round the places. Who wants to throw stakes on the line, then presses “Throw the dice”; otherwise “Pass the dice”. They change hands on the 7 that loses the series.",
      ],
    ],
    tour: [
      [".cloth", "Choose a chip below, then tap a box. “Pass line” is enough to begin with."],
      [".rail", "Take a place if you want to throw the dice too. Staking needs none."],
      [".panel", "Your chips, undo, rebet, and “Ready to roll” when you have finished."],
      [".buttons .draw", "Each throw is committed to before the stakes: here is its proof."],
      [".tools .tool", "Help, what each bet pays and costs, and every clause of the rules."],
    ],
  },
};
