import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { CapturedMail } from "./captured-mail";
import { MailFaults } from "./mail-faults";
import { MailStore } from "./mail-store";

export type { CapturedMail } from "./captured-mail";

export interface MailCaptureOptions {
  /** 0 (the default): any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** The folder for .eml files. Without it mails are kept in memory only. */
  readonly dir?: string;
  /** The number of mails to keep; the oldest are deleted first. Default 500. */
  readonly keep?: number;
}

/** The default timeout of `waitForMail`. */
const WAIT_MS = 5000;
const SIZE_MAX = 20 * 1024 * 1024;

/** An SMTP server that stores mails and delivers none. */
export class MailCapture {
  readonly faults = new MailFaults();

  constructor(
    readonly store: MailStore,
    private readonly server: SMTPServer,
    readonly host: string,
  ) {}

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://${this.host}:${this.port}`;
  }

  /** Oldest first. */
  mails(): readonly CapturedMail[] {
    return this.store.list();
  }

  /** Returns the mails for an envelope address, oldest first. */
  mailsTo(address: string): CapturedMail[] {
    return this.mails().filter((mail) => isFor(mail, address));
  }

  /**
   * Waits for the first mail that matches, which may be there already. A text as the predicate means an address.
   * @throws Error that lists the mails that came
   */
  waitForMail(
    predicate: string | ((mail: CapturedMail) => boolean),
    timeoutMs = WAIT_MS,
  ): Promise<CapturedMail> {
    const fits = typeof predicate === "string" ? (mail: CapturedMail) => isFor(mail, predicate) : predicate;
    return this.store.changes.until(
      () => this.mails().find(fits),
      timeoutMs,
      () => {
        const came = this.mails().map(({ envelope, subject }) => `"${subject}" to ${envelope.to.join(", ")}`);
        return `No such mail came within ${timeoutMs} ms. There are: ${came.join("; ") || "none"}.`;
      },
    );
  }

  /** Deletes all mails and their files. */
  clear(): Promise<void> {
    return this.store.clear();
  }

  async close(): Promise<void> {
    this.store.changes.release();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/**
 * Starts an SMTP server that captures mail. It accepts any login, and requires none.
 * @throws the listener's error, EADDRINUSE among them
 */
export async function startMailCapture(options: MailCaptureOptions = {}): Promise<MailCapture> {
  const host = options.host ?? "127.0.0.1";
  const store = await MailStore.open(options.dir, options.keep ?? 500);
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    name: "sandbox",
    banner: "Korki mail capture",
    size: SIZE_MAX,
    authOptional: true,
    allowInsecureAuth: true,
    // Clients would refuse a self-signed certificate; plain text is fine on loopback.
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "anyone" }),
    onRcptTo: ({ address }, _session, done) => {
      const fault = capture.faults.take(["refuse", "greylist"], [address]);
      if (fault?.kind === "refuse") return done(smtpError(550, `5.1.1 <${address}>: No such mailbox here`));
      if (fault) return done(smtpError(451, "4.7.1 Greylisted, please try again later"));
      done();
    },
    onData: (stream, session, done) => {
      receive(capture, stream, session, () => sockets.get(session.remotePort)?.destroy()).then(
        (note) => done(null, note),
        (error: Error) => done(error),
      );
    },
  });
  const capture = new MailCapture(store, server, host);
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // Clients may hang up at any moment; in drills they do so on purpose.
  server.on("error", () => undefined);
  return capture;
}

async function receive(
  capture: MailCapture,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  cutConnection: () => void,
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  if (stream.sizeExceeded) throw smtpError(552, "5.3.4 Message is too large");
  const { mailFrom, rcptTo } = session.envelope;
  const to = rcptTo.map(({ address }) => address);
  const cut = capture.faults.take(["drop", "drop-after"], to);
  if (cut?.kind === "drop") {
    cutConnection();
    return "dropped";
  }
  const delay = capture.faults.take(["delay"], to);
  // No caller waits for the answer after the server has closed.
  if (delay) await sleep(delay.ms, undefined, { ref: false });
  const mail = await capture.store.add(Buffer.concat(chunks), { from: mailFrom ? mailFrom.address : "", to });
  if (cut) cutConnection();
  return `kept as ${mail.id}`;
}

const isFor = (mail: CapturedMail, address: string) =>
  mail.envelope.to.some((each) => each.toLowerCase() === address.toLowerCase());

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
