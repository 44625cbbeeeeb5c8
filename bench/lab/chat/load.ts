// Generates load on a chat: reads a `LoadOrder` from the parent, keeps every client busy with one message at a time,
// and returns a `LoadReport`. Reports when its counting begins and ends. It is a process of its own, so that the server
// has a core to itself.
import { randomUUID } from "node:crypto";
import { RawSocket } from "./raw-socket";

export type LoadClient = { id: string; token: string; partnerId: string };

export type LoadOrder = {
  origin: string;
  clients: LoadClient[];
  seconds: number;
  /** Whether a message comes back to its sender by acknowledgement alone, or reaches the partner too. */
  reachesPartner: boolean;
};

export type LoadReport = {
  /** Messages heard by all whom they concern, after warming up: in all, and per second. */
  counted: number;
  perSecond: number;
  /** Milliseconds from sending to the last delivery. */
  p50: number;
  p99: number;
  refused: number;
  /** Messages acknowledged in all, warming up included. */
  acknowledged: number;
};

const WARM_UP_MS = 2_000;
const TEXT = "Dzień dobry, czy jutrzejsza lekcja o 16:45 jest aktualna? Mam pytanie do zadania 7.";

process.once("message", async (order: LoadOrder) => {
  process.send?.(await load(order));
  process.disconnect();
  process.exit(0);
});

async function load({ origin, clients, seconds, reachesPartner }: LoadOrder): Promise<LoadReport> {
  const startedAt: number[] = new Array(clients.length).fill(0);
  const pending: number[] = new Array(clients.length).fill(0);
  const latencies: number[] = [];
  const sockets: RawSocket[] = [];
  const indexOf = new Map(clients.map(({ id }, index) => [id, index]));
  let acknowledged = 0;
  let refused = 0;
  let counting = false;
  let running = true;
  let counted = 0;

  const send = (index: number) => {
    const client = clients[index];
    if (!running || !client) return;
    pending[index] = reachesPartner ? 2 : 1;
    startedAt[index] = performance.now();
    const draft = { sender: client.id, recipient: client.partnerId, text: TEXT, _id: randomUUID() };
    sockets[index]?.emit("send_message", JSON.stringify(JSON.stringify(draft)), 1);
  };
  /** A message is done once the sender and, where it reaches them, the partner have heard. */
  const heard = (index: number) => {
    pending[index] = (pending[index] ?? 1) - 1;
    if (pending[index] !== 0) return;
    if (counting) {
      counted += 1;
      latencies.push(performance.now() - (startedAt[index] ?? 0));
    }
    send(index);
  };

  for (let at = 0; at < clients.length; at += 50) {
    await Promise.all(
      clients.slice(at, at + 50).map(async (client, offset) => {
        const index = at + offset;
        const partner = indexOf.get(client.partnerId) ?? index;
        sockets[index] = await RawSocket.open(
          origin,
          { id: client.id, token: client.token },
          {
            onEvent: (json) => {
              if (json.startsWith('["receive_message"')) heard(partner);
            },
            onAcknowledgement: (_id, json) => {
              if (json.includes('"error"')) {
                refused += 1;
                pending[index] = 1;
              } else acknowledged += 1;
              heard(index);
            },
          },
        );
      }),
    );
  }
  for (const index of clients.keys()) send(index);
  await pause(WARM_UP_MS);
  process.send?.("counting");
  counting = true;
  const from = performance.now();
  await pause(seconds * 1000);
  const elapsed = (performance.now() - from) / 1000;
  counting = false;
  process.send?.("counted");
  running = false;
  await pause(500);
  for (const socket of sockets) socket.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { counted, perSecond: counted / elapsed, p50: at(0.5), p99: at(0.99), refused, acknowledged };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
