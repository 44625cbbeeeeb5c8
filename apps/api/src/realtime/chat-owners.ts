import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { hostname } from "node:os";
import type { Duplex } from "node:stream";
import { findProcessAddress } from "@korki/db";
import type { Services } from "@korki/services";
import type { UpgradeHandler } from "./upgrade";

/** The part of engine.io that serves a connection of this process. */
export type Serving = {
  handleRequest(req: IncomingMessage, res: ServerResponse): void;
  handleUpgrade: UpgradeHandler;
};

/**
 * A connection that polls is many requests, and any process of this machine may get each of them. Every
 * connection's id therefore names its process, and a request that reached another one is handed on, over a
 * server on loopback that each process has. Between machines, a proxy has to keep a client with its machine.
 */
export class SocketOwners {
  readonly #inner: http.Server;

  constructor(
    private readonly services: Services,
    private readonly processId: string,
    private readonly serving: Serving,
  ) {
    this.#inner = http.createServer((req, res) => serving.handleRequest(req, res));
    this.#inner.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on("error", () => socket.destroy());
      serving.handleUpgrade(req, socket, head);
    });
  }

  /** An id for a new connection; nobody guesses it. */
  newSocketId(): string {
    return `${this.processId}.${randomBytes(15).toString("base64url")}`;
  }

  /** Opens the inner server. Answers where the other processes of this machine reach it. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#inner.once("error", reject);
      // Exclusive: processes that share the product's port must not share this one.
      this.#inner.listen({ port: 0, host: "127.0.0.1", exclusive: true }, resolve);
    });
    return `${hostname()}/127.0.0.1:${(this.#inner.address() as AddressInfo).port}`;
  }

  async request(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const owner = await this.#ownerElsewhere(req);
    if (!owner) {
      this.serving.handleRequest(req, res);
      return;
    }
    const { method, url: path, headers } = req;
    const onward = http.request({ ...owner, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on("error", () => {
      if (!res.headersSent) res.writeHead(502);
      res.end();
    });
    res.on("close", () => onward.destroy());
    req.pipe(onward);
  }

  async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const owner = await this.#ownerElsewhere(req);
    if (!owner) {
      this.serving.handleUpgrade(req, socket, head);
      return;
    }
    const onward = net.connect(owner, () => {
      onward.write(requestHead(req));
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
    onward.on("close", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  }

  async close(): Promise<void> {
    this.#inner.closeAllConnections();
    await new Promise((resolve) => this.#inner.close(resolve));
  }

  /** Where a request belongs that belongs to another process of this machine. */
  async #ownerElsewhere(req: IncomingMessage): Promise<{ host: string; port: number } | null> {
    const query = new URLSearchParams((req.url ?? "").split("?", 2)[1]);
    const [processId] = (query.get("sid") ?? "").split(".");
    if (!processId || processId === this.processId) return null;
    const address = await findProcessAddress(this.services.db, processId).catch(() => null);
    const [machine, host, port] = address?.split(/[/:]/) ?? [];
    return machine === hostname() && host && port ? { host, port: Number(port) } : null;
  }
}

/** A request's first line and headers as they came. */
function requestHead(req: IncomingMessage): string {
  const { rawHeaders } = req;
  const lines = [`${req.method} ${req.url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}
