import { type AddressObject, type Attachment, simpleParser } from "mailparser";

interface MailAttachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A parsed mail. */
export interface CapturedMail {
  /** Sorts by arrival; safe in a path. */
  readonly id: string;
  readonly receivedAt: Date;
  /** The addresses of MAIL FROM and RCPT TO, which may differ from the headers. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** From the header, with names. */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Embedded pictures are data URLs. */
  readonly html: string | null;
  /** Decoded, in the order of the mail. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Web addresses of the HTML and the text part, each once, in the order of the mail. */
  readonly links: readonly string[];
  readonly attachments: readonly MailAttachment[];
  /** The source of the mail, with the trace headers that the server added. */
  readonly raw: Buffer;
}

const HREF = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi;

/** Adds the envelope as trace headers, as a delivering server does. */
export function withTrace(raw: Buffer, envelope: CapturedMail["envelope"], receivedAt: Date): Buffer {
  const lines = [
    `Return-Path: <${oneLine(envelope.from)}>`,
    ...envelope.to.map((address) => `Delivered-To: ${oneLine(address)}`),
    `Received: by sandbox; ${receivedAt.toUTCString().replace("GMT", "+0000")}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n`), raw]);
}

/** Parses a mail that has its trace headers. */
export async function parseMail(id: string, receivedAt: Date, raw: Buffer): Promise<CapturedMail> {
  const parsed = await simpleParser(raw, { skipTextToHtml: true });
  const html = parsed.html || null;
  const text = parsed.text ?? "";
  return {
    id,
    receivedAt,
    envelope: {
      from: traceHeaders(parsed.headerLines, "return-path")[0]?.replace(/^<|>$/g, "") ?? "",
      to: traceHeaders(parsed.headerLines, "delivered-to"),
    },
    from: parsed.from?.text ?? "",
    to: addressText(parsed.to),
    subject: parsed.subject ?? "",
    text,
    html,
    headers: parsed.headerLines.map(({ line }) => splitHeader(line)),
    links: collectLinks(html, text),
    attachments: parsed.attachments.filter((each) => !each.related).map(toAttachment),
    raw,
  };
}

function addressText(to: AddressObject | AddressObject[] | undefined): string {
  return [to ?? []]
    .flat()
    .map((each) => each.text)
    .join(", ");
}

function traceHeaders(lines: readonly { key: string; line: string }[], key: string): string[] {
  return lines.filter((each) => each.key === key).map(({ line }) => splitHeader(line).value);
}

function splitHeader(line: string): { name: string; value: string } {
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1).replace(/\r?\n[ \t]+/g, " ");
  return { name: line.slice(0, colon), value: value.trim() };
}

function collectLinks(html: string | null, text: string): string[] {
  const inHtml = [...(html ?? "").matchAll(HREF)].map(([, double, single]) =>
    unescapeHtml(double ?? single ?? ""),
  );
  const inText = [...text.matchAll(ADDRESS)].map(([address]) => address);
  return [...new Set([...inHtml, ...inText])].filter((address) => /^https?:/i.test(address));
}

const unescapeHtml = (value: string) =>
  value
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&amp;", "&");

function toAttachment({ filename, contentType, content }: Attachment, index: number): MailAttachment {
  return { fileName: filename ?? `zalacznik-${index + 1}`, contentType, content };
}

const oneLine = (value: string) => value.replace(/[\r\n]+/g, " ");
