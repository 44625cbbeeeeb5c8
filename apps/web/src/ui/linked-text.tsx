/** A piece of a text: plain, or an address that can be opened. */
type Part = { readonly text: string; readonly href: string | null };

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence or a bracket, and not the address before it. */
const TRAILING = /[.,;:!?'")\]}…]$/;

/** Splits a message at its web addresses. Only http and https count, and the text itself stays as it is. */
export function linkParts(message: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of message.matchAll(ADDRESS)) {
    const address = withoutTrailing(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: message.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end), href: null });
  return parts;
}

/** A bracket that the address itself opens belongs to it. */
function withoutTrailing(found: string): string {
  let address = found;
  while (TRAILING.test(address)) {
    if (address.endsWith(")") && address.split("(").length >= address.split(")").length) break;
    address = address.slice(0, -1);
  }
  return address;
}

/** A text as it was typed; web addresses can be opened. */
export function LinkedText({ text, className }: { text: string; className?: string | undefined }) {
  return linkParts(text).map((part, index) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
      <a key={index} className={className} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
