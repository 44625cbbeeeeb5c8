import { inflateSync } from "node:zlib";

/** Returns the decompressed streams of a PDF, one after another. */
export function streamsOf(pdf: Buffer): string {
  let streams = "";
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
    const end = pdf.indexOf("endstream", at);
    try {
      streams += inflateSync(pdf.subarray(at + "stream\n".length, end)).toString("latin1");
    } catch {
      // Not a compressed stream.
    }
  }
  return streams;
}

/** The code points that a PDF's fonts say their glyphs stand for. */
export function lettersOf(pdf: Buffer): string {
  return [...streamsOf(pdf).matchAll(/<([0-9a-f]{4})>/g)]
    .map(([, code]) => String.fromCharCode(Number.parseInt(code ?? "", 16)))
    .join("");
}
