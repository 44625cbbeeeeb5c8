import { accessToken, keepAccessToken } from "./access-token";
import { checkSession } from "./check-session";
import { currentSession } from "./session-store";
import { announceToTabs } from "./tabs";

/** Signs in with the token that a login answered: keeps it, fetches the profile, tells the other tabs. */
export async function enterWithToken(token: string): Promise<void> {
  keepAccessToken(token);
  await checkSession();
  if (currentSession().phase === "signedIn" && accessToken()) announceToTabs("signedIn");
}
