import { mount } from "svelte";
import "../styles/tokens.css";
import "../verify/page/page.css";
import VerifyPage from "../verify/page/VerifyPage.svelte";

mount(VerifyPage, { target: document.body });
