import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { CHAT_PATH } from "@korki/contracts/wire/chat-socket";
import { setupWorker } from "@socket.io/sticky";
import { Server } from "socket.io";
import type { ChatServer } from "./chat-socket";
import { ChatWebSocketServer } from "./chat-websockets";
import { roomNamespace } from "./room-socket";

/**
 * The most bytes of a frame or a polling body, but for windows of rooms. The longest message, with every character escaped
 * twice, is shorter.
 */
const FRAME_BYTES_MAX = 100_000;
/** A silent connection counts as lost after the sum of these. */
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 15_000;
/** Time to authenticate. */
const PROOF_MS = 10_000;

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

/** Opens socket.io on a server: the chat, and in a namespace of their own the lessons' rooms. */
export function openSocketServer(server: HttpServer): ChatServer {
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
  return io;
}

/** The connections that are open: of chats, of rooms, or of both. */
export function connectionsOf(io: ChatServer): { close(): void }[] {
  const sockets = [...io.sockets.sockets.values(), ...roomNamespace(io).sockets.values()];
  return [...new Set(sockets.map(({ conn }) => conn))];
}
