/** House options in words. A name or value without words is shown as the server wrote it. */

import { type Language, translate } from "../../core/i18n";
import { chips } from "../../core/money";

type Pair = Record<Language, string>;

const NAMES: Record<string, Pair> = {
  stop_card_before_last: {
    fr: "Cartes derrière la carte d’arrêt",
    en: "Cards behind the stop card",
  },
  seats: { fr: "Places", en: "Seats" },
  min_seated_players: { fr: "Joueurs assis pour commencer", en: "Players seated to begin" },
  table_min_cents: { fr: "Mise minimale", en: "Least stake" },
  table_max_cents: { fr: "Première banque, au plus", en: "First bank, at most" },
  stake_increment_cents: { fr: "Pas des mises", en: "Step of stakes" },
  require_exact_multiples: {
    fr: "Banque divisible par le prélèvement",
    en: "Bank divisible by the levy",
  },
  bank_max_cents: { fr: "Banque, au plus", en: "Bank, at most" },
  garage_from_cents: { fr: "Garage permis dès", en: "Garage allowed from" },
  levy_rate: { fr: "Prélèvement de la cagnotte", en: "Levy" },
  ponte_draw_rule: { fr: "Le ponte tire", en: "The ponte draws" },
  banker_draw_rule: { fr: "Le banquier tire", en: "The banker draws" },
  late_stakes_with_banker_consent: {
    fr: "Mises tardives avec l’accord du banquier",
    en: "Late stakes with the banker’s consent",
  },
  advances_enabled: { fr: "Avances", en: "Advances" },
  auto_rebet: { fr: "Mise répétée", en: "Repeated stake" },
  max_auto_coups: {
    fr: "Coups muets avant que la main passe",
    en: "Silent coups before the hand passes",
  },
  betting_window_seconds: { fr: "Temps des annonces", en: "Time for claims" },
  decision_seconds: { fr: "Temps de décision", en: "Decision time" },
  last_rounds_notice: { fr: "Coups annoncés avant la fin", en: "Coups announced before the end" },
};

const VALUES: Record<string, Pair> = {
  table: { fr: "selon le tableau", en: "by the table" },
  free: { fr: "librement", en: "freely" },
  table13: { fr: "selon l’article 13", en: "by article 13" },
  "1/20": { fr: "5 %", en: "5 %" },
};

export function optionName(name: string, language: Language): string {
  return NAMES[name]?.[language] ?? name.replaceAll("_", " ");
}

export function optionValue(name: string, value: unknown, language: Language): string {
  if (value === null) return translate(language, "rules.no");
  if (typeof value === "boolean") return translate(language, value ? "rules.yes" : "rules.no");
  if (typeof value === "number") {
    if (name.endsWith("_cents")) return chips(value, language);
    return name.endsWith("_seconds") ? `${value} s` : String(value);
  }
  return VALUES[String(value)]?.[language] ?? String(value);
}
