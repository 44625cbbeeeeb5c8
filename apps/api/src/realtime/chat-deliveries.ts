import { messageToWire, type WirePresence } from "@korki/contracts/wire/message";
import { findMessages, listAudience, type SenderAndRecipient } from "@korki/db";
import type { Services } from "@korki/services";
import type { Presence } from "@korki/services/chat/presence";
import type { Stored } from "@korki/services/chat/send-messages";
import { type ChatSignal, readSignal } from "@korki/services/chat/signals";
import { toMessage } from "@korki/services/chat/to-message";
import type { ChatOutput } from "./chat-output";
import type { ChatSocket, ChatSockets } from "./chat-sockets";

/** Presence is told together, this often at most, in milliseconds. */
const PRESENCE_MS = 100;
/** Messages fetched by one query. */
const FETCH_MOST = 300;

/** Hands what happens in the chat, here or in another process, to the connections of this one. */
export class ChatDeliveries {
  #wanted: string[] = [];
  #isFetching = false;
  #presence = new Map<string, boolean>();
  #presenceTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly services: Services,
    private readonly sockets: ChatSockets,
    private readonly process: { id: string; presence: Presence },
    private readonly output: ChatOutput,
  ) {}

  /** A message reaches the recipient and the sender's other windows. */
  deliver({ message }: Pick<Stored, "message">, from: ChatSocket | null): void {
    const json = JSON.stringify(messageToWire(message));
    for (const socket of this.sockets.of(message.recipientId)) this.#hand(socket, json);
    for (const socket of this.sockets.of(message.senderId)) if (socket !== from) this.#hand(socket, json);
  }

  #hand(socket: ChatSocket, json: string): void {
    this.output.hold(socket);
    socket.emit("receive_message", json);
  }

  /** What another process, or the database for all of them, says. */
  onSignal(payload: string): void {
    const signal = readSignal(payload);
    if (!signal || signal.from === this.process.id) return;
    if (signal.stored) this.#fetch(signal.stored);
    if (signal.read) this.#tellRead(signal.read);
    if (signal.presence) this.#notePresence(signal.presence);
    for (const userId of signal.contacts ?? []) this.resync(this.sockets.of(userId));
  }

  /** Events may have been missed: these people's windows compare what they show with the database. */
  resync(sockets: Iterable<ChatSocket>): void {
    for (const socket of sockets) socket.emit("resync");
  }

  /** The same for whoever these messages are between. */
  resyncAround(messages: readonly SenderAndRecipient[]): void {
    const userIds = new Set(messages.flatMap(({ senderId, recipientId }) => [senderId, recipientId]));
    for (const userId of userIds) this.resync(this.sockets.of(userId));
  }

  stop(): void {
    if (this.#presenceTimer) clearTimeout(this.#presenceTimer);
  }

  #tellRead(read: NonNullable<ChatSignal["read"]>): void {
    const json = JSON.stringify(read);
    for (const socket of this.sockets.of(read.reader)) socket.emit("messages_read", json);
    for (const socket of this.sockets.of(read.sender)) socket.emit("messages_read", json);
  }

  /** Reads the messages that somebody here waits for, in the order in which they were signalled. */
  #fetch(stored: NonNullable<ChatSignal["stored"]>): void {
    for (const [id, senderId, recipientId] of stored) {
      if (this.sockets.isHere(recipientId) || this.sockets.isHere(senderId)) this.#wanted.push(id);
    }
    if (!this.#isFetching) void this.#fetchAll();
  }

  async #fetchAll(): Promise<void> {
    this.#isFetching = true;
    try {
      while (this.#wanted.length > 0) {
        const ids = this.#wanted.splice(0, FETCH_MOST);
        const rows = await findMessages(this.services.db, ids);
        this.output.together(() => {
          for (const row of rows) this.deliver({ message: toMessage(row) }, null);
        });
      }
    } catch (error) {
      this.services.log.warn({ err: error }, "messages of another process could not be read");
      this.#wanted = [];
      this.resync(this.sockets.all());
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
      void this.#tellPresence();
    }, PRESENCE_MS);
  }

  async #tellPresence(): Promise<void> {
    const presence = this.#presence;
    this.#presence = new Map();
    const viewers = this.sockets.userIds();
    if (viewers.length === 0) return;
    try {
      for (const { viewerId, userId } of await listAudience(
        this.services.db,
        [...presence.keys()],
        viewers,
      )) {
        const told: WirePresence = { _id: userId, online: presence.get(userId) ?? false };
        const json = JSON.stringify(told);
        for (const socket of this.sockets.of(viewerId)) socket.emit("presence", json);
      }
    } catch (error) {
      this.services.log.warn({ err: error }, "presence could not be told");
    }
  }
}
