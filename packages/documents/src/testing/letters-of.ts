import { inflateSync } from "node:zlib";

/** The code points that a PDF's fonts say their glyphs stand for. */
export function lettersOf(pdf: Buffer): string {
  let maps = "";
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
    const end = pdf.indexOf("endstream", at);
    try {
      maps += inflateSync(pdf.subarray(at + "stream\n".length, end)).toString("latin1");
    } catch {
      // Not a compressed stream.
    }
  }
  return [...maps.matchAll(/<([0-9a-f]{4})>/g)]
    .map(([, code]) => String.fromCharCode(Number.parseInt(code ?? "", 16)))
    .join("");
}
