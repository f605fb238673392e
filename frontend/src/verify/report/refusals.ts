/** Every refusal as a sentence, in French and English; `{name}` is filled from the detail. */

import type { Language } from "../../core/i18n";

const FR = {
  too_large: "Ce fichier est trop grand pour être un dossier de sabot ou de tirage.",
  not_json: "Ce fichier n’est pas un texte JSON strict (caractère {at}).",
  other_encoding: "Ce fichier est en {form} : enregistrez-le tel quel, en UTF-8.",
  not_a_bundle: "Ce fichier n’est pas un dossier : il faut un objet JSON.",
  malformed: "Le champ « {field} » manque, est de trop ou n’a pas la forme prévue.",
  unknown_version: "Le dossier est d’une version que ce vérificateur ne connaît pas.",
  unknown_protocol: "Le protocole « {protocol} » n’est pas celui de cette version de dossier.",
  not_revealed:
    "Ce sabot ou ce tirage n’est pas terminé : sa graine n’est pas encore publiée. Revenez après.",
  header: "L’en-tête se contredit : « {field} » n’est pas possible.",
  seed: "La graine n’a pas la longueur que le protocole exige.",
  log_key: "La clé du journal n’est pas une clé Ed25519 bien écrite.",
  checkpoint: "Le point de contrôle du journal n’a pas la forme prévue.",
  log_signature: "La signature du point de contrôle n’est pas celle de la clé du journal.",
  log_entry: "L’entrée {index} du journal n’est pas écrite sous sa forme canonique.",
  log_subject: "L’entrée {index} du journal parle d’autre chose que de ce sabot ou de ce tirage.",
  log_inclusion: "L’entrée {index} n’est pas dans l’arbre que le journal a signé.",
  log_order: "Les entrées du journal ne se suivent pas comme il se doit ({kinds}).",
  log_end: "Le point de contrôle n’est pas celui qui suit la dernière entrée, {index}.",
  log_promise: "La promesse inscrite au journal n’est pas celle du dossier.",
  log_reveal: "Ce que le journal révèle n’est pas ce que dit le dossier ({field}).",
  time: "L’heure de « {field} » est avant celle qui précède, ou après le point de contrôle.",
  commitment: "La graine n’est pas celle promise : l’empreinte scellée est différente.",
  seats: "La liste des cases se contredit : ordre, doublon, ou case ni ouverte ni retenue.",
  contribution: "Le secret de la case {seat} ne correspond pas à son empreinte.",
  cutter: "La coupe se contredit : la case {seat} ne pouvait pas couper ainsi.",
  cut_range: "La coupe à {cut} est hors des limites promises ({from} à {to}).",
  cut: "La coupe inscrite ({stated}) n’est pas celle qui résulte des règles ({found}).",
  lock: "Ce que la case {seat} a verrouillé jusqu’au tour ne s’ouvre pas comme on le dit.",
  lock_late:
    "Des secrets verrouillés ont été inscrits quand le tour qui les ouvre était déjà connu.",
  beacon_chain: "La balise « {chain} » n’est pas connue de ce vérificateur.",
  beacon_round: "La balise n’est pas celle du tour annoncé d’avance.",
  beacon_near: "Le tour de balise annoncé n'était pas assez loin.",
  beacon_randomness: "L’aléa de la balise n’est pas l’empreinte de sa signature.",
  beacon_signature: "La signature de la balise n’est pas celle de la chaîne.",
  cards: "Les cartes ne sont pas celles qui ont été promises.",
  order: "La carte {place} n’est pas celle que donne le mélange.",
  rejected: "Le compte des mots rejetés est {stated} ; il devrait être {found}.",
  root: "La racine de l’ordre inscrite avant la donne n’est pas celle de l’ordre mélangé.",
  deal_rounds: "Les coups qui ont pris des cartes ne sont pas en ordre ({round}).",
  deal_cards: "Les mains ont reçu {told} cartes, et {dealt} ont été données.",
  deal: "Le journal engage une autre donne : ce n’est pas à ces mains que sont allées les cartes.",
  counts: "Les cartes brûlées, données et restantes ne font pas le compte.",
  stop_card: "La carte d’arrêt n’est pas sortie comme le dit le dossier.",
  values: "Les nombres tirés ne sont pas ceux que donne la graine.",
  withdrawn: "Le dossier dit à la fois qu’un tirage a eu lieu et qu’il a été retiré.",
  other_key: "La clé {key}, qui a signé le journal, n’est pas de celles que vous avez données.",
  other_origin: "Le journal s’appelle « {origin} », et non comme vous l’avez dit.",
  unlogged:
    "Ce dossier est antérieur au journal : rien n’y est signé par la clé que vous avez donnée.",
  other_report: "L’en-tête est du rapport {report}, qui n’est pas celui que vous avez donné.",
  report_failed:
    "Le rapport que vous avez donné n’est pas signé par sa clé, ou son essai a échoué.",
  other_receipt: "Le reçu que vous avez donné n’est pas d’un secret de ce dossier.",
  receipt_forged: "Le reçu que vous avez donné n’est pas signé par sa clé.",
  receipt_key: "Le journal ne nomme pas la clé {key} du reçu : il n’est pas de la maison.",
  receipt_unlisted:
    "La maison a signé par la clé {key} qu’elle a pris l’empreinte de la case {seat} : elle manque à la liste.",
  receipt_dropped:
    "La maison a signé par la clé {key} que le secret de la case {seat} est arrivé à temps : il n’a pas compté.",
  other_log: "Le journal que vous avez donné n’est pas celui du dossier.",
  report_unnamed: "Le journal ne nomme pas, avant la promesse, le rapport {report}.",
} satisfies Record<string, string>;

export type Code = keyof typeof FR;

const EN: Record<Code, string> = {
  too_large: "This file is too large to be the bundle of a shoe or a draw.",
  not_json: "This file is no strict JSON text (character {at}).",
  other_encoding: "This file is {form}: save it as it was sent, in UTF-8.",
  not_a_bundle: "This file is no bundle: it must be a JSON object.",
  malformed: "The field “{field}” is missing, is too much or has not the form it must have.",
  unknown_version: "The bundle is of a version that this verifier does not know.",
  unknown_protocol: "The protocol “{protocol}” is not one of this version of bundles.",
  not_revealed:
    "This shoe or draw has not ended: its seed is not published yet. Come back afterwards.",
  header: "The header contradicts itself: “{field}” cannot be.",
  seed: "The seed has not the length that the protocol asks for.",
  log_key: "The log’s key is no well written Ed25519 key.",
  checkpoint: "The log’s checkpoint has not the form it must have.",
  log_signature: "The checkpoint’s signature is not that of the log’s key.",
  log_entry: "Entry {index} of the log is not written in its canonical form.",
  log_subject: "Entry {index} of the log is of something else than this shoe or draw.",
  log_inclusion: "Entry {index} is not in the tree that the log signed.",
  log_order: "The entries of the log do not follow each other as they must ({kinds}).",
  log_end: "The checkpoint is not the one that follows the last entry, {index}.",
  log_promise: "The promise in the log is not the one of the bundle.",
  log_reveal: "What the log reveals is not what the bundle says ({field}).",
  time: "The time of “{field}” is before the one that precedes it, or after the checkpoint.",
  commitment: "The seed is not the promised one: its sealed hash differs.",
  seats:
    "The list of seats contradicts itself: order, double, or a seat neither opened nor withheld.",
  contribution: "The secret of seat {seat} does not fit its hash.",
  cutter: "The cut contradicts itself: seat {seat} could not cut like this.",
  cut_range: "The cut at {cut} is outside what was promised ({from} to {to}).",
  cut: "The cut on record ({stated}) is not the one that follows from the rules ({found}).",
  lock: "What seat {seat} locked until the round does not open as is said.",
  lock_late: "Locked secrets were put on record when the round that opens them was known already.",
  beacon_chain: "The beacon “{chain}” is not known to this verifier.",
  beacon_round: "The beacon is not that of the round named beforehand.",
  beacon_near: "The named round of the beacon did not lie far enough ahead.",
  beacon_randomness: "The beacon’s randomness is not the hash of its signature.",
  beacon_signature: "The beacon’s signature is not that of its chain.",
  cards: "The cards are not those that were promised.",
  order: "Card {place} is not the one that the shuffle gives.",
  rejected: "The count of rejected words is {stated}; it should be {found}.",
  root: "The root of the order, on record before the deal, is not that of the shuffled order.",
  deal_rounds: "The rounds that took cards are not in order ({round}).",
  deal_cards: "The hands got {told} cards, and {dealt} were dealt.",
  deal: "The log binds another deal: it is not these hands that got the cards.",
  counts: "The cards burnt, dealt and left do not add up.",
  stop_card: "The stop card did not come as the bundle says.",
  values: "The numbers drawn are not those that the seed gives.",
  withdrawn: "The bundle says both that a draw took place and that it was withdrawn.",
  other_key: "The key {key}, which signed the log, is none of those that you gave.",
  other_origin: "The log is called “{origin}”, and not as you said.",
  unlogged: "This bundle is older than the log: nothing in it is signed by the key that you gave.",
  other_report: "The header is of the report {report}, which is not the one that you gave.",
  report_failed: "The report that you gave is not signed by its key, or it did not pass.",
  other_receipt: "The receipt that you gave is not of a secret of this bundle.",
  receipt_forged: "The receipt that you gave is not signed by its key.",
  receipt_key: "The log does not name the receipt’s key {key}: it is not of the house.",
  receipt_unlisted:
    "The house signed with the key {key} that it took the hash of box {seat}: it is missing from the list.",
  receipt_dropped:
    "The house signed with the key {key} that the secret of box {seat} came in time: it did not count.",
  other_log: "The log that you gave is not that of the bundle.",
  report_unnamed: "The log does not name, before the promise, the report {report}.",
};

const SENTENCES: Record<Language, Record<Code, string>> = { fr: FR, en: EN };

/** Returns what a refusal says in a language. */
export function sentence(
  code: Code,
  detail: Record<string, string | number>,
  language: Language,
): string {
  return SENTENCES[language][code].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(detail[name] ?? "?"),
  );
}

/** Every code there is, for tests. */
export const CODES = Object.keys(FR) as Code[];
