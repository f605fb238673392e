// Generated from the server's layouts by `npm run gen`. Do not edit.

export const PRINTED = {
  wheel: [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14,
    31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
  ],
  chances: {
    red: [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36],
    black: [2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35],
    odd: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35],
    even: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36],
    high: [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
    low: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
  },
  neighbours: 2,
  named: {
    voisins_du_zero: {
      "street:0-2-3": 2,
      "split:4-7": 1,
      "split:12-15": 1,
      "split:18-21": 1,
      "split:19-22": 1,
      "split:32-35": 1,
      "corner:25-26-28-29": 2,
    },
    tiers_du_cylindre: {
      "split:5-8": 1,
      "split:10-11": 1,
      "split:13-16": 1,
      "split:23-24": 1,
      "split:27-30": 1,
      "split:33-36": 1,
    },
    orphelins_cheval: {
      "straight:1": 1,
      "split:6-9": 1,
      "split:14-17": 1,
      "split:17-20": 1,
      "split:31-34": 1,
    },
    orphelins_plein: {
      "straight:1": 1,
      "straight:6": 1,
      "straight:9": 1,
      "straight:14": 1,
      "straight:17": 1,
      "straight:20": 1,
      "straight:31": 1,
      "straight:34": 1,
    },
    jeu_zero: { "split:0-3": 1, "split:12-15": 1, "split:32-35": 1, "straight:26": 1 },
  },
  written: ["complete_n", "custom"],
};
