import "./schemas-without-eval";
import "./mantine-styles";
import { APP_VERSION } from "@korki/domain";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { screenOfPage } from "./app-routes";
import { followConnection } from "./server/connection";
import { followSession } from "./session/follow-session";
import { followUpdates } from "./updates/follow-updates";
import { reloadForMissingScreens } from "./updates/missing-screens";
import { keepVersionMarker } from "./updates/version-marker";

void start();

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root || (await keepVersionMarker(APP_VERSION))) return;
  reloadForMissingScreens();
  followConnection();
  followSession();
  await screenOfPage(location.pathname);
  // A transition is drawn in slices, so that a slow phone stays responsive meanwhile.
  startTransition(() => createRoot(root).render(<App />));
  // The worker stores files for offline use: not before the page itself has all that it needs.
  if (document.readyState === "complete") void followUpdates(APP_VERSION);
  else addEventListener("load", () => void followUpdates(APP_VERSION), { once: true });
}
