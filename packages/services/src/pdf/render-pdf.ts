/** A part of a document, as pdfmake takes it. */
export type PdfNode =
  | string
  | {
      text?: string;
      style?: string;
      stack?: PdfNode[];
      ul?: PdfNode[];
      table?: { headerRows: number; widths: (string | number)[]; body: PdfNode[][] };
      layout?: string;
      canvas?: object[];
      alignment?: "right";
      margin?: [number, number, number, number];
    };

/** Renders a document on A4 with an embedded font that has the Polish letters. */
export async function renderPdf(document: {
  title: string;
  author: string;
  content: PdfNode[];
}): Promise<Buffer> {
  // Loaded when the first document is rendered: most processes never do.
  const [{ default: pdfmake }, { default: fonts }] = await Promise.all([
    import("pdfmake"),
    import("pdfmake/fonts/Roboto.js"),
  ]);
  pdfmake.setFonts(fonts);
  // Nothing but the fonts is read, whatever a text says.
  const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  pdfmake.setUrlAccessPolicy(() => false);
  return pdfmake
    .createPdf({
      info: { title: document.title, author: document.author },
      pageSize: "A4",
      pageMargins: [48, 56, 48, 56],
      defaultStyle: { font: "Roboto", fontSize: 10, lineHeight: 1.25 },
      styles: {
        title: { fontSize: 18, bold: true, margin: [0, 0, 0, 4] },
        subtitle: { fontSize: 11, color: "#555555", margin: [0, 0, 0, 12] },
        heading: { fontSize: 13, bold: true, margin: [0, 14, 0, 6] },
        label: { bold: true },
        muted: { color: "#555555" },
      },
      content: document.content,
      footer: (page: number, pages: number) => ({
        text: `${document.author} · ${page}/${pages}`,
        alignment: "center",
        fontSize: 8,
        color: "#777777",
      }),
    })
    .getBuffer();
}
