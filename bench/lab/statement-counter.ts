import { connect, createServer, type Socket } from "node:net";
import { SIGNALS_APPLICATION } from "@korki/db";

/** A proxy between the API and PostgreSQL that counts executed statements. */
export type StatementCounter = {
  /** The connection string through the counter. */
  url: string;
  /** Statements executed so far; BEGIN and COMMIT count, the steady ticking of the signals' connection does not. */
  count(): number;
  close(): void;
};

/** First byte of the frontend's messages that execute: `E` a prepared statement, `Q` a text. */
const EXECUTE = 0x45;
const QUERY = 0x51;
/** A message is its type, then its length (which counts itself but not the type). */
const HEADER = 5;

export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let executed = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay());
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.on(
      "data",
      executions(() => (executed += 1)),
    );
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has no port");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    count: () => executed,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads one connection's stream message by message; the very first has no type and names the application. */
function executions(onExecution: () => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let hasBegun = false;
  let isOfSignals = false;
  return (chunk) => {
    if (isOfSignals) return;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (!hasBegun) {
        if (rest.length < 4) return;
        const length = rest.readInt32BE(0);
        if (rest.length < length) return;
        isOfSignals = rest.includes(SIGNALS_APPLICATION);
        if (isOfSignals) return;
        rest = rest.subarray(length);
        hasBegun = true;
        continue;
      }
      if (rest.length < HEADER) return;
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] === EXECUTE || rest[0] === QUERY) onExecution();
      rest = rest.subarray(length);
    }
  };
}
