import { openConnection } from "@korki/chat-client";
import type { ROOM_NAMESPACE, RoomClientEvents, RoomServerEvents } from "@korki/contracts/classroom";
import type { Socket } from "socket.io-client";

export type RoomConnection = Socket<RoomServerEvents, RoomClientEvents>;

/** Spelled here once more, so that the room's page does without the schemas beside it; its type is the contract's. */
const NAMESPACE: typeof ROOM_NAMESPACE = "/room";

/** Opens the connection to the lessons' rooms; it is there before one enters, so that entering is one step. */
export function openRoomConnection(
  options: Omit<Parameters<typeof openConnection>[1], "origin">,
): RoomConnection {
  return openConnection(NAMESPACE, options, (token) => ({ token }));
}
