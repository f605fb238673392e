import { mount } from "svelte";
import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/table.css";
import { pageLanguage } from "../core/i18n";
import { chips } from "../core/money";
import { GAMES } from "../games";
import { TableSocket } from "../core/connection/socket";
import type { TableInfo } from "../games/table";
import { TableStore } from "../ui/store/table_store.svelte";
import { rest } from "../widgets/slices.svelte";
import TableApp from "../ui/layout/TableApp.svelte";

async function open(target: HTMLElement): Promise<void> {
  const text = document.getElementById("table-info")?.textContent ?? "null";
  const info = JSON.parse(text) as TableInfo;
  const load = GAMES[info.game];
  if (!load) throw new Error(`The page has no game ${info.game}.`);
  const loading = load();
  await rest();
  // Whoever formats a number first waits for the words of the language, for long on a phone.
  chips(0, pageLanguage());
  const game = await loading;
  await rest();
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const url = `${scheme}//${location.host}/ws/tables/${info.id}/?deltas&beats`;
  const store = new TableStore(info, game, pageLanguage(), (listener) => {
    const socket = new TableSocket(url, listener);
    addEventListener("offline", () => socket.lost());
    addEventListener("online", () => socket.found());
    return socket;
  });
  await rest();
  target.replaceChildren();
  mount(TableApp, { target, props: { store } });
}

const target = document.getElementById("table");
if (target) void open(target);
