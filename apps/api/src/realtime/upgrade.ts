import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { CHAT_PATH } from "@korki/contracts/wire/chat-socket";

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Passes upgrades to the handler of their path. socket.io listens for its own path on the same server. Closes
 * connections to any other path.
 */
export function routeUpgrades(server: Server, handlers: Readonly<Record<string, UpgradeHandler>>): void {
  server.on("upgrade", (req, socket, head) => {
    // A socket that breaks before a handler took it over must not crash the process.
    socket.on("error", () => socket.destroy());
    const path = (req.url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";
    const handler = handlers[path];
    if (handler) handler(req, socket, head);
    else if (path !== CHAT_PATH) socket.destroy();
  });
}
