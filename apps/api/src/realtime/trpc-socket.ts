import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { authenticate, type Services } from "@korki/services";
import { getWSConnectionHandler } from "@trpc/server/adapters/ws";
import { type WebSocket, WebSocketServer } from "ws";
import { anonymousContext } from "../context";
import { refusalOf } from "../errors";
import { noCookies } from "../http/cookies";
import { socketRouter } from "../trpc/router";
import type { AccessWatch } from "./access-watch";
import type { LessonFeed } from "./lesson-feed";
import type { UpgradeHandler } from "./upgrade";

/** The longest legitimate message, a token with a subscription, is far below. */
const MESSAGE_BYTES_MAX = 16_384;
/** A connection that has not shown a good token by then is closed. */
const PROOF_MS = 10_000;
/** Close code for a session that has ended, in the range that is an application's own. */
export const SESSION_ENDED = 4401;

/**
 * tRPC's websocket at `/trpc`, for subscriptions alone. A connection shows its access token once, as the connection
 * parameter `token`; from then on it lives as long as its session does.
 */
export function trpcSocket(
  services: Services,
  { access, lessonFeed }: { access: AccessWatch; lessonFeed: LessonFeed },
): { upgrade: UpgradeHandler; close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  const proofs = new WeakMap<WebSocket, NodeJS.Timeout>();

  const handle = getWSConnectionHandler({
    wss: sockets,
    router: socketRouter,
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 10_000 },
    createContext: async ({ req, res: socket, info }) => {
      const token = info.connectionParams?.token ?? "";
      const actor = await authenticate(services, token);
      clearTimeout(proofs.get(socket));
      const stop = access.watch(actor, () => socket.close(SESSION_ENDED));
      socket.once("close", stop);
      return { ...anonymousContext(services, callerOf(req)), actor, lessonFeed };
    },
    onError({ error, ctx }) {
      // With a context, it is logged where it is put into words.
      if (!ctx && !refusalOf(error)) services.log.error({ err: error }, "a websocket could not be opened");
    },
  });

  sockets.on("connection", (socket, req) => {
    socket.on("error", (error) => services.log.debug({ reason: error.message }, "websocket broke"));
    const proof = setTimeout(() => socket.close(SESSION_ENDED), PROOF_MS);
    proofs.set(socket, proof);
    socket.once("close", () => clearTimeout(proof));
    handle(socket, req);
  });

  return {
    upgrade: (req, socket, head) =>
      sockets.handleUpgrade(req, socket, head, (ws) => sockets.emit("connection", ws, req)),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function callerOf(req: IncomingMessage) {
  return {
    authorization: undefined,
    address: req.socket.remoteAddress ?? "unknown",
    requestId: randomUUID(),
    idempotencyKey: null,
    cookies: noCookies,
  };
}
