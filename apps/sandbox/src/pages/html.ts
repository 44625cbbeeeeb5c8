/** A safe piece of HTML: all inserted values were escaped. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Builds HTML. Escapes inserted values unless they are Html; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    text += render(value) + (strings[index + 1] ?? "");
  });
  return new Html(text);
}

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(render).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi;

/** Returns plain text with its web addresses as links. */
export function linkified(text: string): Html[] {
  const pieces: Html[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    pieces.push(html`${text.slice(done, match.index)}${externalLink(match[0], match[0])}`);
    done = match.index + match[0].length;
  }
  return [...pieces, html`${text.slice(done)}`];
}

/** Returns a link to another site. Addresses such as `javascript:` are shown as text. */
export function externalLink(address: string, text: HtmlValue): Html {
  return /^(https?:\/\/|mailto:)/i.test(address)
    ? html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`${text}`;
}

/** Returns a heading: level 1 for the main part of the page, level 2 for the part beside it. */
export const heading = (level: 1 | 2, id: string, content: HtmlValue): Html =>
  level === 1 ? html`<h1 id="${id}">${content}</h1>` : html`<h2 id="${id}">${content}</h2>`;
