import { notificationReasons } from "@korki/contracts/texts/notifications";
import type { MailContent } from "@korki/notifications";
import nodemailer from "nodemailer";
import { DeliveryFailure } from "./delivery-failure";

export type MailSender = {
  /** `id` names the notification: its mail has the same Message-ID every time. Rejects with a DeliveryFailure. */
  send(id: string, to: string, mail: MailContent): Promise<void>;
  close(): void;
};

const SECONDS = 1000;
/** Far shorter than a worker's claim, however slowly a server answers each command. */
const TIMEOUT_MS = 35 * SECONDS;

/** Sends through the mail server at `smtpUrl`, over at most `connections` at once that are kept open. */
export function createMailSender(smtpUrl: string, mailFrom: string, connections: number): MailSender {
  const transport = nodemailer.createTransport(withPool(smtpUrl, connections));
  const domain = /@([^\s<>@]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  return {
    async send(id, to, { subject, text, html }) {
      try {
        const message = {
          from: mailFrom,
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId: `<n-${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        };
        await transport.sendMail(message);
      } catch (error) {
        throw toFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The pool's options in the address's own query. A message whose connection broke is not sent anew by the pool: it
 * may have arrived, and trying again is the outbox's business.
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

/** The commands of which a refusal concerns this one mail. */
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
    // A mail that was refused before a server saw it, e.g. for an address that none would take.
    if (code === "EENVELOPE") return new DeliveryFailure("refused", mailRefused);
    return new DeliveryFailure("again", code ? `${mailUnavailable} (${code})` : mailUnavailable);
  }
  const reason = (text: string) => `${text} (${(response ?? String(responseCode)).slice(0, 200)})`;
  if (responseCode < 500) return new DeliveryFailure("again", reason(mailDeferred));
  const aboutTheMail = ABOUT_THE_MAIL.some((each) => command?.startsWith(each));
  if (aboutTheMail) return new DeliveryFailure("refused", reason(mailRefused));
  return new DeliveryFailure("again", `${mailUnavailable} (${responseCode})`);
}
