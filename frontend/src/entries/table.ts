import { mount } from "svelte";
import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import { pageLanguage } from "../core/i18n";
import { TableStore, type TableInfo } from "../ui/store.svelte";
import TableApp from "../ui/TableApp.svelte";

const info = JSON.parse(document.getElementById("table-info")?.textContent ?? "null") as TableInfo;
const target = document.getElementById("table");
if (target) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const url = `${scheme}//${location.host}/ws/tables/${info.id}/`;
  target.replaceChildren();
  mount(TableApp, { target, props: { store: new TableStore(info, pageLanguage(), url) } });
}
