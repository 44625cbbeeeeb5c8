/** Returns a bank's CSV as it is uploaded. */
export function bankFile(...rows: string[]): { fileName: string; base64: string } {
  return { fileName: "wyciag.csv", base64: Buffer.from(rows.join("\n")).toString("base64") };
}

/** What the columns of `unclearFile` are taken for. */
export const UNCLEAR_GUESS = { on: "Data", amount: "Kwota", title: "Tytuł" } as const;

/**
 * Returns a file with one transfer, whose header does not name the sender's column in a known way.
 *
 * @param own a word that no other file has, so that header and transfer are new
 */
export function unclearFile(own: string, day: string): { fileName: string; base64: string } {
  return bankFile(`Data;Kwota;Kto ${own};Tytuł`, `${day};90;Jan ${own};lekcje`);
}
