// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    hyper: "Hyper black jack",
    "hyper:17": "Hyper black jack 17",
    "hyper:18": "Hyper black jack 18",
    "hyper:19": "Hyper black jack 19",
    "hyper:20": "Hyper black jack 20",
    "hyper:21": "Hyper black jack 21",
    "hyper:BJ": "Hyper black jack, black jack de la banque",
    "hyper:BUST": "Hyper black jack, la banque crève",
    insurance: "Assurance",
    jp1: "Jackpot JP1",
    lucky_ladies: "Lucky ladies",
    main: "Jeu principal",
    perfect_pairs: "Paires parfaites",
    queen_of_hearts: "Dames de cœur",
    split_aces: "Split Aces",
    twenty_one_plus_three: "21+3",
    two_plus_one: "2+1 cartes",
  },
  en: {
    hyper: "Hyper black jack",
    "hyper:17": "Hyper black jack 17",
    "hyper:18": "Hyper black jack 18",
    "hyper:19": "Hyper black jack 19",
    "hyper:20": "Hyper black jack 20",
    "hyper:21": "Hyper black jack 21",
    "hyper:BJ": "Hyper black jack, dealer’s black jack",
    "hyper:BUST": "Hyper black jack, dealer busts",
    insurance: "Insurance",
    jp1: "JP1 jackpot",
    lucky_ladies: "Lucky ladies",
    main: "Main game",
    perfect_pairs: "Perfect pairs",
    queen_of_hearts: "Queens of hearts",
    split_aces: "Split Aces",
    twenty_one_plus_three: "21+3",
    two_plus_one: "2+1 cards",
  },
};

export const POTS = {
  fr: { jp1_main: "Principal", jp1_secondary: "Secondaire", split_aces: "Split Aces" },
  en: { jp1_main: "Main", jp1_secondary: "Secondary", split_aces: "Split Aces" },
};
