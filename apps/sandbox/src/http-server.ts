import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ListeningServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and cuts the connections that are open. */
  close(): Promise<void>;
}

/**
 * Listens on `port` (0: any free one) of `host`.
 * @throws the listener's own error, EADDRINUSE among them
 */
export async function listen(handler: RequestListener, port: number, host: string): Promise<ListeningServer> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
