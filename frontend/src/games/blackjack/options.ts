/** House options in words. A name or value without words is shown as the server wrote it. */

import { type Language, translate } from "../../core/i18n";
import { chips } from "../../core/money";

type Pair = Record<Language, string>;

const NAMES: Record<string, Pair> = {
  decks: { fr: "Jeux dans le sabot", en: "Packs in the shoe" },
  shuffling: { fr: "Mélange", en: "Shuffle" },
  stop_card_cards_behind: {
    fr: "Cartes derrière la carte d’arrêt",
    en: "Cards behind the stop card",
  },
  layout_boxes: { fr: "Cases", en: "Boxes" },
  betting_seconds: { fr: "Temps des mises", en: "Betting time" },
  decision_seconds: { fr: "Temps de décision", en: "Decision time" },
  table_min_cents: { fr: "Mise minimale", en: "Least stake" },
  max_multiple: { fr: "Maximum, en minimums", en: "Maximum, in minimums" },
  stake_step_cents: { fr: "Pas des mises", en: "Step of stakes" },
  min_boxes_when_alone: { fr: "Cases à jouer si l’on est seul", en: "Boxes to play when alone" },
  vacant_boxes_playable: { fr: "Cases vacantes jouables", en: "Vacant boxes may be played" },
  max_boxes_per_player: { fr: "Cases par joueur, au plus", en: "Boxes per player, at most" },
  surrender: { fr: "Abandon", en: "Surrender" },
  draw_on_21_allowed: { fr: "Tirer à 21", en: "Drawing on 21" },
  split_identical_only: {
    fr: "Séparer les cartes identiques seulement",
    en: "Split identical ranks only",
  },
  max_splits: { fr: "Séparations, au plus", en: "Splits, at most" },
  max_ace_splits: { fr: "Séparations des as, au plus", en: "Splits of aces, at most" },
  double_after_split: { fr: "Doubler après avoir séparé", en: "Double after a split" },
  enabled_side_bets: { fr: "Mises annexes", en: "Side bets" },
  queen_of_hearts_pay_table: { fr: "Dames de cœur : tableau", en: "Queens of hearts: pay table" },
  queen_of_hearts_min_cents: { fr: "Dames de cœur : minimum", en: "Queens of hearts: least" },
  queen_of_hearts_max_cents: { fr: "Dames de cœur : maximum", en: "Queens of hearts: most" },
  queen_of_hearts_seated_only: {
    fr: "Dames de cœur : joueurs assis seulement",
    en: "Queens of hearts: seated players only",
  },
  no_split_after_queen_bonus_win: {
    fr: "Pas de séparation après un gain aux dames",
    en: "No split after the queens won",
  },
  dealer_hits_soft_17: { fr: "La banque tire à 17 souple", en: "Dealer draws on soft 17" },
  insurance_amount: { fr: "Montant de l’assurance", en: "Amount of insurance" },
  even_money: { fr: "Paiement à égalité", en: "Even money" },
  split_21_is_blackjack: {
    fr: "21 après séparation est un black jack",
    en: "21 after a split is a black jack",
  },
  blackjack_tie: { fr: "Black jack contre black jack", en: "Black jack against black jack" },
  dealer_blackjack_beats_21: {
    fr: "Le black jack de la banque bat 21",
    en: "Dealer’s black jack beats 21",
  },
  insurance_window: { fr: "S’assurer", en: "Insuring" },
  split_second_card_timing: {
    fr: "Seconde carte d’une main séparée",
    en: "Second card of a split hand",
  },
  queen_pair_rule: { fr: "Dames : paire", en: "Queens: pair" },
  queen_couleur: { fr: "Dames : « couleur »", en: "Queens: “couleur”" },
  payout_unit_cents: { fr: "Unité de paiement", en: "Unit of payment" },
  rounding: { fr: "Arrondi", en: "Rounding" },
  standing_play_when_seats_vacant: {
    fr: "Mises debout quand des places sont libres",
    en: "Standing bets while seats are vacant",
  },
  hyper_min_cents: { fr: "Hyper black jack : minimum", en: "Hyper black jack: least" },
  hyper_max_cents: { fr: "Hyper black jack : maximum", en: "Hyper black jack: most" },
  hyper_seated_only: {
    fr: "Hyper black jack : joueurs assis seulement",
    en: "Hyper black jack: seated players only",
  },
  two_plus_one_min_cents: { fr: "2+1 cartes : minimum", en: "2+1 cards: least" },
  two_plus_one_max_cents: { fr: "2+1 cartes : maximum", en: "2+1 cards: most" },
  two_plus_one_seated_only: {
    fr: "2+1 cartes : joueurs assis seulement",
    en: "2+1 cards: seated players only",
  },
  jp1_stake_cents: { fr: "JP1 : mise", en: "JP1: stake" },
  jp1_seed_main_cents: { fr: "JP1 : cagnotte principale au départ", en: "JP1: main pot’s start" },
  jp1_seed_secondary_cents: {
    fr: "JP1 : cagnotte secondaire au départ",
    en: "JP1: secondary pot’s start",
  },
  jp1_contribution_secondary_bps: {
    fr: "JP1 : part de la mise, cagnotte secondaire",
    en: "JP1: share of the stake, secondary pot",
  },
  jp1_contribution_total_bps: {
    fr: "JP1 : part de la mise, les deux cagnottes",
    en: "JP1: share of the stake, both pots",
  },
  jp1_seated_only: { fr: "JP1 : joueurs assis seulement", en: "JP1: seated players only" },
  jp1_split_third_card_counts: {
    fr: "JP1 : la carte après séparation compte",
    en: "JP1: the card after a split counts",
  },
  jp1_stake_returned: {
    fr: "JP1 : mise rendue avec un gain fixe",
    en: "JP1: stake returned with a fixed win",
  },
  table_max_cents: { fr: "Mise maximale", en: "Most stake" },
  split_aces: { fr: "Split Aces : tableau de la maison", en: "Split Aces: the house’s table" },
  perfect_pairs_offered: { fr: "Paires parfaites offertes", en: "Perfect pairs offered" },
  twenty_one_plus_three_offered: { fr: "21+3 offert", en: "21+3 offered" },
  max_vacant_boxes_per_player: {
    fr: "Cases vacantes par joueur, au plus",
    en: "Vacant boxes per player, at most",
  },
  resplit_first_hand_only: {
    fr: "Séparer à nouveau : première main seulement",
    en: "Resplit the first hand only",
  },
};

const VALUES: Record<string, Pair> = {
  manual: { fr: "à la main", en: "by hand" },
  automatic: { fr: "automatique", en: "automatic" },
  queen_of_hearts: { fr: "dames de cœur", en: "queens of hearts" },
  exact_half: { fr: "la moitié de la mise", en: "half the stake" },
  none: { fr: "non", en: "no" },
  push: { fr: "égalité", en: "push" },
  until_own_draw: { fr: "jusqu’à sa propre carte", en: "until one’s own card" },
  offer: { fr: "à l’offre seulement", en: "at the offer only" },
  sequential: { fr: "à son tour", en: "at its turn" },
  both_first: { fr: "aussitôt", en: "at once" },
  same_rank_same_couleur: { fr: "même rang, même couleur", en: "same rank and suit" },
  same_rank: { fr: "même rang", en: "same rank" },
  suit: { fr: "l’enseigne", en: "the suit" },
  colour: { fr: "rouge ou noir", en: "red or black" },
  down: { fr: "vers le bas", en: "down" },
  up: { fr: "vers le haut", en: "up" },
  continuous: { fr: "en continu", en: "continuous" },
  player_wins: { fr: "le joueur gagne", en: "the player wins" },
  up_to_half: { fr: "jusqu’à la moitié de la mise", en: "up to half the stake" },
  vs_ace: { fr: "contre un as", en: "against an ace" },
  vs_ace_or_ten: { fr: "contre un as ou une bûche", en: "against an ace or a ten" },
  lucky_ladies: { fr: "lucky ladies", en: "lucky ladies" },
  hyper: { fr: "hyper black jack", en: "hyper black jack" },
  two_plus_one: { fr: "2+1 cartes", en: "2+1 cards" },
  jp1: { fr: "jackpot JP1", en: "JP1 jackpot" },
  perfect_pairs: { fr: "paires parfaites", en: "perfect pairs" },
  twenty_one_plus_three: { fr: "21+3", en: "21+3" },
};

export function optionName(name: string, language: Language): string {
  return NAMES[name]?.[language] ?? name.replaceAll("_", " ");
}

export function optionValue(name: string, value: unknown, language: Language): string {
  if (value === null) return translate(language, "rules.unset");
  if (typeof value === "boolean") return translate(language, value ? "rules.yes" : "rules.no");
  if (typeof value === "number") {
    if (name.endsWith("_cents")) return chips(value, language);
    if (name.endsWith("_bps")) return `${value / 100} %`;
    return name.endsWith("_seconds") ? `${value} s` : String(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? translate(language, "rules.no")
      : value.map((each) => optionValue(name, each, language)).join(", ");
  }
  if (typeof value === "object") return translate(language, "rules.own_table");
  return VALUES[String(value)]?.[language] ?? String(value);
}
