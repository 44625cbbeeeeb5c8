import { messageToWire, type WirePresence } from "@korki/contracts/wire/message";
import { findMessages, listAudience, type SenderAndRecipient } from "@korki/db";
import type { Services } from "@korki/services";
import type { Presence } from "@korki/services/chat/presence";
import { type ChatSignal, readSignal } from "@korki/services/chat/signals";
import type { Stored } from "@korki/services/chat/store-batch";
import { toMessage } from "@korki/services/chat/to-message";
import { type ChatServer, type ChatSocket, typingRoom } from "./chat-socket";

/** Presence changes are sent in batches, at most this often. */
const PRESENCE_MS = 100;
/** The most messages fetched by one query. */
const FETCH_MOST = 300;

/**
 * Emits what happens in the chat to the connections of this process. Other processes learn of it by LISTEN/NOTIFY, as
 * part of the commit, and emit to their own connections.
 */
export class ChatDeliveries {
  #wanted: string[] = [];
  #isFetching = false;
  #presence = new Map<string, boolean>();
  #presenceTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly services: Services,
    private readonly io: ChatServer,
    private readonly process: { id: string; presence: Presence },
  ) {}

  /** Emits a message to the recipient and to the sender's other windows. `from` is the connection that sent it. */
  deliver({ message }: Pick<Stored, "message">, from?: ChatSocket): void {
    const json = JSON.stringify(messageToWire(message));
    const rooms = [message.recipientId, message.senderId];
    (from ?? this.io).to(rooms).emit("receive_message", json);
  }

  /** Handles a signal from another process or from the database. */
  onSignal(payload: string): void {
    const signal = readSignal(payload);
    if (!signal || signal.from === this.process.id) return;
    if (signal.stored) this.#fetch(signal.stored);
    if (signal.read) this.#emitRead(signal.read);
    if (signal.typing) this.#emitTyping(signal.typing);
    if (signal.presence) this.#notePresence(signal.presence);
    if (signal.contacts) this.resync(signal.contacts);
  }

  /** Makes the windows of these people compare what they show with the database. */
  resync(userIds: readonly string[]): void {
    if (userIds.length > 0) this.io.to([...userIds]).emit("resync");
  }

  /** Makes every window of this process compare what it shows with the database. */
  resyncAll(): void {
    this.io.emit("resync");
  }

  /** Resyncs the senders and recipients of these messages. */
  resyncParties(messages: readonly SenderAndRecipient[]): void {
    this.resync([...new Set(messages.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))]);
  }

  stop(): void {
    if (this.#presenceTimer) clearTimeout(this.#presenceTimer);
  }

  #isHere(userId: string): boolean {
    return this.io.sockets.adapter.rooms.has(userId);
  }

  #emitRead(read: NonNullable<ChatSignal["read"]>): void {
    this.io.to([read.reader, read.sender]).emit("messages_read", JSON.stringify(read));
  }

  #emitTyping({ sender, recipient }: NonNullable<ChatSignal["typing"]>): void {
    this.io.to(typingRoom(recipient)).emit("typing", JSON.stringify({ sender }));
  }

  /** Fetches the messages that concern a connection of this process, in the order of their signals. */
  #fetch(stored: NonNullable<ChatSignal["stored"]>): void {
    for (const [id, senderId, recipientId] of stored) {
      if (this.#isHere(recipientId) || this.#isHere(senderId)) this.#wanted.push(id);
    }
    if (!this.#isFetching) void this.#fetchAll();
  }

  async #fetchAll(): Promise<void> {
    this.#isFetching = true;
    try {
      while (this.#wanted.length > 0) {
        const ids = this.#wanted.splice(0, FETCH_MOST);
        for (const row of await findMessages(this.services.db, ids)) {
          this.deliver({ message: toMessage(row) });
        }
      }
    } catch (error) {
      this.services.log.warn({ err: error }, "fetching another process's messages failed");
      this.#wanted = [];
      this.resyncAll();
    } finally {
      this.#isFetching = false;
    }
  }

  #notePresence(presence: NonNullable<ChatSignal["presence"]>): void {
    for (const [userId, online] of presence) {
      this.#presence.set(userId, online);
      if (!online) this.process.presence.contradict(userId);
    }
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = null;
      void this.#emitPresence();
    }, PRESENCE_MS);
  }

  async #emitPresence(): Promise<void> {
    const presence = this.#presence;
    this.#presence = new Map();
    const viewers = [...new Set([...this.io.sockets.sockets.values()].map(({ data }) => data.actor.id))];
    if (viewers.length === 0) return;
    try {
      for (const { viewerId, userId } of await listAudience(
        this.services.db,
        [...presence.keys()],
        viewers,
      )) {
        const change: WirePresence = { _id: userId, online: presence.get(userId) ?? false };
        this.io.to(viewerId).emit("presence", JSON.stringify(change));
      }
    } catch (error) {
      this.services.log.warn({ err: error }, "sending presence failed");
    }
  }
}
