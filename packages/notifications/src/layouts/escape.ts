/**
 * People's names and texts as they may be used in a message: without control characters and without the marks that
 * turn the direction of the text around them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, (found) =>
      found === "\n" ? "\n" : " ",
    )
    .trim();
}

/** The same on one line, cut where it is too long: for subjects and other headers. */
export function cleanLine(text: string, max = 200): string {
  const line = [...cleanText(text).replace(/\s+/g, " ")];
  return line.length > max ? `${line.slice(0, max - 1).join("")}…` : line.join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Escapes text for Telegram's HTML, which knows four named entities. */
export function escapeTelegram(text: string): string {
  return cleanText(text).replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}

/** An address that a link may lead to; anything but the web's own schemes leads nowhere. */
export function safeUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
