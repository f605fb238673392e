import "../styles/page.css";
