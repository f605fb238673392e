/** What a ponte may pay in notes: a banker stakes chips. */

import type { Command } from "../../core/connection/socket";

export const NOTES: readonly Command["kind"][] = [
  "chemin_de_fer.banco",
  "chemin_de_fer.with_table",
  "chemin_de_fer.complement",
];
