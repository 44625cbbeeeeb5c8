import net from "node:net";
import { afterAll } from "vitest";

/**
 * A proxy that passes each connection to the next of several ports, skipping ports without a listener. It does not
 * know sessions. Closed after the file's last test.
 */
export async function startRoundRobinProxy(ports: readonly number[]): Promise<{ origin: string }> {
  let turn = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => open.delete(client));
    const first = turn++;
    const attempt = (tries: number) => {
      const port = ports[(first + tries) % ports.length] ?? 0;
      const onward = net.connect({ host: "127.0.0.1", port });
      let isThrough = false;
      onward.on("connect", () => {
        isThrough = true;
        client.pipe(onward).pipe(client);
      });
      onward.on("error", () => {
        if (!isThrough && tries + 1 < ports.length) attempt(tries + 1);
        else client.destroy();
      });
      onward.on("close", () => isThrough && client.destroy());
      client.on("close", () => onward.destroy());
    };
    attempt(0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}` };
}
