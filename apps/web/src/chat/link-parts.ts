/** A piece of a message: plain text, or an address that can be opened. */
export type Part = { readonly text: string; readonly href: string | null };

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence or a bracket, and not the address before it. */
const TRAILING = /[.,;:!?'")\]}…]+$/;

/** Splits a message at its web addresses. Only http and https count, and the text itself stays as it is. */
export function linkParts(message: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of message.matchAll(ADDRESS)) {
    const address = found.replace(TRAILING, "");
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: message.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end), href: null });
  return parts;
}
