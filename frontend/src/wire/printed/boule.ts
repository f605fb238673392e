// Generated from the server's layouts by `npm run gen`. Do not edit.

export const PRINTED = {
  numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  chances: {
    red: [2, 4, 7, 9],
    black: [1, 3, 6, 8],
    odd: [1, 3, 7, 9],
    even: [2, 4, 6, 8],
    high: [6, 7, 8, 9],
    low: [1, 2, 3, 4],
  },
};
