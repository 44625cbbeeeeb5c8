import { ROOM_NAMESPACE, type RoomClientEvents, type RoomServerEvents } from "@korki/contracts/classroom";
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import type { ChatServer, ChatSocketData } from "./chat-socket";

export type RoomSocket = Socket<RoomClientEvents, RoomServerEvents, DefaultEventsMap, ChatSocketData>;
type RoomNamespace = Namespace<RoomClientEvents, RoomServerEvents, DefaultEventsMap, ChatSocketData>;

/** The namespace of the lessons' rooms, on the connections of the chat's server. */
export function roomNamespace(io: ChatServer): RoomNamespace {
  return io.of(ROOM_NAMESPACE) as unknown as RoomNamespace;
}
