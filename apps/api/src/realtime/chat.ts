import { randomBytes } from "node:crypto";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { forbidden, ServiceError, type Services } from "@korki/services";
import { MessageQueue } from "@korki/services/chat/message-queue";
import { Presence } from "@korki/services/chat/presence";
import type { AccessWatch } from "./access-watch";
import { ChatDeliveries } from "./chat-deliveries";
import { handleEvents } from "./chat-events";
import { Offences } from "./chat-offences";
import { type ChatServer, type ChatSocket, type ChatSocketData, typingRoom } from "./chat-socket";
import {
  CONNECTIONS_PER_PERSON_MAX,
  disconnectExpired,
  EXPIRY_MS,
  letIn,
  proveHandshake,
} from "./socket-session";

type Handshake = Pick<ChatSocket["handshake"], "auth" | "headers">;

/** Who opens a connection; `auth.id` must be the token's user (rules §7). */
async function identify(services: Services, { auth, headers }: Handshake): Promise<ChatSocketData> {
  const proven = await proveHandshake(services, { auth, headers });
  const { id }: { id?: unknown } = auth;
  if (typeof id !== "string" || id.toLowerCase() !== proven.actor.id) throw forbidden(chatTexts.wrongUser);
  return proven;
}

/** The chat's socket.io on the product's server. A person's connections form a room named after the user's id. */
export type Chat = {
  /** Takes a payload of the channel `korki_chat`. */
  onSignal(payload: string): void;
  /** Called when signals arrive again; earlier ones may be lost. */
  onListening(): void;
  /** Resolves once connections are accepted. */
  ready: Promise<void>;
  close(): Promise<void>;
};

/** Opens the chat. `access` closes connections whose account loses access. */
export function openChat(io: ChatServer, services: Services, access: AccessWatch): Chat {
  const processId = randomBytes(8).toString("hex");
  const offences = new Offences(services.settings.rateLimitScale);
  const presence = new Presence(services, processId, () => deliveries.resyncAll());
  const deliveries = new ChatDeliveries(services, io, { id: processId, presence });
  const queue = new MessageQueue(services, { id: processId, noticed: new Set() }, (drafts) =>
    deliveries.resyncParties(drafts),
  );

  let listening: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    listening = resolve;
  });
  const ready = Promise.all([presence.ready, heard]).then(() => undefined);

  letIn(services, io.sockets, async (handshake) => {
    await ready;
    const proven = await identify(services, handshake);
    const open = io.sockets.adapter.rooms.get(proven.actor.id)?.size ?? 0;
    if (open >= CONNECTIONS_PER_PERSON_MAX || offences.isBarred(proven.actor.id)) {
      throw new ServiceError("rate_limited", commonTexts.tooManyAttempts);
    }
    return proven;
  });

  io.on("connection", (socket: ChatSocket) => {
    const { actor } = socket.data;
    socket.join(actor.id);
    if (socket.handshake.auth.typing === true) socket.join(typingRoom(actor.id));
    presence.connected(actor.id);
    const unwatch = access.watch(actor, () => socket.disconnect(true));
    socket.on("disconnect", () => {
      unwatch();
      presence.disconnected(actor.id);
    });
    handleEvents(socket, {
      services,
      queue,
      offences,
      deliver: (stored, from) => deliveries.deliver(stored, from),
    });
  });

  const expiry = setInterval(() => disconnectExpired(io.sockets, services.now()), EXPIRY_MS);

  presence.start();

  return {
    onSignal: (payload) => deliveries.onSignal(payload),
    onListening() {
      listening();
      deliveries.resyncAll();
    },
    ready,
    async close() {
      clearInterval(expiry);
      await queue.idle();
      // Clients reconnect by themselves after a broken connection, but not after a disconnect packet.
      io.engine.close();
      deliveries.stop();
      await presence.stop();
    },
  };
}
