import { escapeTelegram } from "@korki/notifications";

/** Paragraphs of Telegram's HTML; empty ones are left out. */
export function paragraphs(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** A text of ours or of a person, escaped. */
export const text = escapeTelegram;

export function bold(content: string): string {
  return `<b>${escapeTelegram(content)}</b>`;
}

/** Set off in one piece, so that one tap copies it. */
export function code(content: string): string {
  return `<code>${escapeTelegram(content)}</code>`;
}

export function link(label: string, url: string): string {
  return `<a href="${escapeTelegram(url)}">${escapeTelegram(label)}</a>`;
}

/** How every answer is sent. */
export const AS_HTML = { parse_mode: "HTML", link_preview_options: { is_disabled: true } } as const;
