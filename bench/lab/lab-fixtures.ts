import { type Fixtures, makeFixtures } from "@korki/api/testing/fixtures";
import { createRateLimits, signAccessToken } from "@korki/services";
import { testSettings } from "@korki/testing/settings";
import { pino } from "pino";
import { type Lab, SECRET } from "./lab";

/** One of everything, and everybody with a session, in a lab's database: what the API's own tests call it with. */
export function makeLabFixtures(lab: Lab): Promise<Fixtures> {
  return makeFixtures({
    db: lab.db,
    settings: testSettings({ AUTH_SECRET: SECRET, DATA_DIR: lab.dataDir }),
    payments: null,
    limits: createRateLimits(null, 1),
    log: pino({ level: "silent" }),
    now: () => new Date(),
  });
}

/** Returns a token of the same session for another 15 minutes; null stays null. */
export async function freshBearer(token: string | null): Promise<string | null> {
  const [, payload = ""] = (token ?? "").split(".");
  if (payload === "") return null;
  const { sub, sid } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, string>;
  return signAccessToken(SECRET, { userId: sub ?? "", sessionId: sid ?? "" }, new Date());
}
