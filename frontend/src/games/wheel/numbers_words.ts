/** What is said of the numbers that have fallen, in both languages. */

export const WORDS = {
  fr: {
    last: "Derniers numéros",
    "last.none": "Aucun numéro encore.",
    statistics: "Statistiques",
    "statistics.spins": "coups : {spins}",
    "statistics.each": "Sorties",
    "statistics.hot": "Les plus sortis",
    "statistics.cold": "Les moins sortis",
    "statistics.share": "Parts",
  },
  en: {
    last: "Last numbers",
    "last.none": "No number yet.",
    statistics: "Statistics",
    "statistics.spins": "spins: {spins}",
    "statistics.each": "How often",
    "statistics.hot": "Most frequent",
    "statistics.cold": "Least frequent",
    "statistics.share": "Shares",
  },
};
