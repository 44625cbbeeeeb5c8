import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { commonTexts } from "@korki/contracts/texts/common";
import { CHAT_PATH, type ChatClientEvents, type ChatServerEvents } from "@korki/contracts/wire/chat-socket";
import { ServiceError, type Services } from "@korki/services";
import { MessageQueue } from "@korki/services/chat/message-queue";
import { Presence } from "@korki/services/chat/presence";
import { type DefaultEventsMap, Server } from "socket.io";
import type { AccessWatch } from "./access-watch";
import { ChatDeliveries } from "./chat-deliveries";
import { handleEvents } from "./chat-events";
import { identify } from "./chat-handshake";
import { Offences } from "./chat-offences";
import { ChatOutput } from "./chat-output";
import { SocketOwners } from "./chat-owners";
import { type ChatSocket, type ChatSocketData, ChatSockets } from "./chat-sockets";
import type { UpgradeHandler } from "./upgrade";

/** The chat's socket.io, without a server of its own: requests and upgrades are handed to it. */
export type Chat = {
  request(req: IncomingMessage, res: ServerResponse): void;
  upgrade: UpgradeHandler;
  /** A payload of the channel `korki_chat`. */
  onSignal(payload: string): void;
  /** Signals are heard from now on; what was signalled before was not. */
  onListening(): void;
  /** Resolves once connections are let in. */
  ready: Promise<void>;
  close(): Promise<void>;
};

/** A frame or a polling body, in bytes: the longest message, with every character escaped twice, is below. */
const FRAME_BYTES_MAX = 100_000;
/** A connection that says nothing is noticed to be gone within the sum of these. */
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 15_000;
/** A connection that has not shown who it is by then is closed. */
const PROOF_MS = 10_000;
/** How often expired tokens are looked for. */
const EXPIRY_MS = 1_000;

type Engine = {
  handleRequest(req: IncomingMessage, res: ServerResponse): void;
  handleUpgrade: UpgradeHandler;
  generateId(): string;
  close(): void;
};

/** Opens the chat of this process; `access` closes connections whose account loses access. */
export function openChat(services: Services, access: AccessWatch): Chat {
  const processId = randomBytes(8).toString("hex");
  const io = new Server<ChatClientEvents, ChatServerEvents, DefaultEventsMap, ChatSocketData>({
    path: CHAT_PATH,
    serveClient: false,
    maxHttpBufferSize: FRAME_BYTES_MAX,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: PROOF_MS,
  });
  // socket.io builds its engine for a server; this one never listens: the product's own hands over by path.
  io.attach(http.createServer());
  const engine = io.engine as unknown as Engine;
  const owners = new SocketOwners(services, processId, engine);
  engine.generateId = () => owners.newSocketId();

  const sockets = new ChatSockets();
  const output = new ChatOutput();
  const offences = new Offences(services.settings.rateLimitScale);
  const presence = new Presence(services, processId, () => deliveries.resync(sockets.all()));
  const deliveries = new ChatDeliveries(services, sockets, { id: processId, presence }, output);
  const queue = new MessageQueue(
    services,
    { id: processId, noticed: new Set() },
    (drafts) => deliveries.resyncAround(drafts),
    (answers) => output.together(answers),
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
      if (offences.isBarred(proven.actor.id)) {
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
    sockets.add(socket);
    presence.connected(actor.id);
    const unwatch = access.watch(actor, () => socket.disconnect(true));
    socket.on("disconnect", () => {
      unwatch();
      sockets.remove(socket);
      presence.disconnected(actor.id);
    });
    handleEvents(socket, {
      services,
      queue,
      offences,
      output,
      deliver: (stored, from) => deliveries.deliver(stored, from),
    });
  });

  const expiry = setInterval(() => {
    const now = services.now();
    for (const socket of [...sockets.all()]) if (socket.data.expiresAt <= now) socket.disconnect(true);
  }, EXPIRY_MS);

  void owners.listen().then((address) => presence.start(address));

  return {
    request: (req, res) => owners.request(req, res),
    upgrade: (req, socket, head) => owners.upgrade(req, socket, head),
    onSignal: (payload) => deliveries.onSignal(payload),
    onListening() {
      listening();
      deliveries.resync(sockets.all());
    },
    ready,
    async close() {
      clearInterval(expiry);
      await queue.idle();
      // The connections break instead of being told to go: clients then come back by themselves.
      engine.close();
      deliveries.stop();
      await Promise.all([presence.stop(), owners.close()]);
    },
  };
}

/** What a client that is not let in hears in `connect_error`: the text, and the code beside it. */
function refusal(services: Services, error: unknown): Error {
  if (error instanceof ServiceError) {
    return Object.assign(new Error(error.message), { data: { code: error.code } });
  }
  services.log.error({ err: error }, "a chat connection could not be opened");
  return new Error(commonTexts.somethingWentWrong);
}
