/** What was checked of a right bundle, in plain words. */

import type { Language } from "../core/i18n";
import type { DrawFacts, ShoeFacts } from "./verdict";

type Facts = ShoeFacts | DrawFacts;

export interface Said {
  title: string;
  text: string;
  /** Whether something was verified; else the text says why there was nothing to verify. */
  verified: boolean;
}

/** Returns a card as the wire writes it: 0 is `Ac`. */
export function cardOf(face: number): string {
  return "A23456789TJQK".charAt(face % 13) + "cdhs".charAt(Math.floor(face / 13));
}

/** Returns `table 7` for `table:7`; other names stay. */
function table(name: string): string {
  return name.replace(/^table:(\d+)$/, "table $1");
}

function moment(time: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", {
    dateStyle: "long",
    timeStyle: "medium",
  }).format(time);
}

/** Returns the one sentence of a right bundle. */
export function summary(facts: Facts, language: Language): string {
  const { sequence: n } = facts;
  const of = table(facts.table);
  if (language === "fr") {
    if (facts.kind === "draw") {
      return facts.values === null
        ? `Le tirage ${n} (${of}) a été retiré avant que rien ne tombe, et sa graine est celle promise.`
        : `Le tirage ${n} (${of}) est exactement celui qui a été promis\u00a0: ${facts.values.join(", ")}.`;
    }
    const thing = facts.kind === "shoe" ? "Le sabot" : "Le complément de sabot";
    return facts.order === null
      ? `${thing} ${n} (${of}) a été abandonné avant la première carte, et sa graine est celle promise.`
      : `${thing} ${n} (${of}) est exactement celui qui a été promis, de la première à la dernière carte.`;
  }
  if (facts.kind === "draw") {
    return facts.values === null
      ? `Draw ${n} (${of}) was withdrawn before anything fell, and its seed is the promised one.`
      : `Draw ${n} (${of}) is exactly the one that was promised: ${facts.values.join(", ")}.`;
  }
  const thing = facts.kind === "shoe" ? "Shoe" : "Refill";
  return facts.order === null
    ? `${thing} ${n} (${of}) was given up before the first card, and its seed is the promised one.`
    : `${thing} ${n} (${of}) is exactly the one that was promised, from the first card to the last.`;
}

/** Returns each thing that was checked and what was found, in the order of the protocol. */
export function checks(facts: Facts, language: Language): Said[] {
  const say: Say = (fr, en, verified = true) => {
    const [title, text] = language === "fr" ? fr : en;
    return { title, text, verified };
  };
  const found = [
    say(
      [
        "La promesse",
        "La graine publiée est bien celle dont l’empreinte avait été inscrite d’avance.",
      ],
      [
        "The promise",
        "The published seed is the one whose hash had been put on record beforehand.",
      ],
    ),
    log(facts, language, say),
    ...(facts.protocol.endsWith("/1") ? [] : [seats(facts, say), beacon(facts, say)]),
  ];
  if (facts.kind === "draw") {
    if (facts.values !== null) {
      found.push(
        say(
          ["Le tirage", "Refait ici, chiffre par chiffre, il donne les mêmes nombres."],
          ["The draw", "Made again here, number by number, it gives the same."],
        ),
      );
    }
    return found;
  }
  if (facts.order === null) return found;
  const { size } = facts;
  found.push(
    say(
      ["Le mélange", `Refait ici, il donne le même ordre des ${size} cartes.`],
      ["The shuffle", `Made again here, it gives the same order of the ${size} cards.`],
    ),
  );
  if (facts.root !== null) {
    found.push(
      cut(facts, say),
      say(
        [
          "L’ordre figé",
          "L’ordre entier est celui dont le journal porte l’empreinte : chaque carte pouvait être vérifiée dès la donne.",
        ],
        [
          "The fixed order",
          "The whole order is the one whose hash is in the log: each card could be checked as it was dealt.",
        ],
      ),
    );
  }
  const { burnt, dealt, left } = facts;
  found.push(
    say(
      [
        "Le compte",
        `Brûlées : ${burnt} ; données : ${dealt} ; restées : ${left} ; en tout : ${size}.`,
      ],
      ["The count", `Burnt: ${burnt}; dealt: ${dealt}; left: ${left}; in all: ${size}.`],
    ),
  );
  return found;
}

type Say = (fr: [string, string], en: [string, string], verified?: boolean) => Said;

function log(facts: Facts, language: Language, say: Say): Said {
  if (facts.log === null) {
    return say(
      [
        "Le journal",
        "Ce dossier est antérieur au journal public : il ne prouve pas quand la promesse a été faite.",
      ],
      [
        "The log",
        "This bundle is older than the public log: it does not prove when the promise was made.",
      ],
      false,
    );
  }
  const { origin, size, time, kinds } = facts.log;
  const at = moment(time, language);
  return say(
    [
      "Le journal",
      `Ses ${kinds.length} inscriptions sont dans le journal signé de ${origin} (${size} inscriptions, ${at}).`,
    ],
    [
      "The log",
      `Its ${kinds.length} entries are in the signed log of ${origin} (${size} entries, ${at}).`,
    ],
  );
}

function seats(facts: Facts, say: Say): Said {
  const open = facts.seats.filter((each) => each.opened).map((each) => each.seat);
  const withheld = facts.seats.filter((each) => !each.opened).map((each) => each.seat);
  const fr: string[] = [];
  const en: string[] = [];
  if (facts.contributions === "none") {
    fr.push("Aucune : la règle de ce jeu n’en prévoit pas.");
    en.push("None: the rule of this game has none.");
  } else if (facts.seats.length === 0) {
    fr.push("Aucune case n’a participé.");
    en.push("No seat took part.");
  } else {
    if (open.length > 0) {
      const mixed = facts.contributions === "full";
      const many = open.length > 1;
      fr.push(
        `${many ? "Cases" : "Case"} ${open.join(", ")} : ${many ? "secrets ouverts, conformes à leurs empreintes" : "secret ouvert, conforme à son empreinte"}${mixed ? " ; le hasard en dépend" : ""}.`,
      );
      en.push(
        `${many ? "Seats" : "Seat"} ${open.join(", ")}: ${many ? "secrets opened, true to their hashes" : "secret opened, true to its hash"}${mixed ? "; the chance depends on it" : ""}.`,
      );
    }
    if (withheld.length > 0) {
      fr.push(`Secret non ouvert, donc sans effet : case ${withheld.join(", ")}.`);
      en.push(`Secret not opened, so without effect: seat ${withheld.join(", ")}.`);
    }
  }
  const took = facts.seats.length > 0;
  return say(["Les joueurs", fr.join(" ")], ["The players", en.join(" ")], took);
}

function beacon(facts: Facts, say: Say): Said {
  const { state, round } = facts.beacon;
  const said: Record<typeof state, [string, string]> = {
    none: ["Aucune balise publique n’était prévue.", "No public beacon was asked for."],
    unnamed: [
      "L’en-tête nommait une balise, mais aucun tour n’a été annoncé : elle n’a pas servi.",
      "The header named a beacon, but no round was announced: it was not used.",
    ],
    silent: [
      `Le tour ${round} de la balise drand était annoncé, mais n’a pas servi.`,
      `Round ${round} of the drand beacon was announced, but not used.`,
    ],
    late: [
      `Le tour ${round} de la balise drand est tombé avant l’ouverture des secrets : il ne compte pas.`,
      `Round ${round} of the drand beacon fell before the secrets were opened: it does not count.`,
    ],
    signed: [
      `Le tour ${round} de la balise drand, annoncé d’avance, porte la signature de sa chaîne.`,
      `Round ${round} of the drand beacon, announced beforehand, carries its chain’s signature.`,
    ],
    unchecked: [
      `Tour ${round} de la balise drand : sa signature n’a pas pu être vérifiée ici.`,
      `Round ${round} of the drand beacon: its signature could not be checked here.`,
    ],
  };
  const [fr, en] = said[state];
  return say(["La balise", fr], ["The beacon", en], state === "signed");
}

function cut(facts: ShoeFacts, say: Say): Said {
  const { by, seat, at } = facts.cut;
  if (by === "nobody") {
    return say(
      ["La coupe", "Cet appareil ne connaît pas de coupe."],
      ["The cut", "This device knows no cut."],
      false,
    );
  }
  if (by === "seat") {
    return say(
      ["La coupe", `La case ${seat} a coupé à ${at} cartes, dans les limites promises.`],
      ["The cut", `Seat ${seat} cut at ${at} cards, within what was promised.`],
    );
  }
  return say(
    ["La coupe", `Le croupier a coupé à ${at} cartes, là où le hasard mêlé le voulait.`],
    ["The cut", `The dealer cut at ${at} cards, where the mixed chance said.`],
  );
}
