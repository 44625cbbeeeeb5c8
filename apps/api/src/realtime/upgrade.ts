import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { Duplex } from "node:stream";

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * The server's one `upgrade` listener: socket.io and tRPC share the server, and two listeners would each treat the
 * other's connections as their own. A path that nobody owns is hung up on.
 */
export function routeUpgrades(server: Server, handlers: Readonly<Record<string, UpgradeHandler>>): void {
  server.on("upgrade", (req, socket, head) => {
    // A socket that breaks before anybody took it over must not bring the process down.
    socket.on("error", () => socket.destroy());
    const handler = handlers[pathOf(req)];
    if (handler) handler(req, socket, head);
    else socket.destroy();
  });
}

/** Takes the requests of these paths from the server's own listener: socket.io also speaks without a websocket. */
export function routeRequests(server: Server, handlers: Readonly<Record<string, RequestListener>>): void {
  const others = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (req, res) => {
    const handler = handlers[pathOf(req)];
    if (handler) handler(req, res);
    else for (const other of others) other(req, res);
  });
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";
}
