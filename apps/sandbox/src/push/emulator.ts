import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { Changes } from "../changes";
import { Faults } from "../faults";

const phoneRecord = z.object({ id: z.string(), name: z.string(), key: z.string(), auth: z.string() });

/** What a push service can answer instead of taking a message; for one phone, or for all. */
const pushFault = z.object({
  status: z.int().min(400).max(599),
  phoneId: z.string().optional(),
  times: z.int().min(1).max(1_000_000).default(1),
  retryAfter: z.int().min(0).max(86_400).optional(),
});

/** A message that a phone got. */
export type PhoneMessage = {
  payload: {
    id: string;
    title: string;
    body: string;
    url: string;
    tag: string;
    shown: string;
    badge: number;
    actions: { title: string; url: string }[];
  };
  at: Date;
  ttl: number;
  topic: string | null;
  urgency: string;
};

export type Phone = {
  readonly id: string;
  readonly name: string;
  readonly pair: ECDH;
  readonly auth: Buffer;
  /** One that is off gets its messages when it is on again. */
  isOn: boolean;
  waiting: PhoneMessage[];
  /** What it showed, the oldest first. */
  readonly shown: PhoneMessage[];
};

const KEPT_MESSAGES = 50;
const MESSAGE_BYTES_MAX = 4096;
const MESSAGES = /^\/dev\/push\/([\w-]+)\/messages$/;

/** Push services and phones in one: messages are decrypted and shown, and each phone says so to the product. */
export class PushSandbox {
  readonly changes = new Changes();
  readonly faults = new Faults(pushFault);
  readonly #phones = new Map<string, Phone>();

  /**
   * @param url under which messages are posted, without a slash at its end
   * @param productUrl to which phones say that they showed a message; null: they say nothing
   */
  constructor(
    private readonly options: { url(): string; productUrl: string | null; file?: string; keep?: number },
  ) {
    for (const { id, name, key, auth } of readPhones(options.file)) {
      const pair = createECDH("prime256v1");
      pair.setPrivateKey(key, "base64url");
      this.#phones.set(id, newPhone(id, name, pair, Buffer.from(auth, "base64url")));
    }
  }

  list(): Phone[] {
    return [...this.#phones.values()].reverse();
  }

  find(id: string): Phone | undefined {
    return this.#phones.get(id);
  }

  /** Adds a phone, as a browser subscribes. Returns its subscription. */
  openPhone(name: string): { id: string; endpoint: string; keys: { p256dh: string; auth: string } } {
    const pair = createECDH("prime256v1");
    const p256dh = pair.generateKeys("base64url");
    const auth = randomBytes(16);
    const id = randomUUID();
    this.#phones.set(id, newPhone(id, name, pair, auth));
    this.#save();
    this.changes.bump();
    const endpoint = `${this.options.url()}/dev/push/${id}/messages`;
    return { id, endpoint, keys: { p256dh, auth: auth.toString("base64url") } };
  }

  /** Throws a phone away; its push service answers 410 from then on. */
  remove(id: string): void {
    this.#phones.delete(id);
    this.#save();
    this.changes.bump();
  }

  /** Switches a phone on or off; one that is on shows what waited, without what has run out. */
  switch(phone: Phone, isOn: boolean): void {
    phone.isOn = isOn;
    const waited = isOn ? phone.waiting.splice(0) : [];
    for (const message of waited) {
      if (message.at.getTime() + message.ttl * 1000 > Date.now()) this.#show(phone, message);
    }
    this.changes.bump();
  }

  /** Whether a request brings a message for a phone. */
  takes({ method, url = "" }: IncomingMessage): boolean {
    return method === "POST" && MESSAGES.test(url);
  }

  /** Answers as a push service. */
  async handleMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = ""] = MESSAGES.exec(request.url ?? "") ?? [];
    const body = await buffer(request).catch(() => null);
    if (body === null) return void response.destroy();
    const tooLong = body.length > MESSAGE_BYTES_MAX;
    const reply: PushReply = tooLong ? { status: 413 } : this.#receive(id, body, request.headers);
    if (reply.retryAfter !== undefined) response.setHeader("retry-after", reply.retryAfter);
    response.writeHead(reply.status).end();
  }

  /** Returns the answer to a message: the status, and when to try again. */
  #receive(id: string, body: Buffer, headers: IncomingMessage["headers"]): PushReply {
    const fault = this.faults.takeFirst(({ phoneId }) => phoneId === undefined || phoneId === id);
    if (fault) {
      return {
        status: fault.status,
        ...(fault.retryAfter === undefined ? {} : { retryAfter: fault.retryAfter }),
      };
    }
    const phone = this.#phones.get(id);
    if (!phone) return { status: 410 };
    if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/.test(headers.authorization ?? "")) {
      return { status: 401 };
    }
    let payload: PhoneMessage["payload"];
    try {
      payload = JSON.parse(decrypt(body, phone.pair, phone.auth));
    } catch {
      return { status: 400 };
    }
    const topic = headers.topic === undefined ? null : String(headers.topic);
    const message = {
      payload,
      topic,
      at: new Date(),
      ttl: Number(headers.ttl),
      urgency: String(headers.urgency ?? "normal"),
    };
    if (phone.isOn) this.#show(phone, message);
    else {
      phone.waiting = phone.waiting.filter((each) => topic === null || each.topic !== topic);
      phone.waiting.push(message);
    }
    this.changes.bump();
    return { status: 201 };
  }

  /** Waits until a phone has shown a message that matches. */
  waitForShown(id: string, matches: (message: PhoneMessage) => boolean, timeoutMs: number) {
    return this.changes.until(
      () => this.#phones.get(id)?.shown.find(matches),
      timeoutMs,
      () =>
        `the phone showed ${JSON.stringify(this.#phones.get(id)?.shown.map(({ payload }) => payload.title))}`,
    );
  }

  #show(phone: Phone, message: PhoneMessage): void {
    phone.shown.push(message);
    if (phone.shown.length > (this.options.keep ?? KEPT_MESSAGES)) phone.shown.shift();
    const { productUrl } = this.options;
    if (productUrl === null) return;
    // Not by `fetch`, which costs several times as much: a drill would take that for the product's.
    const { request } = productUrl.startsWith("https:") ? https : http;
    request(`${productUrl}/api/push/shown`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    })
      .on("response", (answer) => answer.resume())
      .on("error", () => undefined)
      .end(JSON.stringify({ token: message.payload.shown }));
  }

  #save(): void {
    const { file } = this.options;
    if (!file) return;
    const phones = [...this.#phones.values()].map(({ id, name, pair, auth }) => ({
      id,
      name,
      key: pair.getPrivateKey("base64url"),
      auth: auth.toString("base64url"),
    }));
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(phones), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

type PushReply = { status: number; retryAfter?: number };

function newPhone(id: string, name: string, pair: ECDH, auth: Buffer): Phone {
  return { id, name, pair, auth, isOn: true, waiting: [], shown: [] };
}

/** Reads the phones that an earlier process kept; a file that cannot be read holds none. */
function readPhones(file: string | undefined): z.infer<typeof phoneRecord>[] {
  if (!file || !existsSync(file)) return [];
  try {
    return z.array(phoneRecord).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_AT = SALT_BYTES + 5;

/**
 * Decrypts a message as a browser does (RFC 8291, one record of aes128gcm). Throws for one that is not for these keys.
 */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body.readUInt8(KEY_AT - 1);
  const senderKey = body.subarray(KEY_AT, KEY_AT + keyLength);
  const record = body.subarray(KEY_AT + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const material = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // The text ends with a byte 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

function derive(material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", material, salt, info, bytes));
}
