import type { ChatClientEvents, ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import type { Actor } from "@korki/services";
import type { DefaultEventsMap, Socket } from "socket.io";

/** What is known of a connection. */
export type ChatSocketData = { actor: Actor; expiresAt: Date };

export type ChatSocket = Socket<ChatClientEvents, ChatServerEvents, DefaultEventsMap, ChatSocketData>;

/** This process's connections, by person. */
export class ChatSockets {
  readonly #byUser = new Map<string, Set<ChatSocket>>();

  add(socket: ChatSocket): void {
    const { id } = socket.data.actor;
    const sockets = this.#byUser.get(id);
    if (sockets) sockets.add(socket);
    else this.#byUser.set(id, new Set([socket]));
  }

  remove(socket: ChatSocket): void {
    const { id } = socket.data.actor;
    const sockets = this.#byUser.get(id);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byUser.delete(id);
  }

  isHere(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  userIds(): string[] {
    return [...this.#byUser.keys()];
  }

  of(userId: string): Iterable<ChatSocket> {
    return this.#byUser.get(userId) ?? [];
  }

  *all(): Iterable<ChatSocket> {
    for (const sockets of this.#byUser.values()) yield* sockets;
  }
}
