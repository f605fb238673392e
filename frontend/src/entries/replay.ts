import { mount } from "svelte";
import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/table.css";
import { pageLanguage } from "../core/i18n";
import { GAMES } from "../games";
import { type Replayed, ReplayStore } from "../ui/replay/replay.svelte";
import ReplayApp from "../ui/replay/ReplayApp.svelte";

async function open(target: HTMLElement): Promise<void> {
  const text = document.getElementById("replayed")?.textContent ?? "null";
  const replayed = JSON.parse(text) as Replayed;
  const load = GAMES[replayed.info.game];
  if (!load) throw new Error(`The page has no game ${replayed.info.game}.`);
  const game = await load();
  target.replaceChildren();
  mount(ReplayApp, { target, props: { store: new ReplayStore(replayed, game, pageLanguage()) } });
}

const target = document.getElementById("replay");
if (target) void open(target);
