import type { ChatClientEvents, ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import type { SignedInActor } from "@korki/services";
import type { DefaultEventsMap, Server, Socket } from "socket.io";

/** The authenticated caller of a connection. */
export type ChatSocketData = { actor: SignedInActor; expiresAt: Date };

/** The room of a person's connections that understand `typing`. Other clients never meet the event. */
export function typingRoom(userId: string): string {
  return `typing ${userId}`;
}

export type ChatServer = Server<ChatClientEvents, ChatServerEvents, DefaultEventsMap, ChatSocketData>;
export type ChatSocket = Socket<ChatClientEvents, ChatServerEvents, DefaultEventsMap, ChatSocketData>;
