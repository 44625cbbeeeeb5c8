/** Longest line in bytes, its line break apart (RFC 5545, section 3.1). */
const LINE_BYTES = 75;

/** Breaks long lines between characters; each continuation begins with a space. */
export function foldLines(text: string): string {
  return text
    .split("\r\n")
    .map((line) => (Buffer.byteLength(line) <= LINE_BYTES ? line : fold(line)))
    .join("\r\n");
}

function fold(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
