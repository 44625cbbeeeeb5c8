import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort, requireFreePort } from "./ports";
import { Problem } from "./problem";

test("a free port is accepted and left free", async () => {
  const port = await freePort();
  for (let count = 0; count < 2; count += 1) {
    await expect(requireFreePort(port, "127.0.0.1")).resolves.toBeUndefined();
  }
});

test("an occupied port is refused with what to do", async () => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    other.close();
  });
  await expect(requireFreePort(port, "127.0.0.1")).rejects.toThrow(
    new Problem(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    ),
  );
});

test("an address of another machine is refused with what to do", async () => {
  await expect(requireFreePort(await freePort(), "192.0.2.1")).rejects.toThrow(
    /HOST is 192\.0\.2\.1, which is not an address of this machine\. .*HOST=0\.0\.0\.0/,
  );
});
