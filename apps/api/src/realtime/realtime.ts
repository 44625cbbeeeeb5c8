import type { Server } from "node:http";
import { listen } from "@korki/db";
import type { Services } from "@korki/services";
import { AccessWatch } from "./access-watch";
import { LessonFeed } from "./lesson-feed";
import { trpcSocket } from "./trpc-socket";
import { routeUpgrades } from "./upgrade";

/** The long-lived side of the server: who is connected, and what they hear. */
export type Realtime = {
  /** Closes connections whose account loses access. */
  readonly access: AccessWatch;
  /** Resolves once the database's signals are heard. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/** Puts the websockets on a server, by path; one connection of this process listens for the database's signals. */
export function attachRealtime(server: Server, services: Services, databaseUrl: string): Realtime {
  const { db, log } = services;
  const access = new AccessWatch(db, log);
  const lessonFeed = new LessonFeed(db, log);
  const trpc = trpcSocket(services, { access, lessonFeed });
  routeUpgrades(server, { "/trpc": trpc.upgrade });

  let hearing: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    hearing = resolve;
  });
  const signals = listen(databaseUrl, ["korki_lessons", "korki_access"], {
    onSignal: (payload, channel) => (channel === "korki_lessons" ? lessonFeed : access).onSignal(payload),
    onListening() {
      hearing();
      lessonFeed.onGap();
      void access.recheck();
    },
    onAway: (reason) => log.warn({ reason }, "the database's signals are away"),
  });

  return {
    access,
    ready,
    async close() {
      lessonFeed.close();
      trpc.close();
      access.stop();
      await signals.close();
    },
  };
}
