import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
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
/** When the process ends: the pause after each connection that it closes, and the most time for all of them. */
const LET_GO_EVERY_MS = 10;
const LET_GO_WITHIN_MS = 8_000;

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

/**
 * Closes the connections one after another when the process ends, so that they do not all turn to another process at once.
 * Clients reconnect by themselves after a broken connection, but not after a disconnect packet.
 */
export async function letGo(io: ChatServer): Promise<void> {
  const sockets = [...io.sockets.sockets.values(), ...roomNamespace(io).sockets.values()];
  const connections = new Set(sockets.map(({ conn }) => conn));
  const everyMs = Math.min(LET_GO_EVERY_MS, LET_GO_WITHIN_MS / connections.size);
  for (const connection of connections) {
    connection.close();
    await pause(everyMs);
  }
}
