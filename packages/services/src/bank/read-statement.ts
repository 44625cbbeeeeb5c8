import { createHash } from "node:crypto";
import { BANK_COLUMNS, type BankColumn, type BankMapping, type BankQuestion } from "@korki/contracts/bank";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { type CivilDate, IMPORT_ROWS_MAX, isCivilDate } from "@korki/domain";
import { invalidInput, ServiceError } from "../errors";
import { decoded, readRows } from "../imports/read-table";

/** A credit as a file says it; `amount` in grosze, `account` its letters and digits or "". */
export type StatementLine = {
  on: CivilDate;
  amount: number;
  payer: string;
  title: string;
  account: string;
};

/** When somebody is asked for a file's columns: where payer or title are not known, too; always; or only where it has to be. */
type Asking = "ifUnclear" | "always" | "ifUnreadable";

/** How a file's columns are known: from the caller, from who said them before by the hash of the header, or by asking. */
type Columns = {
  mapping: BankMapping | undefined;
  asking: Asking;
  recall: (headerHashes: readonly string[]) => Promise<ReadonlyMap<string, BankMapping>>;
};

/** A file's credits, and the hash of the header by which its mapping is remembered; null where it has no columns. */
type ReadStatement = { lines: StatementLine[]; headerHash: string | null };

const IN_ACCOUNT_CURRENCY = "kwota w walucie rachunku";
const IN_OPERATION_CURRENCY = "kwota operacji";

/** What Polish banks call the columns; of several that a file has, the first. */
const KNOWN_NAMES: Record<BankColumn, readonly string[]> = {
  on: [
    "data",
    "data operacji",
    "data transakcji",
    "data ksiegowania",
    "data zaksiegowania",
    "data waluty",
    "date",
  ],
  amount: [
    IN_ACCOUNT_CURRENCY,
    "kwota transakcji waluta rachunku",
    "kwota",
    IN_OPERATION_CURRENCY,
    "kwota transakcji",
    "uznania",
    "kwota uznania",
    "amount",
  ],
  payer: [
    "nadawca",
    "dane kontrahenta",
    "kontrahent",
    "nadawca odbiorca",
    "odbiorca zleceniodawca",
    "nadawca zleceniodawca",
    "nazwa nadawcy",
    "nazwa kontrahenta",
    "zleceniodawca",
    "payer",
  ],
  title: [
    "tytul",
    "tytulem",
    "tytul operacji",
    "tytul przelewu",
    "tytul transakcji",
    "szczegoly transakcji",
    "opis operacji",
    "opis transakcji",
    "opis",
    "title",
  ],
  account: [
    "nr rachunku",
    "numer rachunku",
    "rachunek nadawcy",
    "nr rachunku nadawcy",
    "numer rachunku nadawcy",
    "rachunek zrodlowy",
    "rachunek kontrahenta",
    "na konto z konta",
    "numer konta",
    "numer rachunku kontrahenta",
    "nr konta",
    "account",
  ],
};

/** How far below the top a header may be. */
const PREAMBLE_ROWS = 60;
const TEXT_MAX = 500;
const AMOUNT_MAX = 1_000_000_000;

/**
 * Reads the credits of a bank's file, recognised by its content. Throws `input` for what cannot be read, and with a
 * `BankQuestion` where somebody has to say the columns.
 */
export async function readStatement(file: Buffer, columns: Columns): Promise<ReadStatement> {
  const isMt940 = /^:61:/m.test(file.toString("latin1"));
  const { lines, headerHash } = isMt940
    ? { lines: readMt940(decoded(file)), headerHash: null }
    : await readColumns(await readRows(file, PREAMBLE_ROWS), columns);
  if (lines.length === 0) throw invalidInput(texts.noCredits);
  if (lines.length > IMPORT_ROWS_MAX) throw invalidInput(texts.tooMany(IMPORT_ROWS_MAX));
  return { lines, headerHash };
}

async function readColumns(
  rows: readonly (readonly string[])[],
  { mapping: given, asking, recall }: Columns,
): Promise<ReadStatement> {
  const headers = rows
    .slice(0, PREAMBLE_ROWS)
    .map((cells, at) => ({ at, names: cells.map((cell) => cell.trim()), headerHash: hashOfHeader(cells) }))
    .filter(({ names }) => names.filter(Boolean).length > 1);
  const remembered = given
    ? new Map<string, BankMapping>()
    : await recall(headers.map(({ headerHash }) => headerHash));
  for (const { at, names, headerHash } of headers) {
    const known = given ?? remembered.get(headerHash);
    const mapping = known ?? guess(names);
    const places = placesOf(mapping, names);
    if (!places) continue;
    if (asking === "always" && !given) throw questionOf(texts.askedColumns, names, mapping);
    if (asking === "ifUnclear" && !known && !(mapping.payer && mapping.title)) {
      throw questionOf(texts.unclearColumns, names, mapping);
    }
    return { lines: creditsOf(rows, at + 1, places, currencyPlace(names, mapping.amount)), headerHash };
  }
  const [widest] = [...headers].sort((a, b) => b.names.length - a.names.length);
  if (given) {
    const missing = BANK_COLUMNS.map((column) => given[column]).find(
      (name) => name !== undefined && !headers.some(({ names }) => places(names).has(folded(name))),
    );
    throw invalidInput(missing ? texts.unknownColumn(missing) : texts.noColumns);
  }
  throw questionOf(texts.noColumns, widest?.names ?? [], guess(widest?.names ?? []));
}

function questionOf(text: string, names: readonly string[], guess: BankQuestion["guess"]): ServiceError {
  const question: BankQuestion = {
    columns: names.filter(Boolean).map((name) => name.slice(0, 100)),
    guess,
  };
  return new ServiceError("input", text, undefined, question);
}

type Places = Partial<Record<BankColumn, number>> & { on: number; amount: number };

/** The columns' places by their folded names; of equal names the first. */
function places(names: readonly string[]): Map<string, number> {
  return new Map(names.map((name, at) => [folded(name), at] as const).reverse());
}

function placesOf(mapping: BankQuestion["guess"], names: readonly string[]): Places | null {
  const at = places(names);
  const found = Object.fromEntries(
    BANK_COLUMNS.map((column) => [column, at.get(folded(mapping[column] ?? ""))]),
  );
  const isWhole = BANK_COLUMNS.every(
    (column) => mapping[column] === undefined || found[column] !== undefined,
  );
  return isWhole && mapping.on && mapping.amount ? (found as Places) : null;
}

/** The columns whose names are known. */
function guess(names: readonly string[]): BankQuestion["guess"] {
  const at = places(names);
  return Object.fromEntries(
    BANK_COLUMNS.flatMap((column) => {
      const known = KNOWN_NAMES[column].map((name) => names[at.get(name) ?? -1]).find(Boolean);
      return known ? [[column, known]] : [];
    }),
  );
}

/** The place of the column with the currency of the amount, where its name is known. */
function currencyPlace(names: readonly string[], amount = ""): number | undefined {
  const at = places(names);
  if (folded(amount) === IN_ACCOUNT_CURRENCY) return at.get("waluta rachunku");
  const ofOperation = folded(amount) === IN_OPERATION_CURRENCY ? at.get("waluta operacji") : undefined;
  return ofOperation ?? at.get("waluta");
}

/** The credits below the header; what has no day is no transfer, and debits are left out. Throws `input`. */
function creditsOf(
  rows: readonly (readonly string[])[],
  from: number,
  columns: Places,
  currency: number | undefined,
): StatementLine[] {
  return rows.slice(from).flatMap((cells, offset) => {
    const cell = (column: BankColumn) => cells[columns[column] ?? -1]?.trim() ?? "";
    const line = from + offset + 1;
    const day = dayOf(cell("on"));
    if (day === undefined || cell("amount") === "") return [];
    if (day === null) throw invalidInput(texts.wrongDate(line));
    const amount = groszeOf(cell("amount"));
    if (amount === null) throw invalidInput(texts.wrongAmount(line));
    if (amount <= 0) return [];
    if (!/^(?:PLN|zł)?$/i.test(cells[currency ?? -1]?.trim() ?? "")) throw invalidInput(texts.notZloty(line));
    return [lineOf(day, amount, cell("payer"), cell("title"), cell("account"))];
  });
}

/** A day as banks write it; null: there is none such, undefined: it is something else. */
function dayOf(text: string): CivilDate | null | undefined {
  const [, y = "", m = "", d = ""] =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[ T].*)?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    [];
  const [, day = d, month = m, year = y] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?: .*)?$/.exec(text) ?? [];
  if (!year) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCivilDate(date) ? date : null;
}

/** An amount in grosze: `1 234,56`, `1.234,56`, `+90.00 PLN`; null for anything else. */
function groszeOf(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f']|zł|PLN/gi, "").replace(/^([+-]?)(.*?)([+-]?)$/, "$1$3$2");
  const [, sign = "", whole = "", part = ""] =
    /^([+-]?)(\d{1,3}(?:[.,]\d{3})+|\d+)([.,]\d{1,2})?$/.exec(plain) ?? [];
  if (whole === "") return null;
  const grosze = Number(whole.replaceAll(/[.,]/g, "")) * 100 + Number(part.slice(1).padEnd(2, "0"));
  return grosze > AMOUNT_MAX ? null : sign === "-" ? -grosze : grosze;
}

/** The credits of an MT940 statement, with the subfields that Polish banks use. Throws `input`. */
function readMt940(text: string): StatementLine[] {
  const fields = text
    .replaceAll("\r\n", "\n")
    .split(/\n(?=:\d{2}[A-Z]?:|-}?\s*$)/m)
    .map((field) => /^:(\d{2}[A-Z]?):([\s\S]*)$/.exec(field));
  return fields.flatMap((field, at) => {
    const [, currency = "PLN"] = /^60[FM] [CD]\d{6}([A-Z]{3})/.exec(`${field?.[1]} ${field?.[2]}`) ?? [];
    if (currency !== "PLN") throw invalidInput(texts.otherCurrency(currency));
    if (field?.[1] !== "61") return [];
    const [, y = "", m = "", d = "", mark, whole = "", part = ""] =
      /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[CD])[A-Z]?(\d+),(\d{0,2})/.exec(field[2] ?? "") ?? [];
    if (mark === undefined) throw invalidInput(texts.wrongAmount(at + 1));
    if (mark !== "C") return [];
    const day = dayOf(`20${y}-${m}-${d}`);
    if (!day) throw invalidInput(texts.wrongDate(at + 1));
    const grosze = groszeOf(`${whole},${part.padEnd(2, "0")}`);
    if (grosze === null) throw invalidInput(texts.wrongAmount(at + 1));
    const next = fields[at + 1];
    const { payer, title, account } = detailsOf(next?.[1] === "86" ? (next[2] ?? "") : "");
    return grosze > 0 ? [lineOf(day, grosze, payer, title, account)] : [];
  });
}

/** Field 86: subfields of two digits behind a sign, else free text that is all title. */
function detailsOf(text: string): { payer: string; title: string; account: string } {
  const whole = text.replaceAll("\n", "");
  const [, sign] = /^(?:\d{3})?([^\w\s/])(?=\d{2})/.exec(whole) ?? [];
  if (sign === undefined) {
    const [account = ""] = /\b(?:PL)?\d{26}\b/.exec(whole) ?? [];
    return { payer: "", title: text.replaceAll("\n", " "), account };
  }
  const parts = new Map(
    whole
      .slice(whole.indexOf(sign) + 1)
      .split(sign)
      .map((part) => [Number(part.slice(0, 2)), part.slice(2).trim()] as const),
  );
  const join = (from: number, to: number) =>
    [...parts]
      .filter(([no]) => no >= from && no <= to)
      .sort(([a], [b]) => a - b)
      .reduce((sum, [, part]) => (sum === "" || sum.length % 27 === 0 ? sum + part : `${sum} ${part}`), "");
  const name = join(32, 33);
  return {
    payer: name === "" ? join(27, 29) : name,
    title: `${join(20, name === "" ? 26 : 29)} ${join(60, 65)}`.trim(),
    account: parts.get(38) || parts.get(31) || "",
  };
}

function lineOf(on: CivilDate, amount: number, payer: string, title: string, account: string): StatementLine {
  const plain = account
    .replaceAll(/[^0-9A-Za-z]/g, "")
    .toUpperCase()
    .replace(/^PL/, "");
  return { on, amount, payer: cleaned(payer), title: cleaned(title), account: plain.length < 8 ? "" : plain };
}

/** One line, without signs that no text has. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed()
    .slice(0, TEXT_MAX)
    .toWellFormed();
}

/** Lower case, without accents and signs. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function hashOfHeader(cells: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(cells.map(folded)))
    .digest("base64url");
}

/** What tells each line from all others: what it says, and its place among equal lines of its file. */
export function fingerprintsOf(lines: readonly (StatementLine & { accountHash: string | null })[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ on, amount, payer, title, accountHash }) => {
    const tight = (text: string) => folded(text).replaceAll(" ", "");
    const content = JSON.stringify([on, amount, accountHash ?? tight(payer), tight(title)]);
    const place = (seen.get(content) ?? 0) + 1;
    seen.set(content, place);
    return createHash("sha256").update(`${place} ${content}`).digest("base64url");
  });
}
