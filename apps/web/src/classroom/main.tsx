import "virtual:theme-tokens.css";
import "../base.css";
import "../visitor/visitor.css";
import { APP_VERSION } from "@korki/domain";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followConnection } from "../server/connection";
import { followSession } from "../server/session-calls";
import { followColourScheme } from "../ui/colour-scheme";
import { endureTranslation } from "../ui/translated-texts";
import { keepVersionMarker } from "../updates/version-marker";
import { ClassroomApp } from "./classroom-app";

void start();

/** Starts the room of a lesson: a page of its own, without the component library and the schemas. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root || (await keepVersionMarker(APP_VERSION))) return;
  endureTranslation();
  followColourScheme();
  followConnection();
  followSession();
  // A page that was left has released its devices: restoring it loads it again.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  createRoot(root).render(
    <StrictMode>
      <ClassroomApp lessonId={location.pathname.split("/")[2] ?? ""} />
    </StrictMode>,
  );
}
