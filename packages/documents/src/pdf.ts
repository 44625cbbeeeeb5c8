import type { Content, TDocumentDefinitions } from "pdfmake/interfaces";
import { keepFont } from "./keep-font";

/** How the centre presents itself on paper. */
export type Letterhead = {
  centreName: string;
  contactEmail: string;
  /** `#rrggbb`; null: black. */
  colour: string | null;
  /** A PNG; null: none. */
  logo: Buffer | null;
};

/** A page of ours: a title, what belongs under it, and who sends it. */
export type Document = {
  title: string;
  letterhead: Letterhead;
  /** Stands small at the foot of every page; the centre's name unless it says otherwise. */
  footer?: string;
  content: Content[];
};

/** Returns a document as a PDF file. Fonts are embedded, so that every Polish letter shows everywhere. */
export async function renderPdf({ title, letterhead, footer, content }: Document): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  const { centreName, colour, logo } = letterhead;
  const definition: TDocumentDefinitions = {
    info: { title },
    language: "pl-PL",
    pageSize: "A4",
    pageMargins: [48, 56, 48, 64],
    defaultStyle: { font: "Roboto", fontSize: 10.5, lineHeight: 1.25 },
    styles: {
      title: { fontSize: 20, bold: true, margin: [0, 0, 0, 12], ...(colour && { color: colour }) },
      heading: { fontSize: 13, bold: true, margin: [0, 14, 0, 6] },
      soft: { color: "#555555" },
      sum: { bold: true },
    },
    content: [...(logo ? [logoPart(logo)] : []), { text: title, style: "title" }, ...content],
    footer: (page, pages) => ({
      columns: [
        { text: footer ?? centreName, style: "soft", fontSize: 8.5 },
        { text: `${page}/${pages}`, style: "soft", fontSize: 8.5, alignment: "right", width: 40 },
      ],
      margin: [48, 16, 48, 0],
    }),
  };
  return pdfmake.createPdf(definition).getBuffer();
}

function logoPart(logo: Buffer): Content {
  return {
    image: `data:image/png;base64,${logo.toString("base64")}`,
    fit: [160, 44],
    margin: [0, 0, 0, 14],
  };
}

let loaded: Promise<typeof import("pdfmake")> | undefined;

/** Loads the library at its first use: most processes never make a document. */
function loadPdfmake(): Promise<typeof import("pdfmake")> {
  loaded ??= import("pdfmake").then(({ default: pdfmake }) => {
    const [normal, bold] = [keepFont(pdfmake, "Roboto-Regular.ttf"), keepFont(pdfmake, "Roboto-Medium.ttf")];
    pdfmake.addFonts({ Roboto: { normal, bold } });
    // A document takes nothing from outside, and of this machine its fonts alone.
    pdfmake.setUrlAccessPolicy(() => false);
    pdfmake.setLocalAccessPolicy(() => false);
    return pdfmake;
  });
  return loaded;
}
