/** What the rules panel says; loaded with it. */

import type { Dictionary } from "../../core/i18n";

export const WORDS = {
  fr: {
    staff: "Personnel",
    table_chief: "Chef de table : {name}",
    inspector: "Inspecteur : {name}",
    changer: "Changeur : {name}",
    machine_changer: "Changeur des appareils : {name}",
    operator: "Choisi par la maison",
    interpretation: "Lu dans le texte là où il se tait",
    fixed: "Fixé par le texte",
    clauses: "Articles",
    loading: "Chargement…",
    failed: "Le règlement n’a pas pu être chargé.",
    limits: "Limites",
    search: "Chercher un article",
    none: "Aucun article.",
  },
  en: {
    staff: "Staff",
    table_chief: "Table chief: {name}",
    inspector: "Inspector: {name}",
    changer: "Changer: {name}",
    machine_changer: "Changer of the machines: {name}",
    operator: "Chosen by the house",
    interpretation: "Read where the text is silent",
    fixed: "Fixed by the text",
    clauses: "Clauses",
    loading: "Loading…",
    failed: "The rules could not be loaded.",
    limits: "Limits",
    search: "Search the clauses",
    none: "No clause.",
  },
} satisfies Dictionary<string>;
