/** House options in words. A name or value without words is shown as the server wrote it. */

import { type Language, translate } from "../../core/i18n";
import { chips } from "../../core/money";
import { saying, type Word } from "./words";

type Pair = Record<Language, string>;

const NAMES: Record<string, Pair> = {
  table_min_cents: { fr: "Mise minimale", en: "Least stake" },
  table_max_cents: { fr: "Mise maximale", en: "Most stake" },
  stake_increment_cents: { fr: "Pas des mises", en: "Step of stakes" },
  require_exact_multiples: {
    fr: "Mises dont la moitié tombe juste",
    en: "Stakes whose half is exact",
  },
  betting_window_seconds: { fr: "Temps des mises", en: "Betting time" },
  decision_seconds: { fr: "Temps du choix", en: "Time of the choice" },
  auto_rebet: { fr: "Mises gagnantes laissées", en: "Winning stakes stay" },
  last_rounds_notice: { fr: "Derniers coups annoncés", en: "Last spins announced" },
  reopen_on_void: { fr: "Miser après un coup arrêté", en: "Staking after a stopped spin" },
  prison_release_value: { fr: "Valeur libérée", en: "Value set free" },
  zero_default_choice: { fr: "Sans choix après zéro", en: "No choice after zero" },
  allow_zero_trios: { fr: "Transversales du zéro", en: "Streets with the zero" },
  double_pairs: { fr: "Deux douzaines ou colonnes", en: "Two dozens or columns" },
  announced_bets: { fr: "Annonces", en: "Announced bets" },
  complex_announced_bets: { fr: "Annonces écrites", en: "Written announcements" },
};

const VALUES: Record<string, Pair> = {
  halved: { fr: "divisée à chaque zéro", en: "halved at each zero" },
  full: { fr: "entière", en: "whole" },
  half: { fr: "partage", en: "half" },
  prison: { fr: "prison", en: "prison" },
  adjacent: { fr: "voisines", en: "adjacent" },
  any: { fr: "toutes", en: "any" },
  voisins_n: { fr: "n et deux voisins", en: "n and two neighbours" },
  finales_n: { fr: "finales", en: "finals" },
};

export function optionName(name: string, language: Language): string {
  return NAMES[name]?.[language] ?? name.replaceAll("_", " ");
}

export function optionValue(name: string, value: unknown, language: Language): string {
  if (value === null) return translate(language, "rules.unset");
  if (typeof value === "boolean") return translate(language, value ? "rules.yes" : "rules.no");
  if (typeof value === "number") {
    if (name.endsWith("_cents")) return chips(value, language);
    return name.endsWith("_seconds") ? `${value} s` : String(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? translate(language, "rules.no")
      : value.map((each) => optionValue(name, each, language)).join(", ");
  }
  if (typeof value === "object") return translate(language, "rules.own_table");
  const known = VALUES[String(value)]?.[language];
  if (known !== undefined) return known;
  const word = name === "announced_bets" ? saying(language)(`bet.${value}` as Word) : null;
  return word ?? String(value);
}
