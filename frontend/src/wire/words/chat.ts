// Generated from the server's words by `npm run gen`. Do not edit.

export const KEPT_DAYS = 30;

export const SIGNALS = {
  fr: {
    hello: "Bonjour à tous",
    good_luck: "Bonne chance",
    well_played: "Bien joué",
    thank_you: "Merci",
    wait_please: "Un instant, s’il vous plaît",
    go_on_please: "Continuons, s’il vous plaît",
    sorry: "Pardon",
    goodbye: "Au revoir",
  },
  en: {
    hello: "Hello everybody",
    good_luck: "Good luck",
    well_played: "Well played",
    thank_you: "Thank you",
    wait_please: "Wait, please",
    go_on_please: "Let us go on, please",
    sorry: "Sorry",
    goodbye: "Goodbye",
  },
};
