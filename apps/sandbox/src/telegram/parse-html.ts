import { badRequest } from "./bot-api-error";
import type { MessageEntity } from "./bot-api-objects";

/** A text without markup, and where its markup was. */
export interface FormattedText {
  readonly text: string;
  readonly entities: MessageEntity[];
}

interface OpenTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly offset: number;
}

/** The tags of https://core.telegram.org/bots/api#html-style that become an entity without further ado. */
const PLAIN_TAGS = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  span: "spoiler",
} as const;
const OTHER_TAGS = ["a", "code", "pre", "blockquote", "tg-emoji"];

const NAMED_ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const CHARACTER_REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));?/iy;

/**
 * Reads `parse_mode: "HTML"` as the Bot API does, with its errors. In one thing it is stricter than Telegram's servers,
 * which let a lone "&" pass: the description says that it "must be replaced", and a text that was not escaped should
 * fail here rather than show a person's name wrongly there.
 * @throws BotApiError 400 "Bad Request: can't parse entities: …"
 */
export function parseHtml(source: string): FormattedText {
  const reader = new HtmlReader(source);
  return reader.read();
}

class HtmlReader {
  #text = "";
  #at = 0;
  readonly #open: OpenTag[] = [];
  readonly #entities: MessageEntity[] = [];

  constructor(readonly source: string) {}

  read(): FormattedText {
    while (this.#at < this.source.length) {
      const character = this.source.charAt(this.#at);
      if (character === "&") this.#text += this.#reference();
      else if (character === "<") this.#tag();
      else {
        this.#text += character;
        this.#at += 1;
      }
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw unparsable(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
    return { text: this.#text, entities: settleNesting(this.#entities) };
  }

  #reference(): string {
    const decoded = decodeReference(this.source, this.#at);
    if (!decoded) throw unparsable(`Unescaped "&" at byte offset ${this.#byteOffset(this.#at)}`);
    this.#at = decoded.end;
    return decoded.character;
  }

  #tag(): void {
    const begin = this.#at;
    this.#at += 1;
    if (this.source.charAt(this.#at) === "/") this.#endTag(begin);
    else this.#startTag(begin);
  }

  #startTag(begin: number): void {
    const where = `at byte offset ${this.#byteOffset(begin)}`;
    const name = this.#take(/[^\s>]*/y).toLowerCase();
    if (this.#ended) throw unparsable(`Unclosed start tag ${where}`);
    if (!(name in PLAIN_TAGS) && !OTHER_TAGS.includes(name))
      throw unparsable(`Unsupported start tag "${name}" ${where}`);
    const attributes = new Map<string, string>();
    for (;;) {
      this.#take(/\s*/y);
      if (this.#ended) throw unparsable(`Unclosed start tag "${name}" ${where}`);
      if (this.source.charAt(this.#at) === ">") break;
      const attribute = this.#take(/[^\s=>]*/y).toLowerCase();
      if (!attribute) throw unparsable(`Empty attribute name in the tag "${name}" ${where}`);
      this.#take(/\s*/y);
      attributes.set(attribute, this.#attributeValue(name, attribute, where));
    }
    this.#at += 1;
    if (name === "span" && attributes.get("class") !== "tg-spoiler")
      throw unparsable(`Tag "span" must have class "tg-spoiler" ${where}`);
    this.#open.push({ name, attributes, offset: this.#text.length });
  }

  #attributeValue(tag: string, attribute: string, where: string): string {
    if (this.source.charAt(this.#at) !== "=") {
      if (tag === "blockquote" && attribute === "expandable") return "";
      throw unparsable(`Expected equal sign in declaration of an attribute of the tag "${tag}" ${where}`);
    }
    this.#at += 1;
    this.#take(/\s*/y);
    const quote = this.source.charAt(this.#at);
    if (quote !== '"' && quote !== "'") {
      const token = this.#take(/[a-z\d.-]*/iy).toLowerCase();
      if (!/[\s>]/.test(this.source.charAt(this.#at)))
        throw unparsable(`Unexpected end of name token ${where}`);
      return token;
    }
    const end = this.source.indexOf(quote, this.#at + 1);
    if (end < 0) throw unparsable(`Unclosed start tag ${where}`);
    const raw = this.source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return decodeAttribute(raw);
  }

  #endTag(begin: number): void {
    const where = `at byte offset ${this.#byteOffset(begin)}`;
    const tag = this.#open.pop();
    if (!tag) throw unparsable(`Unexpected end tag ${where}`);
    this.#at += 1;
    const name = this.#take(/[^\s>]*/y).toLowerCase();
    this.#take(/\s*/y);
    if (this.source.charAt(this.#at) !== ">") throw unparsable(`Unclosed end tag ${where}`);
    this.#at += 1;
    if (name && name !== tag.name)
      throw unparsable(`Unmatched end tag ${where}, expected "</${tag.name}>", found "</${name}>"`);
    const length = this.#text.length - tag.offset;
    if (length > 0) this.#close(tag, length);
  }

  #close(tag: OpenTag, length: number): void {
    const range = { offset: tag.offset, length };
    if (tag.name in PLAIN_TAGS) {
      this.#entities.push({ type: PLAIN_TAGS[tag.name as keyof typeof PLAIN_TAGS], ...range });
    } else if (tag.name === "blockquote") {
      const type = tag.attributes.has("expandable") ? "expandable_blockquote" : "blockquote";
      this.#entities.push({ type, ...range });
    } else if (tag.name === "tg-emoji") {
      const id = tag.attributes.get("emoji-id") ?? "";
      if (!/^[1-9]\d*$/.test(id)) throw unparsable("Invalid custom emoji identifier specified");
      this.#entities.push({ type: "custom_emoji", ...range, custom_emoji_id: id });
    } else if (tag.name === "a") {
      const url = checkedLink(tag.attributes.get("href") || this.#text.slice(tag.offset));
      if (url) this.#entities.push({ type: "text_link", ...range, url });
    } else {
      this.#closeCode(tag, range);
    }
  }

  /** `<pre><code class="language-…">` is one entity with a language; the class of a lone `<code>` means nothing. */
  #closeCode(tag: OpenTag, range: { offset: number; length: number }): void {
    if (tag.name === "code") {
      const parent = this.#open.at(-1);
      const language = tag.attributes.get("class")?.match(/^language-(.+)$/)?.[1];
      if (parent?.name === "pre" && parent.offset === tag.offset && language) {
        this.#entities.push({ type: "pre", ...range, language });
      } else this.#entities.push({ type: "code", ...range });
      return;
    }
    const inner = this.#entities.at(-1);
    const whole = inner?.offset === range.offset && inner.length === range.length;
    if (!(whole && inner.type === "pre")) this.#entities.push({ type: "pre", ...range });
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  get #ended(): boolean {
    return this.#at >= this.source.length;
  }

  #byteOffset(index: number): number {
    return Buffer.byteLength(this.source.slice(0, index));
  }
}

function decodeReference(source: string, at: number): { character: string; end: number } | null {
  CHARACTER_REFERENCE.lastIndex = at;
  const match = CHARACTER_REFERENCE.exec(source);
  if (!match) return null;
  const [whole, hexadecimal, decimal, name] = match;
  const end = at + whole.length;
  if (name !== undefined) {
    const character = NAMED_ENTITIES[name];
    return character === undefined ? null : { character, end };
  }
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  const isCharacter = code > 0 && code < 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? { character: String.fromCodePoint(code), end } : null;
}

/** In an attribute a lone "&" stands for itself: it is common in addresses, and part of the tag. */
function decodeAttribute(raw: string): string {
  let value = "";
  for (let at = 0; at < raw.length; ) {
    const decoded = raw.charAt(at) === "&" ? decodeReference(raw, at) : null;
    value += decoded ? decoded.character : raw.charAt(at);
    at = decoded ? decoded.end : at + 1;
  }
  return value;
}

/** An address as it stands in a `text_link`; null where it is none, then the text stays without a link. */
function checkedLink(address: string): string | null {
  const trimmed = address.trim();
  const candidate = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  if (url.protocol === "tg:" || url.protocol === "ton:") return candidate;
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  // Telegram links to hosts with a dot only; an own machine is let through so that a demo's links work.
  return url.hostname.includes(".") || url.hostname === "localhost" ? url.href : null;
}

/** Outer before inner; nothing inside code, pre or a link of the same kind, as the description's nesting rules say. */
function settleNesting(entities: readonly MessageEntity[]): MessageEntity[] {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const kept: MessageEntity[] = [];
  for (const entity of sorted) {
    const around = kept.filter(
      (outer) => outer.offset <= entity.offset && entity.offset < outer.offset + outer.length,
    );
    const insideCode = around.some((outer) => outer.type === "code" || outer.type === "pre");
    const insideItsKind = around.some((outer) => kindOf(outer) === kindOf(entity));
    if (!insideCode && !insideItsKind) kept.push(entity);
  }
  return kept;
}

const kindOf = (entity: MessageEntity) =>
  entity.type === "expandable_blockquote" ? "blockquote" : entity.type;

const unparsable = (reason: string) => badRequest(`can't parse entities: ${reason}`);
