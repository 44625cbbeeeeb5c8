import type { Server } from "node:net";
import type { ServerSettings } from "@korki/settings";

/** What a fault of listening means to the person who set HOST and PORT. */
const MEANINGS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there. Stop it, or choose another PORT.",
  EADDRNOTAVAIL: "this machine has no such address. Correct HOST.",
  ENOTFOUND: "there is no such host. Correct HOST.",
  EACCES: "this user may not. Choose a PORT above 1023.",
};

/**
 * Connections that may wait to be taken, as far as the system allows: when a process ends, all of its windows connect to
 * another one at once. Beyond that a connection is tried again after a second, which a proxy does not wait for.
 */
const WAITING_MAX = 4_096;

/** Listens at `host` and `port`. Rejects with a text for the person who set them. `exclusive`: not by the supervisor. */
export function listening(
  server: Server,
  { host, port, exclusive = false }: Pick<ServerSettings, "host" | "port"> & { exclusive?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const meaning = MEANINGS[error.code ?? ""] ?? `${error.message}.`;
      reject(new Error(`Korki cannot listen on ${host}, port ${port}: ${meaning}`));
    });
    server.listen({ host, port, exclusive, backlog: WAITING_MAX }, resolve);
  });
}
