import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listening } from "./listening";

function server(): http.Server {
  const made = http.createServer();
  onTestFinished(() => void made.close());
  return made;
}

test("a taken port and an address of another machine give a clear message", async () => {
  const first = server();
  await listening(first, { host: "127.0.0.1", port: 0 });
  const { port } = first.address() as AddressInfo;
  await expect(listening(server(), { host: "127.0.0.1", port })).rejects.toThrow(
    `Korki cannot listen on 127.0.0.1, port ${port}: another program listens there. Stop it, or choose another PORT.`,
  );
  await expect(listening(server(), { host: "192.0.2.1", port: 0 })).rejects.toThrow(/Correct HOST\.$/);
});
