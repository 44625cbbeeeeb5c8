import { createHmac } from "node:crypto";
import type { IceServer } from "@korki/contracts/classroom";
import type { Settings } from "@korki/settings";

/** How long a credential of the relay is valid. */
const VALID_SECONDS = 2 * 3_600;

/**
 * Returns how a person's browser reaches the others in a lesson: through coturn, by the time-limited credential of its
 * shared secret, which names the lesson and the person. Without a relay directly.
 */
export function relayFor(
  { turn }: Pick<Settings, "turn">,
  { lessonId, userId, now }: { lessonId: string; userId: string; now: Date },
): { iceServers: IceServer[]; iceTransportPolicy: "all" | "relay" } {
  if (turn === null) return { iceServers: [], iceTransportPolicy: "all" };
  const expiry = Math.floor(now.getTime() / 1_000) + VALID_SECONDS;
  const username = `${expiry}:${lessonId}:${userId}`;
  const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
  return {
    iceServers: [{ urls: [...turn.urls], username, credential }],
    iceTransportPolicy: turn.only ? "relay" : "all",
  };
}
