declare module "pdfmake" {
  type Fonts = Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>;
  const pdfmake: {
    setFonts(fonts: Fonts): void;
    setUrlAccessPolicy(mayLoad: (url: string) => boolean): void;
    setLocalAccessPolicy(mayLoad: (path: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

declare module "pdfmake/fonts/Roboto.js" {
  const fonts: Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>;
  export default fonts;
}
