import type { IncomingMessage, Server } from "node:http";
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
    const path = (req.url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";
    const handler = handlers[path];
    if (handler) handler(req, socket, head);
    else socket.destroy();
  });
}
