import { publicClient } from "../server/public-client";
import { leaveSession } from "./end-session";

/** Ends the session on the server and here; here even where the server cannot be reached. */
export async function logout(): Promise<void> {
  const told = publicClient.account.logout.mutate({}).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  leaveSession();
}
