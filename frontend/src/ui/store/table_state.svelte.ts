/** A table as games, widgets and the other parts of the page know it, whatever module keeps what. */

import type { AutoplayTable } from "../../autoplay/autoplay.svelte";
import type { ChatTable } from "../../chat/chat.svelte";
import type { Command, Link } from "../../core/connection/socket";
import { save } from "../../core/prefs";
import type { Sound } from "../../core/sound";
import type { FairnessTable } from "../../fairness/context";
import type { Watch } from "../../fairness/watch.svelte";
import type { AnyOwn, Colours } from "../../games/table";
import type { PlayedTable } from "../../reality-check/played_table";
import type { FloorShown, Frame, Refusal } from "../../wire/types";
import type { Notice } from "./announcer.svelte";
import { TableParts } from "./table_parts.svelte";

const NOTHING: ReadonlySet<number> = new Set();

export abstract class TableState
  extends TableParts
  implements FairnessTable, AutoplayTable, ChatTable, PlayedTable
{
  abstract now(): number;
  abstract send(command: Command): string;

  /** So many parts of the felt are still being drawn. */
  #undrawn = $state(0);

  // --- the line, and what is shown -----------------------------------------------------------

  get link(): Link {
    return this.connection.link;
  }

  get live(): boolean {
    return this.connection.live;
  }

  get frame(): Frame | null {
    return this.frames.frame;
  }

  get told(): Frame | null {
    return this.frames.told;
  }

  get busy(): boolean {
    return this.frames.busy;
  }

  get veiled(): ReadonlySet<string> {
    return this.frames.veiled;
  }

  get fresh(): ReadonlySet<string> {
    return this.frames.fresh;
  }

  get floor(): FloorShown | null {
    return this.frame?.floor ?? null;
  }

  get own(): AnyOwn {
    return this.ownView.own;
  }

  get cleared(): boolean {
    return this.clearing.cleared;
  }

  get seconds(): number | null {
    return this.countdown.seconds;
  }

  get left(): number {
    return this.countdown.left;
  }

  get sending(): ReadonlyMap<string, Command["kind"]> {
    return this.commands.sending;
  }

  get watch(): Watch | null {
    return this.feed.watch;
  }

  /** Whether the felt is drawn, and what lies on it known. */
  get drawn(): boolean {
    return this.#undrawn === 0 && this.frame !== null;
  }

  unfinished(): () => void {
    this.#undrawn += 1;
    return () => (this.#undrawn -= 1);
  }

  /** What is said in place of a shoe that does not lie there yet. */
  get shoeless(): string {
    const { floor, t } = this;
    if (floor?.shuffling?.stage === "waiting") return t("shoe.unshuffled");
    if (floor?.shuffling && floor.shuffling.stage !== "shuffling") return t("shoe.making");
    return t(floor?.status === "closed" ? "shoe.none" : "status.shuffling");
  }

  // --- seats ---------------------------------------------------------------------------------

  get seating(): boolean {
    const status = this.floor?.status;
    return status === "open" || status === "ending";
  }

  get mine(): ReadonlySet<number> {
    const { you, floor } = this;
    if (you === null || !floor) return NOTHING;
    return new Set(floor.seats.filter((seat) => seat.party === you).map((seat) => seat.box));
  }

  get free(): number {
    const held = this.floor?.seats.map((seat) => seat.box);
    let box = 1;
    while (held?.includes(box)) box++;
    return this.seating && box <= this.info.boxes ? box : 0;
  }

  get due(): number | null {
    const { floor, you } = this;
    return (you && floor?.yielding.find((each) => each.due_to === you)?.box) || null;
  }

  sit(box: number): void {
    this.send({ kind: "table.sit", box });
  }

  leave(box: number): void {
    this.send({ kind: "table.leave", box });
  }

  wish(wishes: boolean): void {
    if (this.live) this.wishes = wishes;
    this.send({ kind: "table.wish", wishes });
  }

  // --- chips ---------------------------------------------------------------------------------

  get balance(): number | null {
    return this.wallet.balance;
  }

  get notes(): number {
    return this.wallet.notes;
  }

  set notes(notes: number) {
    this.wallet.notes = notes;
  }

  get inPlay(): number {
    return this.wallet.inPlay;
  }

  get colours(): Colours | null {
    const mine = this.floor?.colours.find((each) => each.party === this.you);
    return mine ? { ...mine, hand: this.wallet.hand } : null;
  }

  get purse(): number | null {
    return this.colours?.hand ?? (this.balance === null ? null : this.balance + this.notes);
  }

  /** Whether I cannot pay the least stake and no chip of mine lies: I cannot play on. */
  get broke(): boolean {
    const { balance, frame, told, play } = this;
    if (this.you === null || balance === null || frame === null || told !== frame) return false;
    if (frame.floor.status === "closed") return false;
    const mine = balance + (this.colours?.hand ?? 0);
    return this.inPlay === 0 && play.staked <= 0 && mine < Math.max(1, play.bounds.least);
  }

  /** Takes chips over that the house has given me: they are no winnings of the session. */
  refilled(granted: number, balance: number): void {
    this.wallet.balance = balance;
    this.session.grant(granted);
  }

  /** What the session has given so far: chips on the layout count as mine. */
  get net(): number | null {
    const { balance } = this;
    const { startBalance } = this.session;
    if (balance === null || startBalance === null) return null;
    return balance + (this.colours?.hand ?? 0) + this.inPlay - startBalance;
  }

  // --- what I am told ------------------------------------------------------------------------

  say(text: string, early = false): void {
    this.announcer.say(text, early);
  }

  alert(text: string): void {
    this.announcer.alert(text);
  }

  notify(kind: Notice["kind"], text: string, clause: string | null = null): void {
    this.announcer.notify(kind, text, clause);
  }

  notifyNet(net: number): void {
    this.announcer.notifyNet(net);
  }

  refuse(refused: Refusal): Promise<void> {
    return this.announcer.refuse(refused);
  }

  unsent(): void {
    this.notify("refusal", this.t("link.unsent"));
  }

  report(): void {
    this.panel ??= "practice";
  }

  forget(kind: Command["kind"]): void {
    this.commands.forget(kind);
  }

  sound(sound: Sound): void {
    if (!this.prefs.sound || document.hidden) return;
    // Most play without; whoever has sound hears the first one when it is loaded.
    void import("../../core/sound")
      .then(({ play }) => play(sound, this.prefs.volume))
      .catch(() => null);
  }

  savePrefs(): void {
    save(this.prefs);
  }
}
