import {
  type RefusedInRoom,
  ROOM_NAMESPACE,
  type RoomClientEvents,
  type RoomServerEvents,
} from "@korki/contracts/classroom";
import type { Services } from "@korki/services";
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import type { ChatServer, ChatSocketData } from "./chat-socket";
import { acknowledgeWork } from "./socket-session";

export type RoomSocket = Socket<RoomClientEvents, RoomServerEvents, DefaultEventsMap, ChatSocketData>;
type RoomNamespace = Namespace<RoomClientEvents, RoomServerEvents, DefaultEventsMap, ChatSocketData>;

/** The namespace of the lessons' rooms, on the connections of the chat's server. */
export function roomNamespace(io: ChatServer): RoomNamespace {
  return io.of(ROOM_NAMESPACE) as unknown as RoomNamespace;
}

/** Runs the work of a room's or a board's event and acknowledges it. */
export function acknowledgeInRoom(
  services: Services,
  socket: RoomSocket,
  acknowledge: unknown,
  work: () => Promise<object>,
): Promise<void> {
  return acknowledgeWork(
    services,
    socket,
    acknowledge,
    work,
    ({ text, status, retryAfterSeconds }): RefusedInRoom => {
      return { error: text, status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    },
  );
}
