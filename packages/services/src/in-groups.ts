import { isDatabaseAway, transact } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { Services } from "./context";
import { notify } from "./outbox";

/** Names a thing in the log. */
type About = Readonly<Record<string, string>>;

/**
 * Does one thing of a periodic round. A failure is logged and stops no other thing. Rejects while the database is away, when
 * all would fail. Returns whether it was done.
 */
export async function alone(
  { log }: Pick<Services, "log">,
  about: About,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    log.error({ ...about, reason }, "one thing of a round failed");
    return false;
  }
}

/**
 * Does things in groups of `size`, each of which is done as a whole. Of a group that fails every thing is done `alone`.
 * Returns how many things were done.
 */
export async function inGroups<Thing>(
  services: Pick<Services, "log">,
  things: readonly Thing[],
  {
    size,
    about,
    work,
  }: { size: number; about(thing: Thing): About; work(group: readonly Thing[]): Promise<unknown> },
): Promise<number> {
  let done = 0;
  for (let start = 0; start < things.length; start += size) {
    const group = things.slice(start, start + size);
    try {
      await work(group);
      done += group.length;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      for (const thing of group) {
        if (await alone(services, about(thing), () => work([thing]))) done += 1;
      }
    }
  }
  return done;
}

const NOTIFICATIONS_AT_ONCE = 500;

/** Writes the notifications of a round to the outbox. Returns how many could be written. */
export function notifyInGroups(
  services: Services,
  requests: readonly (NotificationRequest & { dedupeKey: string })[],
): Promise<number> {
  return inGroups(services, requests, {
    size: NOTIFICATIONS_AT_ONCE,
    about: ({ kind, dedupeKey }) => ({ kind, notification: dedupeKey }),
    work: (group) => transact(services.db, (tx) => notify(tx, services, ...group)),
  });
}
