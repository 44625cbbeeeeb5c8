import type { Server } from "node:http";
import { enforceVetting, listen } from "@korki/db";
import type { Services } from "@korki/services";
import { AccessWatch } from "./access-watch";
import { ChangeFeed } from "./change-feed";
import { openChat } from "./chat";
import { DayWatch } from "./day-watch";
import { letGo } from "./let-go";
import { RoomBoards } from "./room-boards";
import { Rooms } from "./rooms";
import { connectionsOf, openSocketServer } from "./socket-server";
import { trpcSocket } from "./trpc-socket";
import { routeUpgrades } from "./upgrade";

/** The long-lived connections of the server. */
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
  const changeFeed = new ChangeFeed();
  const trpc = trpcSocket(services, { access, changeFeed });
  routeUpgrades(server, { "/trpc": trpc.upgrade });
  const io = openSocketServer(server);
  const chat = openChat(io, services, access);
  const rooms = new Rooms(io, services, access);
  const boards = new RoomBoards(io, services, rooms);

  const days = new DayWatch(services, ({ people, contacts }) => {
    changeFeed.onFamilies(people);
    chat.onSignal(JSON.stringify({ contacts }));
    rooms.onChange(people);
  });

  let hearing: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    hearing = resolve;
  });
  const signals = listen(
    databaseUrl,
    ["korki_changes", "korki_access", "korki_chat", "korki_rooms", "korki_boards"],
    {
      onSignal(payload, channel) {
        if (channel === "korki_chat") chat.onSignal(payload);
        else if (channel === "korki_rooms") rooms.onSignal(payload);
        else if (channel === "korki_boards") boards.onSignal(payload);
        else if (channel === "korki_access") access.onSignal(payload);
        else rooms.onChange(changeFeed.onSignal(payload));
      },
      onListening() {
        hearing();
        enforceVetting(db, services.settings.requireVetting).catch((error: unknown) =>
          log.warn({ err: error }, "REQUIRE_VETTING could not be written to the database"),
        );
        changeFeed.onGap();
        chat.onListening();
        rooms.onListening();
        boards.onListening();
        void access.recheck();
      },
      onAway: (reason) => log.warn({ reason }, "the database's signals are interrupted"),
    },
  );

  return {
    access,
    ready: Promise.all([ready, chat.ready]).then(() => undefined),
    async close() {
      await letGo([...connectionsOf(io), ...trpc.connections()]);
      days.stop();
      rooms.stop();
      await chat.close();
      changeFeed.close();
      trpc.close();
      access.stop();
      await signals.close();
    },
  };
}
