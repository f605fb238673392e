import "../styles/tokens.css";
import "../styles/page.css";
