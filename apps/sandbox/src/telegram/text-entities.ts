import type { MessageEntity } from "./bot-api-objects";
import type { FormattedText } from "./parse-html";

/** Characters of a message after parsing. */
export const TEXT_MAX = 4096;

/** What Telegram finds in a text by itself: addresses and commands. */
const PATTERNS: readonly { type: string; pattern: RegExp }[] = [
  { type: "url", pattern: /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'„”»]/giu },
  { type: "bot_command", pattern: /(?<![\w/@])\/[a-z\d_]{1,64}(?:@[a-z]\w{2,31})?(?![\w/])/giu },
];

/** Entities that hold no address or command of their own. */
const CLOSED = ["text_link", "code", "url", "bot_command"];

/** Adds addresses and commands to the entities that came with the text. */
export function withAutomaticEntities({ text, entities }: FormattedText): FormattedText {
  const closed = entities.filter(({ type }) => CLOSED.includes(type));
  const found: MessageEntity[] = [];
  for (const { type, pattern } of PATTERNS) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const candidate = { type, offset: index, length: match.length };
      if (![...closed, ...found].some((entity) => overlap(entity, candidate))) found.push(candidate);
    }
  }
  return {
    text,
    entities: [...entities, ...found].sort((a, b) => a.offset - b.offset || b.length - a.length),
  };
}

/** Removes white space from both ends, as Telegram does, and moves the entities with it. */
export function trimmed({ text, entities }: FormattedText): FormattedText {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return {
    text: text.trim(),
    entities: entities.flatMap((entity) => {
      const from = Math.max(entity.offset, start);
      const to = Math.min(entity.offset + entity.length, end);
      return to > from ? [{ ...entity, offset: from - start, length: to - from }] : [];
    }),
  };
}

/** Counts code points, as the limit of a message does. */
export const characterCount = (text: string) => [...text].length;

const overlap = (a: MessageEntity, b: MessageEntity) =>
  a.offset < b.offset + b.length && b.offset < a.offset + a.length;
