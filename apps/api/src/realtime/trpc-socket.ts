import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { commonTexts } from "@korki/contracts/texts/common";
import { authenticateUntil, ServiceError, type Services } from "@korki/services";
import { getWSConnectionHandler } from "@trpc/server/adapters/ws";
import { type WebSocket, WebSocketServer } from "ws";
import { anonymousContext } from "../context";
import { refusalOf } from "../errors";
import { deviceOf, isForeignPage, noCookies } from "../http/request";
import { socketRouter } from "../trpc/router";
import type { AccessWatch } from "./access-watch";
import type { ChangeFeed } from "./change-feed";
import { CONNECTIONS_PER_PERSON_MAX } from "./socket-session";
import type { UpgradeHandler } from "./upgrade";

/** The longest legitimate message, a token with a subscription, is far below. */
const MESSAGE_BYTES_MAX = 16_384;
/** A connection that has not shown a good token by then is closed. */
const PROOF_MS = 10_000;
/** Close code for a connection beyond those. */
const TRY_AGAIN_LATER = 1013;
/** Close code for a session that has ended or a token that has expired, in the range that is an application's own. */
const SESSION_ENDED = 4401;

/**
 * tRPC's websocket at `/trpc`, for subscriptions alone. A connection shows its access token once, as the connection
 * parameter `token`, and is closed when the token expires or its session ends. The client connects again with a new
 * token.
 */
export function trpcSocket(
  services: Services,
  { access, changeFeed }: { access: AccessWatch; changeFeed: ChangeFeed },
): { upgrade: UpgradeHandler; connections(): { close(): void }[]; close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  const proofs = new WeakMap<WebSocket, NodeJS.Timeout>();
  const openOf = new Map<string, number>();

  const handle = getWSConnectionHandler({
    wss: sockets,
    router: socketRouter,
    keepAlive: { enabled: true, pingMs: 30_000, pongWaitMs: 10_000 },
    createContext: async ({ req, res: socket, info }) => {
      const token = info.connectionParams?.token ?? "";
      const { actor, expiresAt } = await authenticateUntil(services, token);
      // Of one that has closed meanwhile no event comes any more that would take back what follows.
      if (socket.readyState !== socket.OPEN) throw new ServiceError("gone", commonTexts.tryAgain);
      const close = () => socket.close(SESSION_ENDED);
      clearTimeout(proofs.get(socket));
      const open = openOf.get(actor.id) ?? 0;
      if (open >= CONNECTIONS_PER_PERSON_MAX) {
        socket.close(TRY_AGAIN_LATER);
        throw new ServiceError("rate_limited", commonTexts.tooManySubscriptions);
      }
      openOf.set(actor.id, open + 1);
      const expiry = setTimeout(close, expiresAt.getTime() - services.now().getTime());
      const unwatch = access.watch(actor, close);
      socket.once("close", () => {
        clearTimeout(expiry);
        unwatch();
        const left = (openOf.get(actor.id) ?? 1) - 1;
        if (left > 0) openOf.set(actor.id, left);
        else openOf.delete(actor.id);
      });
      return { ...anonymousContext(services, callerOf(req)), actor, changeFeed };
    },
    onError({ error, ctx }) {
      // With a context, the error is logged where its text is chosen. Anybody can send a malformed or oversized frame.
      if (ctx || refusalOf(error) || isFrameError(error.cause)) return;
      services.log.error({ err: error }, "a websocket could not be opened");
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
    upgrade(req, socket, head) {
      if (isForeignPage(req.headers, services.settings.publicUrl)) {
        socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        return;
      }
      sockets.handleUpgrade(req, socket, head, (ws) => sockets.emit("connection", ws, req));
    },
    connections: () => [...sockets.clients].map((socket) => ({ close: () => socket.terminate() })),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Returns whether `ws` refused what the client sent: `WS_ERR_UNSUPPORTED_MESSAGE_LENGTH` and the like. */
function isFrameError(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("WS_ERR_");
}

function callerOf(req: IncomingMessage) {
  return {
    authorization: undefined,
    address: req.socket.remoteAddress ?? "unknown",
    trace: { requestId: randomUUID(), route: "/trpc" },
    idempotencyKey: null,
    device: deviceOf(req.headers),
    cookies: noCookies,
  };
}
