// Generated from the server's words by `npm run gen`. Do not edit.

export const BETS = {
  fr: {
    black: "Noir",
    "black:insured": "Noir assuré",
    "chance:insured": "Une des quatre chances, assurée",
    "chance:prison": "Une des quatre chances, prison au refait",
    colour: "Couleur",
    "colour:insured": "Couleur assurée",
    inverse: "Inverse",
    "inverse:insured": "Inverse assuré",
    red: "Rouge",
    "red:insured": "Rouge assuré",
  },
  en: {
    black: "Black",
    "black:insured": "Black, insured",
    "chance:insured": "A chance, insured",
    "chance:prison": "A chance, prison at the refait",
    colour: "Colour",
    "colour:insured": "Colour, insured",
    inverse: "Inverse",
    "inverse:insured": "Inverse, insured",
    red: "Red",
    "red:insured": "Red, insured",
  },
};
