/** What a table consists of: a module for each part that has rules of its own, and plain state. */

import type { Autoplay } from "../../autoplay/autoplay.svelte";
import type { Chat } from "../../chat/chat.svelte";
import { type Language, type Translate, translator } from "../../core/i18n";
import { load, type Prefs } from "../../core/prefs";
import type { Game, Play } from "../../games/contract";
import type { TableInfo } from "../../games/table";
import type { PanelName } from "../../widgets/context";
import type { BulletinsShown, Frame, Welcome, WritingShown } from "../../wire/types";
import { Announcer } from "./announcer.svelte";
import { Clearing } from "./clearing.svelte";
import { Commands } from "./commands.svelte";
import { Connection } from "./connection.svelte";
import { Countdown } from "./countdown.svelte";
import { FairnessFeed } from "./fairness_feed.svelte";
import type { FramePlayer } from "./frame_player.svelte";
import { OwnView } from "./own_view.svelte";
import { PlaySession, Wallet } from "./wallet.svelte";

export abstract class TableParts {
  abstract readonly play: Play;
  protected abstract readonly frames: FramePlayer;

  readonly t: Translate;
  readonly announcer: Announcer;
  readonly session = new PlaySession();
  readonly connection = new Connection();
  protected readonly wallet: Wallet;
  protected readonly commands = new Commands();
  protected readonly ownView = new OwnView();
  protected readonly countdown = new Countdown();
  protected readonly clearing = new Clearing();
  readonly feed = new FairnessFeed();

  you = $state<string | null>(null);
  writings = $state.raw<readonly WritingShown[]>([]);
  wishes = $state(false);
  autoplay = $state.raw<Autoplay | null>(null);
  /** What players say to each other; `null` until it is loaded. */
  chat = $state.raw<Chat | null>(null);
  /** Says aloud what is told of a frame; `null` where nobody has asked for it. */
  calls: ((text: string) => void) | null = null;
  /** What may be said at the table. */
  talk = $state<Welcome["chat"]>("off");
  /** What the house tells players here, what is over by now included. */
  posted = $state.raw<Pick<BulletinsShown, "version" | "bulletins">>({ version: 0, bulletins: [] });
  panel = $state<PanelName | null>(null);
  /** I am shown round the page. */
  touring = $state(false);
  pots = $state.raw<Frame["floor"]["pots"]>([]);
  prefs = $state<Prefs>(load());

  constructor(
    readonly info: TableInfo,
    readonly game: Game,
    readonly lang: Language,
  ) {
    this.t = translator(lang, game.instead);
    this.announcer = new Announcer(
      lang,
      this.t,
      () => game.refusals(),
      () => this.frames.frame !== this.frames.told,
    );
    this.wallet = new Wallet(
      () => info.practice ?? false,
      () => this.announcer.say(this.t("practice.anew")),
    );
    this.wallet.balance = info.balance ?? null;
  }
}
