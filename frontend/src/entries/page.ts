import "../../assets/icon.svg?url";
import "../styles/tokens.css";
import "../styles/page.css";
