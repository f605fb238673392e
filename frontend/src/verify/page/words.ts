/** The words of the offline page. */

import type { Dictionary } from "../../core/i18n";

export type Key =
  | "title"
  | "heading"
  | "lead"
  | "private"
  | "choose"
  | "drop"
  | "again"
  | "working"
  | "right"
  | "wrong"
  | "early"
  | "unable"
  | "checked"
  | "cards"
  | "cards_lead"
  | "burnt"
  | "dealt"
  | "left"
  | "stop"
  | "numbers"
  | "from_zero"
  | "technical"
  | "subject"
  | "protocol"
  | "game"
  | "commitment"
  | "root"
  | "key"
  | "request"
  | "beacon"
  | "code"
  | "keep"
  | "keep_lead"
  | "several"
  | "known"
  | "known_lead"
  | "known_key"
  | "known_origin"
  | "known_receipt"
  | "receipt_given"
  | "receipt_away"
  | "skip"
  | "language";

export const WORDS: Dictionary<Key> = {
  fr: {
    title: "Vérificateur – Sabot",
    heading: "Ne nous croyez pas sur parole.",
    lead: "Déposez ici le dossier d’un sabot ou d’un tirage terminé. Cette page refait le hasard, carte par carte, et le compare à ce qui avait été promis.",
    private: "Rien ne sort de cette page : elle ne peut joindre aucun réseau.",
    choose: "Choisir un dossier",
    drop: "ou déposez le fichier ici",
    again: "Choisir un autre dossier",
    working: "Vérification…",
    right: "Conforme",
    wrong: "Refusé",
    early: "Pas encore",
    unable: "Ce navigateur n’a pas pu vérifier : {reason}",
    checked: "Ce qui a été vérifié",
    cards: "Les cartes, dans l’ordre",
    cards_lead: "Dans l’ordre de la donne.",
    burnt: "brûlée",
    dealt: "donnée",
    left: "restée dans le sabot",
    stop: "Carte d’arrêt",
    numbers: "Ce qui est tombé",
    from_zero: "Compté à partir de 0, comme le protocole l’écrit : 0 est la première face.",
    technical: "Pour les curieux",
    subject: "Identifiant",
    protocol: "Protocole",
    game: "Jeu et règles",
    commitment: "Empreinte scellée",
    root: "Racine de l’ordre",
    key: "Clé du journal",
    request: "Tiré pour",
    beacon: "Aléa de la balise",
    code: "Motif",
    keep: "Enregistrer cette page",
    keep_lead: "Gardez-la : elle marche sans réseau, depuis votre disque.",
    known: "Ce que vous connaissez de la maison",
    known_lead:
      "N’importe qui peut signer un dossier sous le nom d’une maison. Donnez ici la clé de son journal, apprise ailleurs qu’au dossier ; ce navigateur la garde.",
    known_key: "Clé du journal (nom+identifiant+base64 ; plusieurs : séparées par des espaces)",
    known_origin: "Nom du journal",
    known_receipt: "Votre secret et ses reçus (le fichier que la table vous a donné)",
    receipt_given: "Reçu donné : {name}.",
    receipt_away: "Retirer",
    several: "Un dossier à la fois, s’il vous plaît.",
    skip: "Aller au contenu",
    language: "Langue",
  },
  en: {
    title: "Verifier – Sabot",
    heading: "Do not take our word for it.",
    lead: "Drop the bundle of a finished shoe or draw here. This page makes the chance again, card by card, and compares it with what was promised.",
    private: "Nothing leaves this page: it can reach no network.",
    choose: "Choose a bundle",
    drop: "or drop the file here",
    again: "Choose another bundle",
    working: "Verifying…",
    right: "As promised",
    wrong: "Refused",
    early: "Not yet",
    unable: "This browser could not verify: {reason}",
    checked: "What was checked",
    cards: "The cards, in order",
    cards_lead: "In the order of the deal.",
    burnt: "burnt",
    dealt: "dealt",
    left: "left in the shoe",
    stop: "Stop card",
    numbers: "What fell",
    from_zero: "Counted from 0, as the protocol writes it: 0 is the first face.",
    technical: "For the curious",
    subject: "Id",
    protocol: "Protocol",
    game: "Game and rules",
    commitment: "Sealed hash",
    root: "Root of the order",
    key: "Key of the log",
    request: "Drawn for",
    beacon: "The beacon’s randomness",
    code: "Reason",
    keep: "Save this page",
    keep_lead: "Keep it: it works without a network, from your disk.",
    known: "What you know of the house",
    known_lead:
      "Anybody can sign a bundle under the name of a house. Give the key of its log here, learnt elsewhere than in the bundle; this browser keeps it.",
    known_key: "Key of the log (name+id+base64; several: with spaces between them)",
    known_origin: "Name of the log",
    known_receipt: "Your secret and its receipts (the file that the table gave you)",
    receipt_given: "Receipt given: {name}.",
    receipt_away: "Remove",
    several: "One bundle at a time, please.",
    skip: "Skip to the content",
    language: "Language",
  },
};
