import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";

/** What waits before a narrow way longer than this is dropped, in milliseconds, as a router does. */
const QUEUE_MS = 300;

/** A way to a relay that can be made narrow, for each browser and each direction by itself. */
export type NarrowPath = {
  readonly port: number;
  /** Lets so many bits a second through; null: as many as come. */
  narrow(bitsPerSecond: number | null): void;
  close(): void;
};

/** Carries datagrams to a port of this machine and back. */
export async function startNarrowPath(to: number): Promise<NarrowPath> {
  const front = createSocket("udp4");
  front.bind(0, "127.0.0.1");
  await once(front, "listening");
  const ways = new Map<number, Socket>();
  let bitsPerSecond: number | null = null;

  /** Sends in turn, each when what is before it went through. */
  const inTurn = (send: (datagram: Buffer) => void) => {
    let freeAt = 0;
    return (datagram: Buffer) => {
      if (bitsPerSecond === null) return send(datagram);
      const now = performance.now();
      const startsAt = Math.max(now, freeAt);
      if (startsAt - now > QUEUE_MS) return;
      freeAt = startsAt + (datagram.length * 8_000) / bitsPerSecond;
      setTimeout(() => send(datagram), freeAt - now);
    };
  };
  const wayOf = ({ port }: RemoteInfo): ((datagram: Buffer) => void) => {
    const back = createSocket("udp4");
    ways.set(port, back);
    back.on(
      "message",
      inTurn((datagram) => front.send(datagram, port, "127.0.0.1")),
    );
    return inTurn((datagram) => back.send(datagram, to, "127.0.0.1"));
  };
  const forth = new Map<number, (datagram: Buffer) => void>();
  front.on("message", (datagram, from) => {
    const send = forth.get(from.port) ?? wayOf(from);
    forth.set(from.port, send);
    send(datagram);
  });
  return {
    port: front.address().port,
    narrow(bits) {
      bitsPerSecond = bits;
    },
    close() {
      for (const socket of [front, ...ways.values()]) socket.close();
    },
  };
}
