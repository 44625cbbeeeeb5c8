import { APP_VERSION } from "@korki/domain";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followConnection } from "../server/connection";
import { accessToken } from "../session/access-token";
import { takeNote } from "../session/notes";
import { onTabNews } from "../session/tabs";
import { followColourScheme } from "../ui/colour-scheme";
import { OfflineBanner } from "../ui/offline-banner";
import { endureTranslation } from "../ui/translated-texts";
import { followUpdates } from "../updates/follow-updates";
import { keepVersionMarker } from "../updates/version-marker";
import { destinationAfterLogin, isSignInAddress, visitorPaths } from "../visitor-paths";
import { VisitorPage } from "./visitor-pages";

/** Starts the pages before the dashboard. They do without the component library, the router and the schemas. */
export async function startVisitorPages(): Promise<void> {
  const root = document.getElementById("root");
  if (!root || (await keepVersionMarker(APP_VERSION))) return;
  if (isSignInAddress(location.pathname)) {
    // The dashboard checks the session and redirects back without one.
    if (accessToken()) return goToDashboard();
    onTabNews((news) => {
      if (news === "signedIn") goToDashboard();
    });
    if (location.pathname === visitorPaths.home) history.replaceState(null, "", visitorPaths.auth);
  }
  endureTranslation();
  followColourScheme();
  followConnection();
  createRoot(root).render(
    <StrictMode>
      <OfflineBanner />
      <VisitorPage pathname={location.pathname} />
    </StrictMode>,
  );
  // The worker stores files for offline use, after the page itself has all that it needs.
  if (document.readyState === "complete") void followUpdates(APP_VERSION);
  else addEventListener("load", () => void followUpdates(APP_VERSION), { once: true });
}

function goToDashboard(): void {
  location.replace(destinationAfterLogin(takeNote("wanted")));
}
