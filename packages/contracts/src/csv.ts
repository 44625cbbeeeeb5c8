/** Marks the file as UTF-8 for spreadsheets. */
const BOM = "\uFEFF";
/** What a spreadsheet would run as a formula when it opens the file. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

export type CsvValue = string | number | null;

/** A CSV file as Polish spreadsheets open it: UTF-8 with BOM, semicolons, CRLF, texts never formulas. */
export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return BOM + [header, ...rows].map((row) => `${row.map(csvCell).join(";")}\r\n`).join("");
}

function csvCell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
