/** What a table's page loads once it is shown, a part after the other. */

import type { Component } from "svelte";
import { translatorOf } from "../../core/i18n";
import type { HelpWords } from "../../games/contract";
import type { PanelName } from "../../widgets/context";
import LostConnection from "../notices/LostConnection.svelte";
import type { TableStore } from "../store/table_store.svelte";
import { hasSeenTour } from "../help/tour_memory";

interface Tour {
  Shown: Component<{ help: HelpWords }>;
  help: HelpWords;
}

const TITLES = {
  fr: {
    rules: "Règlement de la table",
    settings: "Réglages",
    practice: "Bilan d’entraînement",
    nth_shoe: "Sabot n° {sequence}",
    shoe: "Sabot",
    failed: "Ce volet n’a pas pu être chargé.",
  },
  en: {
    rules: "Rules of this table",
    settings: "Settings",
    practice: "Practice report",
    nth_shoe: "Shoe no. {sequence}",
    shoe: "Shoe",
    failed: "This panel could not be loaded.",
  },
};

/** What nobody has opened yet need not be loaded with the page. */
const PANELS: Record<Exclude<PanelName, "practice">, () => Promise<{ default: Component }>> = {
  rules: () => import("../panels/RulesPanel.svelte"),
  shoe: () => import("../../fairness/panel/FairnessPanel.svelte"),
  settings: () => import("../panels/Settings.svelte"),
  auto: () => import("../../autoplay/AutoplayForm.svelte"),
  chat: () => import("../../chat/ChatPanel.svelte"),
  cash: () => import("../panels/Cash.svelte"),
};

export { handleKey } from "./shortcuts";

/** Milliseconds after which it is asked how long I have stayed: the page is there by then. */
const STAY = 20_000;
/** Milliseconds after which what refusals say is loaded: the first comes by itself, if sooner. */
const SENTENCES = 5_000;

/** The parts that are loaded; `null` until they are. */
export class DeferredParts {
  dialog = $state.raw<typeof import("./Dialog.svelte").default | null>(null);
  fairness = $state.raw<typeof import("../../fairness") | null>(null);
  /** What tells of the making of a shoe is there, or will not come. */
  watched = $state(false);
  autoplay = $state.raw<typeof import("../../autoplay") | null>(null);
  talk = $state.raw<typeof import("../../chat") | null>(null);

  readonly LostConnection = LostConnection;

  constructor(private readonly store: TableStore) {}

  async load(): Promise<void> {
    const { store } = this;
    void import("./Dialog.svelte")
      .then((loaded) => (this.dialog = loaded.default))
      .catch(() => null);
    try {
      const loaded = await import("../../fairness");
      store.feed.attach(new loaded.Watch(store, store.game));
      this.fairness = loaded;
    } catch {
      store.feed.attach(null);
      store.notify("info", store.t("notice.unverified"));
    }
    this.watched = true;
    if (store.prefs.calls) {
      void import("../../core/calls").then(({ call }) => call(store)).catch(() => null);
    }
    this.talk = await import("../../chat").catch(() => null);
    if (this.talk) store.chat = new this.talk.Chat(store);
    if (store.play.staking) {
      this.autoplay = await import("../../autoplay").catch(() => null);
      if (this.autoplay) store.autoplay = new this.autoplay.Autoplay(store, store.play.staking);
    }
    setTimeout(() => {
      void import("../../reality-check")
        .then(({ mountRealityCheck }) => mountRealityCheck(store))
        .catch(() => null);
    }, STAY);
    // Whoever sits already is not held up by a tour.
    store.touring = !hasSeenTour(store.info.game) && store.mine.size === 0;
    setTimeout(() => void store.announcer.loadRefusals().catch(() => null), SENTENCES);
  }

  /** Loads the tour of the game; nothing where it has none. */
  readonly tour = async (): Promise<Tour | null> => {
    const { help } = this.store.game;
    if (!help) return null;
    const [shown, words] = await Promise.all([import("../help/Tour.svelte"), help()]);
    return { Shown: shown.default, help: words };
  };

  /** Loads what a panel shows; of a practice table its game tells it. */
  readonly panel = async (name: PanelName): Promise<Component> => {
    if (name !== "practice") return (await PANELS[name]()).default;
    const { practice } = this.store.game;
    if (!practice) throw new Error("The game tells nothing of practice.");
    return practice();
  };

  /** What stands in place of a panel that could not be loaded. */
  get failed(): string {
    return translatorOf(TITLES, this.store.lang)("failed");
  }

  /** What stands above the open panel. */
  get title(): string {
    const { store } = this;
    const { t, panel, floor } = store;
    const say = translatorOf(TITLES, store.lang);
    switch (panel) {
      case "rules":
        return say("rules");
      case "settings":
        return say("settings");
      case "practice":
        return say("practice");
      case "cash":
        return t("cash.title");
      case "auto":
        return store.autoplay?.say("title") ?? "";
      case "chat":
        return store.chat?.say("title") ?? "";
      default:
        if (!store.game.cards) return t("draw.title");
        return floor?.shoe ? say("nth_shoe", { sequence: floor.shoe.sequence }) : say("shoe");
    }
  }
}
