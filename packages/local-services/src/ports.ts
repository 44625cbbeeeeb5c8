import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { Problem } from "./problem";

/** Returned ports are not returned again, even if nothing listens there yet. */
const given = new Set<number>();

/** Below the ports that systems give to outgoing connections: one of those may be taken before a program listens there. */
const [LOWEST, HIGHEST] = [11_000, 29_999];

/** Returns an unused TCP port on loopback, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (given.has(port) || !(await canListen(port))) continue;
    given.add(port);
    return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return requireFreePort(port, "127.0.0.1").then(
    () => true,
    () => false,
  );
}

/** Throws a Problem if it is impossible to listen on `host:port`. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host, exclusive: true }, resolve);
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    throw new Problem(refusals[String(code)]?.(port, host) ?? `Cannot listen on ${host}:${port}: ${error}`);
  }
  await new Promise((resolve) => server.close(resolve));
}

const refusals: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`,
  EACCES: (port) =>
    `Port ${port} is reserved for the system's own programs. Choose one above 1023: PORT=3000 npm start`,
  EADDRNOTAVAIL: (_port, host) =>
    `HOST is ${host}, which is not an address of this machine. Leave it unset for this machine alone, or use HOST=0.0.0.0 for all its networks.`,
  ENOTFOUND: (_port, host) =>
    `HOST is ${host}, which no name server knows. Use an address, such as HOST=127.0.0.1 or HOST=0.0.0.0.`,
};
