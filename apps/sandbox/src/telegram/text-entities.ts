import type { MessageEntity } from "./bot-api-objects";
import type { FormattedText } from "./parse-html";

/** "1-4096 characters after entities parsing" */
export const TEXT_MAX = 4096;

/**
 * What Telegram finds in a text by itself: commands, mentions, hashtags, addresses. The order settles which of two that
 * begin at one place wins.
 */
const PATTERNS: readonly { type: MessageEntity["type"] & AutomaticType; pattern: RegExp }[] = [
  {
    type: "url",
    pattern: /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'„”»]/giu,
  },
  { type: "email", pattern: /(?<![\w.+-])[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?![\w-])/giu },
  { type: "bot_command", pattern: /(?<![\w/@])\/[a-z\d_]{1,64}(?:@[a-z]\w{2,31})?(?![\w/])/giu },
  { type: "mention", pattern: /(?<![\w@])@[a-z]\w{3,31}(?!\w)/giu },
  { type: "hashtag", pattern: /(?<![\p{L}\d_])#(?=[\p{L}\d_]*[\p{L}_])[\p{L}\d_]{1,256}/giu },
];
type AutomaticType = "url" | "email" | "bot_command" | "mention" | "hashtag";

/** Adds what Telegram finds by itself to the entities that came with the text, which win where the two cross. */
export function withAutomaticEntities({ text, entities }: FormattedText): FormattedText {
  const found: MessageEntity[] = [];
  for (const { type, pattern } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const candidate: MessageEntity = { type, offset: match.index, length: match[0].length };
      const free = found.every((other) => !overlap(other, candidate));
      if (free && entities.every((given) => mayHold(given, candidate))) found.push(candidate);
    }
  }
  return {
    text,
    entities: [...entities, ...found].sort((a, b) => a.offset - b.offset || b.length - a.length),
  };
}

/** Cuts white space off both ends, as Telegram does, and moves the entities with it. */
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

/** Characters as the limit of a message counts them: code points, not UTF-16 units. */
export const characterCount = (text: string) => [...text].length;

const overlap = (a: MessageEntity, b: MessageEntity) =>
  a.offset < b.offset + b.length && b.offset < a.offset + a.length;

function mayHold(outer: MessageEntity, inner: MessageEntity): boolean {
  if (!overlap(outer, inner)) return true;
  if (["code", "pre", "text_link", "text_mention", "custom_emoji"].includes(outer.type)) return false;
  const within = outer.offset <= inner.offset && inner.offset + inner.length <= outer.offset + outer.length;
  const around = inner.offset <= outer.offset && outer.offset + outer.length <= inner.offset + inner.length;
  return within || around;
}
