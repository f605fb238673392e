/** What was checked of a right bundle, in plain words. */

import type { Language } from "../../core/i18n";
import type { DrawFacts, ShoeFacts, Withdrawn } from "../verdict";

type Facts = ShoeFacts | DrawFacts;

export interface Finding {
  title: string;
  text: string;
  /** Whether something was verified; else the text says why there was nothing to verify. */
  verified: boolean;
  /**
   * `house` where it is what the house says of itself, which the asker may know otherwise; `end`
   * where it is how a promise was withdrawn.
   */
  about: "bundle" | "house" | "end";
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
export function checks(facts: Facts, language: Language): Finding[] {
  const say: Say = (fr, en, verified = true) => {
    const [title, text] = language === "fr" ? fr : en;
    return { title, text, verified, about: "bundle" };
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
    ...(facts.log === null ? [] : [ofHouse(house(facts, say))]),
    ...(facts.report === null ? [] : [ofHouse(report(facts, say))]),
    ...(facts.compared.receipt === "" ? [] : [ofHouse(receipt(facts, say))]),
    ...(facts.protocol.endsWith("/1") ? [] : [seats(facts, say), beacon(facts, say)]),
    ...(facts.withdrawn === null
      ? []
      : [{ ...withdrawal(facts.withdrawn, facts, say), about: "end" as const }]),
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
    hands(facts, say),
  );
  return found;
}

/** Tells whether the bundle says which hand got which card. */
function hands({ deal }: ShoeFacts, say: Say): Finding {
  if (deal === null) {
    return say(
      ["La donne", "Ce dossier ne dit pas à quelle main est allée chaque carte."],
      ["The deal", "This bundle does not tell which hand got which card."],
      false,
    );
  }
  return say(
    [
      "La donne",
      `Le dossier dit à quelle main est allée chaque carte, et le journal l’engage. Coups : ${deal.length}.`,
    ],
    [
      "The deal",
      `The bundle tells which hand got which card, and the log binds it. Rounds: ${deal.length}.`,
    ],
  );
}

/** What hands are called in French; a bundle has them in English. */
const HANDS: Record<string, string> = {
  banker: "banquier",
  black: "noire",
  box: "case",
  burnt: "brûlées",
  dealer: "croupier",
  discarded: "écartées",
  exposed: "découverte",
  left: "gauche",
  red: "rouge",
  right: "droite",
  "turned up": "retournée",
};

/** Returns a hand's name in a language; one that is not known stays as the bundle has it. */
export function handName(hand: string, language: Language): string {
  if (language === "en") return hand;
  const [, words, rest] = /^([a-z ]*[a-z])(.*)$/.exec(hand) ?? [];
  return `${HANDS[words ?? ""] ?? words ?? ""}${rest ?? hand}`;
}

export interface DealtRound {
  round: number;
  /** Each hand once, as it came first, with its cards as the wire writes them. */
  hands: { hand: string; cards: string[] }[];
}

/** Returns which hand got which cards, by round; nothing where the bundle does not say it. */
export function rounds({ deal, order, burnt }: ShoeFacts): DealtRound[] {
  if (deal === null || order === null) return [];
  let place = burnt;
  return deal.map(({ round, hands: got }) => {
    const found = new Map<string, string[]>();
    for (const hand of got) {
      found.set(hand, [...(found.get(hand) ?? []), cardOf(order[place++]!)]);
    }
    return { round, hands: [...found].map(([hand, cards]) => ({ hand, cards })) };
  });
}

type Say = (fr: [string, string], en: [string, string], verified?: boolean) => Finding;

function log(facts: Facts, language: Language, say: Say): Finding {
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

/** Why a promise is withdrawn, by the code in the log: French, English. */
const WHY: Record<string, [string, string]> = {
  unused: ["la table n’en avait plus besoin", "the table needed it no more"],
  forgotten: ["la table n’en voulait plus, la liste close", "unwanted after the list was closed"],
  closing: ["la table fermait", "the table closed"],
  device: ["une panne", "a failure of a device"],
  mistake: ["une erreur de la maison", "a mistake of the house"],
  dispute: ["un litige sur les mises", "a dispute over the stakes"],
  disorder: ["un trouble à la table", "disorder at the table"],
  control: ["le contrôle des jeux", "the state’s control"],
  other: ["autre", "another reason"],
  restored: ["la base de données vient d’une sauvegarde", "the database came from a backup"],
};
const FIRST = 12;

function withdrawal(told: Withdrawn, facts: Facts, say: Say): Finding {
  const { code, by, would, awaits } = told;
  const [why, because] = (Object.hasOwn(WHY, code) ? WHY[code] : undefined) ?? [code, code];
  const fr: string[] = [];
  const en: string[] = [];
  if (code === "") {
    fr.push("Le journal ne dit ni pourquoi ni par qui.");
    en.push("The log says neither why nor by whom.");
  } else {
    fr.push(`Par ${by === 0 ? "la maison" : `l’agent n° ${by}`} : ${why}.`);
    en.push(`By ${by === 0 ? "the house’s processes" : `staff no. ${by}`}: ${because}.`);
  }
  if (awaits === "secrets") {
    fr.push(
      "Ce qui en serait sorti n’était pas encore décidé : les secrets n’étaient pas ouverts.",
    );
    en.push("What would have come of it was not decided yet: the secrets were not opened.");
  } else if (awaits === "beacon") {
    const { round } = facts.beacon;
    fr.push(`Ce qui en serait sorti dépend du tour ${round} de la balise.`);
    en.push(`What would have come of it depends on round ${round} of the beacon.`);
  } else if (would !== null && facts.kind === "draw") {
    fr.push(`Il en serait sorti ${would.join(", ")}.`);
    en.push(`${would.join(", ")} would have fallen.`);
  } else if (would !== null) {
    const cards = would.slice(0, FIRST).map(cardOf).join(" ");
    fr.push(`Les premières cartes auraient été ${cards}.`);
    en.push(`The first cards would have been ${cards}.`);
  }
  return say(["Le retrait", fr.join(" ")], ["The withdrawal", en.join(" ")], code !== "");
}

const ofHouse = (said: Finding): Finding => ({ ...said, about: "house" });

/** Whose log it is: by its own word, or by what the asker knows. */
function house(facts: Facts, say: Say): Finding {
  const { key, origin } = facts.log!;
  const { compared } = facts;
  if (compared.key) {
    return say(
      ["La maison", `La clé du journal ${origin} est une de celles que vous avez données.`],
      ["The house", `The key of the log ${origin} is one of those that you gave.`],
    );
  }
  return compared.origin
    ? say(
        [
          "La maison",
          `Le journal s’appelle comme vous l’avez dit ; comparée à rien : sa clé ${key}.`,
        ],
        [
          "The house",
          `The log is called as you said; not checked against anything: its key ${key}.`,
        ],
        false,
      )
    : say(
        ["La maison", `Comparés à rien : la clé du journal ${key} et son nom ${origin}.`],
        [
          "The house",
          `Not checked against anything: the key of the log ${key} and its name ${origin}.`,
        ],
        false,
      );
}

function report(facts: Facts, say: Say): Finding {
  const hash = facts.report!;
  const { compared } = facts;
  const said: Record<typeof compared.report, [string, string]> = {
    nothing: [`Comparé à rien : ${hash}.`, `Not checked against anything: ${hash}.`],
    file: [
      `Celui que vous avez donné, signé par ${compared.signer}.`,
      `The one that you gave, signed by ${compared.signer}.`,
    ],
    log: [
      "Le journal que vous avez donné le nommait avant la promesse.",
      "The log that you gave had named it before the promise.",
    ],
  };
  const [fr, en] = said[compared.report];
  return say(
    ["Le rapport de conformité", fr],
    ["The conformity report", en],
    compared.report !== "nothing",
  );
}

function receipt({ compared }: Facts, say: Say): Finding {
  const { receipt: key, receiptNamed: known } = compared;
  return say(
    [
      "Votre reçu",
      known
        ? `Le secret est traité comme la maison l’a signé, par une clé que le journal nomme : ${key}.`
        : `Le secret est traité comme signé ; comparée à rien : la clé ${key}.`,
    ],
    [
      "Your receipt",
      known
        ? `The secret is treated as the house signed, with a key that the log names: ${key}.`
        : `The secret is treated as was signed; not checked against anything: the key ${key}.`,
    ],
    known,
  );
}

function seats(facts: Facts, say: Say): Finding {
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

function beacon(facts: Facts, say: Say): Finding {
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
  if (facts.opening === "timelock" && state === "signed") {
    return say(
      ["La balise", `${fr} Les secrets étaient verrouillés jusqu’à ce tour, et s’ouvrent par lui.`],
      ["The beacon", `${en} The secrets were locked until that round, and open by it.`],
    );
  }
  return say(["La balise", fr], ["The beacon", en], state === "signed");
}

function cut(facts: ShoeFacts, say: Say): Finding {
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
