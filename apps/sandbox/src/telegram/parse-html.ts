import { badRequest } from "./bot-api-error";
import { isButtonUrl, type MessageEntity } from "./bot-api-objects";

/** A text without markup, and where its markup was. */
export interface FormattedText {
  readonly text: string;
  readonly entities: MessageEntity[];
}

/** The tags of https://core.telegram.org/bots/api#html-style that the product uses, and their near relatives. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  s: "strikethrough",
  code: "code",
  a: "text_link",
};

const REFERENCES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const REFERENCE = /&(lt|gt|amp|quot);/g;
const TOKEN = /<(?<close>\/?)(?<tag>[a-z]+)(?:\s+href="(?<href>[^"<>]*)")?\s*>|&(?:lt|gt|amp|quot);|[^<&]+/iy;

/**
 * Reads `parse_mode: "HTML"`. It is stricter than Telegram's servers, which accept a lone "&": a text that was not
 * escaped fails here.
 * @throws BotApiError 400 "Bad Request: can't parse entities: …"
 */
export function parseHtml(source: string): FormattedText {
  let text = "";
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; href: string | undefined }[] = [];
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (!token) throw unparsable(`unescaped "${source.charAt(at)}" or unsupported tag at offset ${at}`);
    const { close, tag: name, href } = token.groups ?? {};
    const tag = name?.toLowerCase();
    if (tag === undefined) text += decoded(token[0]);
    else if (!(tag in ENTITY_TYPES)) throw unparsable(`unsupported tag "${tag}" at offset ${at}`);
    else if (!close) open.push({ tag, offset: text.length, href });
    else {
      const start = open.pop();
      if (start?.tag !== tag) throw unparsable(`unexpected end tag "${tag}" at offset ${at}`);
      entities.push(...entityOf(start, text));
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unparsable(`can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

function entityOf(
  { tag, offset, href }: { tag: string; offset: number; href: string | undefined },
  text: string,
): MessageEntity[] {
  const length = text.length - offset;
  const type = ENTITY_TYPES[tag] ?? tag;
  if (length === 0) return [];
  if (tag !== "a") return [{ type, offset, length }];
  const url = decoded(href ?? text.slice(offset));
  return isButtonUrl(url) ? [{ type, offset, length, url }] : [];
}

const decoded = (source: string) => source.replace(REFERENCE, (_, name: string) => REFERENCES[name] ?? "");

const unparsable = (reason: string) => badRequest(`can't parse entities: ${reason}`);
