import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/page.css";

const SHOW = {
  fr: ["Afficher", "Masquer", " le mot de passe"],
  en: ["Show", "Hide", " the password"],
} as const;

/** Puts a button into each field of a password that shows what is typed. */
for (const field of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
  const [show, hide, what] = SHOW[document.documentElement.lang === "fr" ? "fr" : "en"];
  const box = document.createElement("span");
  const button = document.createElement("button");
  const label = (): void => {
    button.textContent = field.type === "password" ? show : hide;
    button.ariaLabel = button.textContent + what;
  };
  box.className = "password-box";
  button.type = "button";
  button.onclick = () => {
    field.type = field.type === "password" ? "text" : "password";
    label();
    field.focus();
  };
  label();
  field.replaceWith(box);
  box.append(field, button);
  // What is sent is no longer shown: the browser keeps it as a password.
  field.form?.addEventListener("submit", () => (field.type = "password"));
}
