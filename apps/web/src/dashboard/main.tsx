import "../schemas-without-eval";
import "../mantine-styles";
import { APP_VERSION } from "@korki/domain";
import { createRoot } from "react-dom/client";
import { followConnection } from "../server/connection";
import { followSession } from "../server/session-calls";
import { endureTranslation } from "../ui/translated-texts";
import { followUpdates } from "../updates/follow-updates";
import { reloadForMissingScreens } from "../updates/missing-screens";
import { keepVersionMarker } from "../updates/version-marker";
import { DashboardApp } from "./dashboard-app";

void start();

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root || (await keepVersionMarker(APP_VERSION))) return;
  endureTranslation();
  reloadForMissingScreens();
  followConnection();
  followSession();
  createRoot(root).render(<DashboardApp />);
  // The worker stores files for offline use: not before the page itself has all that it needs.
  if (document.readyState === "complete") void followUpdates(APP_VERSION);
  else addEventListener("load", () => void followUpdates(APP_VERSION), { once: true });
}
