import "virtual:theme-tokens.css";
import "../base.css";
import "./visitor.css";
import { startVisitorPages } from "./start-visitor-pages";

void startVisitorPages();
