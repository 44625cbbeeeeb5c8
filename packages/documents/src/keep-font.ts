import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

type Font = object;
/** What we use of fontkit, with which pdfmake's documents read fonts. */
type Fontkit = {
  create(file: Buffer): Font;
  registerFormat(format: { probe(file: Buffer): boolean }): void;
};
/** What pdfmake's types leave out. */
type Pdfmake = { virtualfs: { writeFileSync(name: string, content: Buffer): void } };

const FOLDER = "fonts/Roboto";

/**
 * Reads a font of pdfmake's own once for all documents, and returns the path by which it finds it: reading fonts for each
 * document took three quarters of the time of a PDF. Text within an SVG is the exception: PDFKit reads that path itself.
 */
export function keepFont(pdfmake: unknown, name: string): string {
  const manifest = createRequire(import.meta.url).resolve("pdfmake/package.json");
  const pdfkit = createRequire(manifest).resolve("pdfkit");
  const fontkit = createRequire(pdfkit)("fontkit") as Fontkit;
  const file = path.join(path.dirname(manifest), FOLDER, name);
  const font = fontkit.create(readFileSync(file));
  // Stands for the font where pdfmake hands on a file's content.
  const token = Buffer.from(name);
  (pdfmake as Pdfmake).virtualfs.writeFileSync(file, token);
  // fontkit calls it with `new`, which returns what the function returns.
  function KeptFont(): Font {
    return font;
  }
  fontkit.registerFormat(Object.assign(KeptFont, { probe: (content: Buffer) => content === token }));
  return file;
}
