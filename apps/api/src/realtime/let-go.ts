import { setTimeout as pause } from "node:timers/promises";

/** The pause after each connection, and the most time for all of them. */
const EVERY_MS = 25;
const WITHIN_MS = 15_000;

/**
 * Closes the connections of a process that ends, one after another: all at once they would overload the process that takes
 * them, which may have just started. Clients of socket.io reconnect after a broken connection, not after a disconnect packet.
 */
export async function letGo(connections: readonly { close(): void }[]): Promise<void> {
  const everyMs = Math.min(EVERY_MS, WITHIN_MS / connections.length);
  for (const connection of connections) {
    connection.close();
    await pause(everyMs);
  }
}
