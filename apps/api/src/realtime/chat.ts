import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { chatTexts } from "@korki/contracts/texts/chat";
import { commonTexts } from "@korki/contracts/texts/common";
import { CHAT_PATH } from "@korki/contracts/wire/chat-socket";
import { ACCESS_TOKEN_COOKIE } from "@korki/domain";
import { authenticateUntil, forbidden, requireConsents, ServiceError, type Services } from "@korki/services";
import { MessageQueue } from "@korki/services/chat/message-queue";
import { Presence } from "@korki/services/chat/presence";
import { setupWorker } from "@socket.io/sticky";
import { parse } from "cookie";
import { Server } from "socket.io";
import { isForeignPage, isOurPage } from "../http/request";
import type { AccessWatch } from "./access-watch";
import { ChatDeliveries } from "./chat-deliveries";
import { handleEvents } from "./chat-events";
import { Offences } from "./chat-offences";
import { type ChatServer, type ChatSocket, type ChatSocketData, typingRoom } from "./chat-socket";
import { ChatWebSocketServer } from "./chat-websockets";

type Handshake = ChatSocket["handshake"];

/**
 * Who opens a connection: the access token in `auth.token`, or in the cookie where a page of this product opens
 * it; `auth.id` must be the token's user (rules §7).
 */
async function identify(services: Services, handshake: Handshake): Promise<ChatSocketData> {
  const { id, token } = handshake.auth as { id?: unknown; token?: unknown };
  const { publicUrl } = services.settings;
  if (isForeignPage(handshake.headers, publicUrl))
    throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proof = typeof token === "string" ? token : cookieOf(handshake, publicUrl);
  if (!proof) throw new ServiceError("unauthenticated", commonTexts.loginRequired);
  const proven = await authenticateUntil(services, proof);
  requireConsents(proven.actor.missingConsents);
  if (typeof id !== "string" || id.toLowerCase() !== proven.actor.id) throw forbidden(chatTexts.wrongUser);
  return proven;
}

/** Browsers send cookies with requests of any page; the origin shows whether the page is ours. */
function cookieOf({ headers }: Handshake, publicUrl: string): string | undefined {
  return isOurPage(headers, publicUrl) ? parse(headers.cookie ?? "")[ACCESS_TOKEN_COOKIE] : undefined;
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

/** The most bytes of a frame or a polling body. The longest message, with every character escaped twice, is shorter. */
const FRAME_BYTES_MAX = 100_000;
/** A silent connection counts as lost after the sum of these. */
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 15_000;
/** A person's open connections at most: more windows than anybody has. */
const SOCKETS_PER_PERSON_MAX = 20;
/** Time to authenticate. */
const PROOF_MS = 10_000;
/** Interval of the check for expired tokens. */
const EXPIRY_MS = 1_000;

/**
 * Returns the id of a new connection once the supervisor has been sent it. `setupWorker` sends it with the answer, which
 * the client's next request may overtake; another process, which does not know the id, would refuse that.
 */
function announcedId(): Promise<string> {
  const id = randomBytes(15).toString("base64url");
  return new Promise((resolve) => {
    process.send?.({ type: "sticky:connection", data: id }, undefined, undefined, () => resolve(id));
  });
}

/** Opens the chat on a server. `access` closes connections whose account loses access. */
export function openChat(server: HttpServer, services: Services, access: AccessWatch): Chat {
  const processId = randomBytes(8).toString("hex");
  const io: ChatServer = new Server(server, {
    path: CHAT_PATH,
    addTrailingSlash: false,
    // The server's other websockets are not socket.io's to close.
    destroyUpgrade: false,
    serveClient: false,
    maxHttpBufferSize: FRAME_BYTES_MAX,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: PROOF_MS,
    wsEngine: ChatWebSocketServer,
  });
  // With several processes on one port, the supervisor passes every request of a connection to the same process.
  if (cluster.isWorker) {
    setupWorker(io);
    io.engine.generateId = announcedId;
  }

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

  io.use(async (socket, next) => {
    try {
      await ready;
      const proven = await identify(services, socket.handshake);
      const open = io.sockets.adapter.rooms.get(proven.actor.id)?.size ?? 0;
      if (open >= SOCKETS_PER_PERSON_MAX || offences.isBarred(proven.actor.id)) {
        throw new ServiceError("rate_limited", commonTexts.tooManyAttempts);
      }
      Object.assign(socket.data, proven);
      next();
    } catch (error) {
      next(refusal(services, error));
    }
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

  const expiry = setInterval(() => {
    const now = services.now();
    for (const socket of io.sockets.sockets.values()) {
      if (socket.data.expiresAt <= now) socket.disconnect(true);
    }
  }, EXPIRY_MS);

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

/** Returns the `connect_error` of a refused client: the text, and the code in `data`. */
function refusal(services: Services, error: unknown): Error {
  if (error instanceof ServiceError) {
    return Object.assign(new Error(error.message), { data: { code: error.code } });
  }
  services.log.error({ err: error }, "chat connection failed");
  return new Error(commonTexts.somethingWentWrong);
}
