import { escapeTelegram } from "@korki/notifications";

/** Joins paragraphs of Telegram's HTML and leaves out empty ones. */
export function paragraphs(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Escapes a text. */
export const text = escapeTelegram;

export function bold(content: string): string {
  return `<b>${escapeTelegram(content)}</b>`;
}

/** Marks a text as code, which one tap copies. */
export function code(content: string): string {
  return `<code>${escapeTelegram(content)}</code>`;
}

export function link(label: string, url: string): string {
  return `<a href="${escapeTelegram(url)}">${escapeTelegram(label)}</a>`;
}

/** The options of every answer. */
export const AS_HTML = { parse_mode: "HTML", link_preview_options: { is_disabled: true } } as const;
