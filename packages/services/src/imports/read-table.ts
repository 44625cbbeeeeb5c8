import { importTexts as texts } from "@korki/contracts/texts/imports";
import { IMPORT_COLUMNS_MAX, IMPORT_FILE_BYTES_MAX, IMPORT_ROWS_MAX } from "@korki/domain";
import type Papa from "papaparse";
import { invalidInput, ServiceError } from "../errors";

/** A table as it was typed: the header and the rows below it, each with its line; texts without outer spaces. */
export type Table = { header: string[]; rows: { line: number; cells: string[] }[] };

/** What an XLSX file's parts may have together when they are unpacked, in bytes; 5,000 rows of 10 columns have 4 MB. */
const UNPACKED_MAX = 12_000_000;
const PARTS_MAX = 200;
/** Bytes unpacked at a time: a packed byte never makes more than 1,032. */
const PIECE = 8_192;

/**
 * Reads a CSV or XLSX file, recognised by its content. Formulas are never evaluated: a cell has the value that was stored
 * with it. Throws `input` for what is no such file, and for one that is too large in bytes, rows or columns, packed or not.
 */
export async function readTable(file: Buffer): Promise<Table> {
  return tableOf(await readRows(file));
}

/**
 * Reads the rows of such a file, empty ones too. Throws `input` as `readTable` does.
 *
 * @param headerWithin the header is one of so many lines at the top, empty ones not counted
 */
export async function readRows(file: Buffer, headerWithin = 1): Promise<string[][]> {
  if (file.length > IMPORT_FILE_BYTES_MAX) throw invalidInput(texts.tooBig);
  if (file.length === 0) throw invalidInput(texts.empty);
  const begins = (...bytes: number[]) => bytes.every((byte, at) => file[at] === byte);
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw invalidInput(texts.oldExcel);
  return begins(0x50, 0x4b) ? readXlsx(file) : readCsv(file, headerWithin);
}

/** Checks the size of a table and separates its header. */
function tableOf(lines: readonly (readonly string[])[]): Table {
  if (lines.some(({ length }) => length > IMPORT_COLUMNS_MAX)) {
    throw invalidInput(texts.tooManyColumns(IMPORT_COLUMNS_MAX));
  }
  const [header, ...rows] = lines
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!header) throw invalidInput(texts.empty);
  if (rows.length === 0) throw invalidInput(texts.noRows);
  if (rows.length > IMPORT_ROWS_MAX) throw invalidInput(texts.tooManyRows(IMPORT_ROWS_MAX));
  return { header: header.cells, rows };
}

async function readCsv(file: Buffer, headerWithin: number): Promise<string[][]> {
  if (file.includes(0)) throw invalidInput(texts.binary);
  const { default: papa } = await import("papaparse");
  const text = decoded(file);
  const { data, errors } = papa.parse<string[]>(text, {
    // Blank lines are rows too, so this is more than can be taken, and never a million.
    preview: IMPORT_ROWS_MAX * 2 + 2,
    delimiter: delimiterOf(papa, text, headerWithin),
  });
  if (errors.some(({ type }) => type === "Quotes")) throw invalidInput(texts.unreadable);
  if (data.length > IMPORT_ROWS_MAX * 2) throw invalidInput(texts.tooManyRows(IMPORT_ROWS_MAX));
  return data;
}

/** The sign that makes the most columns of a header: the first line, or one below it without a digit. */
function delimiterOf(papa: typeof Papa, text: string, headerWithin: number): string {
  const lines = text.slice(0, 10_000).match(/^.*\S.*$/gm) ?? [];
  const headers = lines.slice(0, headerWithin).filter((line, at) => at === 0 || !/\d/.test(line));
  const columns = (delimiter: string) =>
    Math.max(...headers.map((line) => papa.parse<string[]>(line, { delimiter }).data[0]?.length ?? 0));
  return [",", "\t", "|"].reduce((best, sign) => (columns(sign) > columns(best) ? sign : best), ";");
}

/** UTF-8, or else what Polish spreadsheets and banks on Windows write. */
export function decoded(file: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1250").decode(file);
  }
}

async function readXlsx(file: Buffer): Promise<string[][]> {
  const parts = await unpack(file);
  for (const [name, content] of Object.entries(parts)) {
    if (name.startsWith("xl/worksheets/")) refuseFarCells(Buffer.from(content).toString("utf8"));
  }
  const { zipSync } = await import("fflate");
  const { readSheet } = await import("read-excel-file/node");
  try {
    const rows = await readSheet(Buffer.from(zipSync(parts, { level: 0 })), { trim: false });
    return rows.map((cells) => cells.map(cellText));
  } catch {
    throw invalidInput(texts.unreadable);
  }
}

/** Unpacks the parts that hold the sheets, a piece at a time, and gives up as soon as they have too much. */
async function unpack(file: Buffer): Promise<Record<string, Uint8Array>> {
  const { Unzip, UnzipInflate, UnzipPassThrough } = await import("fflate");
  const pieces = new Map<string, Uint8Array[]>();
  let [size, count] = [0, 0];
  const unzip = new Unzip((part) => {
    count += 1;
    if (count > PARTS_MAX) throw invalidInput(texts.unreadable);
    if (!/^(?:\[Content_Types\]|_rels\/[\w.]+|xl\/(?:[\w.]+\/)*[\w.]+)\.(?:xml|rels)$/.test(part.name))
      return;
    const own: Uint8Array[] = [];
    pieces.set(part.name, own);
    part.ondata = (error, piece) => {
      if (error) throw error;
      size += piece.length;
      if (size > UNPACKED_MAX) throw invalidInput(texts.tooManyRows(IMPORT_ROWS_MAX));
      own.push(piece);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  try {
    for (let at = 0; at < file.length; at += PIECE) {
      unzip.push(file.subarray(at, at + PIECE), at + PIECE >= file.length);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : invalidInput(texts.unreadable);
  }
  return Object.fromEntries([...pieces].map(([name, own]) => [name, Buffer.concat(own)]));
}

/**
 * Refuses a sheet with a cell far away: everything up to it would be filled with empty cells. Row and column are in the
 * attribute `r`, which a program that writes sheets never encodes.
 */
function refuseFarCells(sheet: string): void {
  for (const [, , place = ""] of sheet.matchAll(/\sr\s*=\s*(["'])(.*?)\1/gs)) {
    if (!/^[A-Z]{0,3}\d{0,7}$/.test(place)) throw invalidInput(texts.unreadable);
    const [letters = ""] = /^[A-Z]*/.exec(place) ?? [];
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (column > IMPORT_COLUMNS_MAX) throw invalidInput(texts.tooManyColumns(IMPORT_COLUMNS_MAX));
    if (Number(place.slice(letters.length)) > IMPORT_ROWS_MAX * 2) {
      throw invalidInput(texts.tooManyRows(IMPORT_ROWS_MAX));
    }
  }
}

/** A cell as somebody would type it. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
  return String(value);
}
