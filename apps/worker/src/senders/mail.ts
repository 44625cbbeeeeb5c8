import { notificationReasons } from "@korki/contracts/texts/notifications";
import type { MailContent } from "@korki/notifications";
import nodemailer from "nodemailer";
import { DeliveryFailure } from "./delivery-failure";

export type MailAttachment = { fileName: string; content: Buffer };

type OutgoingMail = MailContent & {
  attachments?: MailAttachment[];
  /** Stands in the place of the sender's name in the setting. */
  senderName?: string | undefined;
};

export type MailSender = {
  /**
   * Sends a mail whose Message-ID derives from the notification's `id`. Returns the mail server's answer. Rejects with a
   * DeliveryFailure.
   */
  send(id: string, to: string, mail: OutgoingMail): Promise<string>;
  close(): void;
};

const SECONDS = 1000;
/** Far shorter than a worker's lease, however slowly a server answers each command. */
const TIMEOUT_MS = 35 * SECONDS;

/** Returns a sender for the mail server at `smtpUrl`, with at most `connections` kept open. */
export function createMailSender(smtpUrl: string, mailFrom: string, connections: number): MailSender {
  const transport = nodemailer.createTransport(withPool(smtpUrl, connections));
  const address = /<?([^\s<>]+)>?\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
  const domain = /@([^\s<>@]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  return {
    async send(id, to, { subject, text, html, attachments = [], senderName }) {
      try {
        const message = {
          from: senderName === undefined ? mailFrom : { name: senderName, address },
          to: { name: "", address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ fileName, content }) => ({ filename: fileName, content })),
          messageId: `<n-${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        };
        const { response } = await transport.sendMail(message);
        return String(response ?? "").slice(0, 200);
      } catch (error) {
        throw toFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Adds the pool's options to the query of the address. The pool does not resend a message whose connection broke: it
 * may have arrived, and retries belong to the outbox.
 */
function withPool(smtpUrl: string, connections: number): string {
  const url = new URL(smtpUrl);
  const options = {
    pool: true,
    maxConnections: connections,
    maxMessages: 1000,
    maxRequeues: 0,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 20 * SECONDS,
  };
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value));
  return url.href;
}

/** A refusal of these commands concerns only this mail. */
const ABOUT_THE_MAIL = ["MAIL FROM", "RCPT TO", "DATA"];

function toFailure(error: unknown): DeliveryFailure {
  const { mailDeferred, mailRefused, mailUnavailable } = notificationReasons;
  const { responseCode, response, command, code } = error as {
    responseCode?: number;
    response?: string;
    command?: string;
    code?: string;
  };
  if (responseCode === undefined) {
    // Refused before a server saw it, e.g. for an invalid address.
    if (code === "EENVELOPE") return new DeliveryFailure("refused", mailRefused);
    return new DeliveryFailure("again", code ? `${mailUnavailable} (${code})` : mailUnavailable);
  }
  const reason = (text: string) => `${text} (${(response ?? String(responseCode)).slice(0, 200)})`;
  if (responseCode < 500) return new DeliveryFailure("again", reason(mailDeferred));
  const aboutTheMail = ABOUT_THE_MAIL.some((each) => command?.startsWith(each));
  if (aboutTheMail) return new DeliveryFailure("refused", reason(mailRefused));
  return new DeliveryFailure("again", `${mailUnavailable} (${responseCode})`);
}
