/**
 * The page of a table, whatever its game: what the server says comes in here, and my commands go out.
 *
 * Truth comes from frames; the state adds only what is being shown step by step (veils), what is on
 * its way, and the preferences of this device. The game's own part is its `Play`.
 */

import type { Command, Listener, Source } from "../../core/connection/socket";
import type { Language } from "../../core/i18n";
import { inLanguage } from "../../core/names";
import type { Game, Play } from "../../games/contract";
import type { TableInfo } from "../../games/table";
import type { Frame, ReceiptShown, WalletShown, Welcome, WritingShown } from "../../wire/types";
import { FramePlayer } from "./frame_player.svelte";
import { Prompter } from "./prompter";
import { TableState } from "./table_state.svelte";

export class TableStore extends TableState {
  readonly play: Play;
  protected readonly frames: FramePlayer;
  readonly #source: Source;
  readonly #prompter: Prompter;
  /** The next writings are those that were there when I came: nothing about them is news. */
  #greeted = true;

  constructor(
    info: TableInfo,
    game: Game,
    language: Language,
    source: (listener: Listener) => Source,
  ) {
    super(info, game, language);
    this.frames = new FramePlayer({
      animated: () => this.prefs.motion && !document.hidden,
      pace: () => this.pace,
      plan: (frame) => this.play.plan(frame),
      arrived: (frame, before) => this.#arrived(frame, before),
      settled: (frame) => this.#settled(frame),
      sound: (sound) => this.sound(sound),
    });
    this.#prompter = new Prompter(
      () => ({
        status: this.play.status,
        round: this.floor?.recent[0]?.number,
        last: this.announcer.polite.at(-1)?.text ?? "",
      }),
      (text) => this.say(text),
    );
    this.#source = source(this.#listener());
    this.play = game.begin(this);
  }

  /** How many times as fast as usual frames are shown. */
  protected get pace(): number {
    return 1;
  }

  now(): number {
    return this.#source.clock.now();
  }

  start(): () => void {
    this.#source.connect();
    const clock = setInterval(() => this.#tick(), 100);
    return () => {
      clearInterval(clock);
      this.#prompter.stop();
      this.#source.stop();
    };
  }

  send(command: Command): string {
    // What the page gives to the making of a shoe by itself may wait for the line.
    if (!this.live && !this.watch?.quiet(command)) {
      this.unsent();
      return "";
    }
    const notes = this.game.notes?.includes(command.kind) ? this.wallet.takeNotes() : 0;
    const id = this.#source.send(command, notes);
    this.commands.sending.set(id, command.kind);
    return id;
  }

  // --- what the server says ------------------------------------------------------------------

  #listener(): Listener {
    return {
      welcome: (message) => this.#welcome(message),
      frame: (told) => {
        const frame = inLanguage(told, this.lang);
        this.feed.hear(frame);
        if (frame.cause !== null) this.commands.answer(frame.cause, frame.seq, this.frames.seq);
        this.frames.enqueue(frame);
      },
      wallet: (message) => this.#balance(message),
      writings: (message) => this.#written(message.writings),
      own: (message) => {
        this.feed.hear(message);
        this.ownView.receive(message);
        this.#takeOwn();
      },
      signed: (message) => this.feed.hear(message),
      receipt: (message, sent) => this.#receipt(message, sent),
      settled: (cause) => this.commands.sending.delete(cause),
      lapsed: (id) => {
        this.commands.sending.delete(id);
        this.notify("info", this.t("link.lapsed"));
      },
      pots: (message) => (this.pots = message.pots),
      bulletins: (message) => {
        // One act of the office may be told after the next: the older list is not shown.
        if (message.version >= this.posted.version) this.posted = message;
      },
      chat: (message) => this.chat?.hear(message),
      decision: ({ table, round }) =>
        this.notify(
          "info",
          round === null
            ? this.t("notice.decided", { table })
            : this.t("notice.decided_round", { table, round }),
        ),
      link: (link, rtt) => {
        if (this.connection.update(link, rtt)) this.say(this.t("link.back"));
      },
    };
  }

  #welcome(message: Welcome): void {
    this.you = message.you;
    this.wallet.balance = message.balance;
    this.wishes = message.wishes;
    this.talk = message.chat;
    // What practice brings is no part of what a session brought.
    if (!this.info.practice) this.session.begin(message.you, message.balance);
    this.frames.clear();
    this.ownView.reset();
    this.#greeted = true;
  }

  #balance(message: WalletShown): void {
    const { busy, drained, seq } = this.frames;
    // A win is not announced before the cards that made it are shown.
    if (this.wallet.receive(message, !busy && drained && !(message.seq > seq))) this.#count();
  }

  #count(): void {
    if (!this.busy) this.wallet.count(this.play.staked);
  }

  #written(writings: readonly WritingShown[]): void {
    const before = new Map(this.writings.map((each) => [each.id, each.state]));
    this.writings = writings;
    for (const { id, state, reason } of this.#greeted ? [] : writings) {
      if (state !== "pending" && before.get(id) === "pending")
        this.notify("info", this.t(`writing.${state}`, { reason }));
    }
    this.#greeted = false;
  }

  #takeOwn(): void {
    if (!this.ownView.release(this.frames.seq)) return;
    this.play.owned?.();
    this.#count();
  }

  #receipt(message: ReceiptShown, sent: Command | undefined): void {
    this.commands.answer(message.cause, message.seq, this.frames.seq);
    if (!message.refused || this.watch?.refused(sent, message.refused)) return;
    this.play.refused(sent, message.refused);
    void this.refuse(message.refused);
    if (sent?.kind === "table.wish") this.wishes = !sent.wishes;
  }

  #arrived(frame: Frame, before: Frame | null): void {
    this.#prompter.stop();
    this.pots = frame.floor.pots;
    this.commands.show(frame.seq);
    this.#takeOwn();
    if (this.mine.size > 0) this.wishes = false;
    this.play.arrived(frame, before);
    this.play.staking?.resume();
    for (const event of frame.events) {
      if (event.kind === "table.voided")
        this.notify("void", this.t("notice.voided", { reason: event.reason }));
    }
  }

  #settled(frame: Frame): void {
    this.clearing.show(frame.floor.status === "closed");
    if (this.frames.drained) this.wallet.release(frame.seq);
    this.frames.told = frame;
    this.#count();
    const told = this.play.narrate(frame);
    // What the page finds when it opens is no news.
    if (frame.events.length > 0) this.calls?.(told);
    this.announcer.tell(told);
    this.play.shown(frame);
    this.#prompter.wait();
  }

  #tick(): void {
    const { frame, play } = this;
    this.session.tick();
    const clocked = play.clocked || frame?.floor.shuffling != null;
    const begun = this.countdown.tick(clocked ? frame : null, this.now());
    const { seconds } = this;
    if (!begun || seconds === null || !play.awaitsMe) return;
    if (seconds === 10 || seconds === 5) this.say(this.t("say.seconds", { seconds }));
    if (seconds <= 3 && seconds > 0) this.sound("tick");
  }
}
