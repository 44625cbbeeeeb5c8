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
 * Reads pdfmake's own fonts once for all documents: reading them for each took three quarters of the time of a PDF. pdfmake
 * then finds them by file name, and reads nothing from the disk.
 */
export function keepFonts(pdfmake: unknown, names: readonly string[]): void {
  const manifest = createRequire(import.meta.url).resolve("pdfmake/package.json");
  const pdfkit = createRequire(manifest).resolve("pdfkit");
  const fontkit = createRequire(pdfkit)("fontkit") as Fontkit;
  const fonts = new Map<Buffer, Font>();
  for (const name of names) {
    // Stands for the font where pdfmake hands on a file's content.
    const token = Buffer.from(name);
    fonts.set(token, fontkit.create(readFileSync(path.join(path.dirname(manifest), FOLDER, name))));
    (pdfmake as Pdfmake).virtualfs.writeFileSync(name, token);
  }
  // fontkit calls it with `new`, which returns what the function returns.
  function KeptFont({ buffer }: { buffer: Buffer }): Font | undefined {
    return fonts.get(buffer);
  }
  fontkit.registerFormat(Object.assign(KeptFont, { probe: (file: Buffer) => fonts.has(file) }));
}
