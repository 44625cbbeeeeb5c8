import { createHash, createHmac, randomBytes } from "node:crypto";
import dgram from "node:dgram";
import net from "node:net";
import tls from "node:tls";

const PATIENCE_MS = 5_000;
/** A datagram that was lost is sent again. */
const RESEND_MS = 700;
const HEADER_BYTES = 20;
const MAGIC = 0x2112a442;
const UDP = 17;

/** Requests of RFC 8656; an answer's type is the request's with 0x100 for success or 0x110 for an error. */
const REQUEST = { allocate: 0x0003, refresh: 0x0004, permit: 0x0008 } as const;
const SUCCESS = 0x0100;
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
} as const;

type Attributes = readonly (readonly [type: number, value: Buffer])[];
type Connection = { ask(message: Buffer): Promise<Buffer>; close(): void };

/** What a relay gave: an address of its own for somebody, and whether it would send to an inner address. */
type Allocation = { port: number; reachesInside: boolean };

/**
 * Takes an address at a relay, as browsers do, asks to send to 10.0.0.1 through it, and gives it back. Throws with the
 * relay's reason, or when it does not answer.
 */
export async function allocate(
  url: string,
  { username, credential }: { username: string; credential: string },
): Promise<Allocation> {
  const connection = await connect(url);
  try {
    const wanted: Attributes = [[ATTRIBUTE.transport, Buffer.from([UDP, 0, 0, 0])]];
    const challenge = read(await connection.ask(request(REQUEST.allocate, wanted)));
    const [realm, nonce] = [challenge.get(ATTRIBUTE.realm), challenge.get(ATTRIBUTE.nonce)];
    if (!realm || !nonce) throw new Error(`it asks for no credential (${errorOf(challenge)})`);
    const key = createHash("md5").update(`${username}:${realm}:${credential}`).digest();
    const proof: Attributes = [
      [ATTRIBUTE.username, Buffer.from(username)],
      [ATTRIBUTE.realm, realm],
      [ATTRIBUTE.nonce, nonce],
    ];
    const ask = async (type: number, attributes: Attributes) => {
      const answer = await connection.ask(request(type, [...attributes, ...proof], key));
      return { isDone: answer.readUInt16BE(0) === (type | SUCCESS), attributes: read(answer) };
    };
    const given = await ask(REQUEST.allocate, wanted);
    if (!given.isDone) throw new Error(errorOf(given.attributes));
    const port = (given.attributes.get(ATTRIBUTE.relayed)?.readUInt16BE(2) ?? 0) ^ (MAGIC >>> 16);
    const inside = await ask(REQUEST.permit, [[ATTRIBUTE.peer, xored([10, 0, 0, 1])]]);
    await ask(REQUEST.refresh, [[ATTRIBUTE.lifetime, Buffer.alloc(4)]]);
    return { port, reachesInside: inside.isDone };
  } finally {
    connection.close();
  }
}

function request(type: number, attributes: Attributes, key?: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(MAGIC, 4);
  randomBytes(12).copy(header, 8);
  const content = Buffer.concat(
    attributes.map(([name, value]) => {
      const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
      padded.writeUInt16BE(name, 0);
      padded.writeUInt16BE(value.length, 2);
      value.copy(padded, 4);
      return padded;
    }),
  );
  if (!key) {
    header.writeUInt16BE(content.length, 2);
    return Buffer.concat([header, content]);
  }
  // The length that is signed counts the signature of 24 bytes, too.
  header.writeUInt16BE(content.length + 24, 2);
  const signature = createHmac("sha1", key).update(header).update(content).digest();
  const name = Buffer.from([0, ATTRIBUTE.integrity, 0, signature.length]);
  return Buffer.concat([header, content, name, signature]);
}

function read(message: Buffer): Map<number, Buffer> {
  const attributes = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return attributes;
}

function errorOf(attributes: Map<number, Buffer>): string {
  const error = attributes.get(ATTRIBUTE.error);
  if (!error) return "an answer that is none";
  return `${(error[2] ?? 0) * 100 + (error[3] ?? 0)} ${error.subarray(4).toString()}`;
}

function xored(address: readonly number[]): Buffer {
  const value = Buffer.alloc(8);
  value[1] = 1;
  value.writeUInt16BE(9 ^ (MAGIC >>> 16), 2);
  value.writeUInt32BE((Buffer.from(address).readUInt32BE(0) ^ MAGIC) >>> 0, 4);
  return value;
}

function connect(url: string): Promise<Connection> {
  const [, scheme = "", host = "", port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? [];
  const isSecure = scheme === "turns";
  const at = { host: host.replaceAll(/[[\]]/g, ""), port: Number(port ?? (isSecure ? 5349 : 3478)) };
  if (isSecure)
    return overStream(tls.connect({ ...at, servername: net.isIP(at.host) ? "" : at.host }), "secureConnect");
  return transport === "tcp" ? overStream(net.connect(at), "connect") : overDatagrams(at);
}

async function overDatagrams({ host, port }: { host: string; port: number }): Promise<Connection> {
  const socket = dgram.createSocket(net.isIPv6(host) ? "udp6" : "udp4");
  await within(
    new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.connect(port, host, resolve);
    }),
    host,
  );
  return {
    async ask(message) {
      const send = () => socket.send(message);
      const again = setInterval(send, RESEND_MS);
      send();
      try {
        return await within(answerTo(message, socket, "message"), host);
      } finally {
        clearInterval(again);
      }
    },
    close: () => socket.close(),
  };
}

async function overStream(socket: net.Socket, opened: string): Promise<Connection> {
  const host = "the relay";
  await within(
    new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once(opened, resolve);
    }),
    host,
  );
  return {
    ask(message) {
      socket.write(message);
      return within(answerTo(message, socket, "data"), host);
    },
    close: () => socket.destroy(),
  };
}

/** Waits for the message of the same transaction; one of a stream may arrive in pieces. */
function answerTo(message: Buffer, from: NodeJS.EventEmitter, event: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    from.once("error", reject);
    from.on(event, function take(piece: Buffer) {
      received = event === "data" ? Buffer.concat([received, piece]) : piece;
      if (received.length < HEADER_BYTES || received.length < HEADER_BYTES + received.readUInt16BE(2)) return;
      if (!received.subarray(8, HEADER_BYTES).equals(message.subarray(8, HEADER_BYTES))) return;
      from.off(event, take);
      from.off("error", reject);
      resolve(received);
    });
  });
}

async function within<T>(work: Promise<T>, whom: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${whom} does not answer`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
