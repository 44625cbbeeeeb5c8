import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { textRow, xlsxOf } from "../testing/sheets";
import { readTable } from "./read-table";

const refused = (text: string) =>
  expect.objectContaining({ code: "input", message: expect.stringContaining(text) });
const csv = (text: string) => readTable(Buffer.from(text));

describe("a CSV file", () => {
  test.each([
    ["semicolons", "Imię;E-mail\nZofia;z@x.pl\n"],
    ["commas and quotes", '"Imię","E-mail"\r\n"Zofia","z@x.pl"\r\n'],
    ["tabs and a byte order mark", "\uFEFFImię\tE-mail\nZofia\tz@x.pl"],
  ])("with %s", async (_, text) => {
    expect(await csv(text)).toEqual({
      header: ["Imię", "E-mail"],
      rows: [{ line: 2, cells: ["Zofia", "z@x.pl"] }],
    });
  });

  test("of a Polish spreadsheet on Windows", async () => {
    // Windows-1250: ę is EA, ż is BF.
    const file = Buffer.concat([
      Buffer.from("Imi"),
      Buffer.from([0xea]),
      Buffer.from(";E\nR\u00f3\n", "latin1"),
    ]);
    expect((await readTable(file)).header).toEqual(["Imię", "E"]);
  });

  test("keeps the spreadsheet's line numbers over blank lines", async () => {
    const { rows } = await csv("A;B\n\n;\nx;y\n");
    expect(rows).toEqual([{ line: 4, cells: ["x", "y"] }]);
  });

  test.each([
    ["", "pusty"],
    ["\n\n;;\n", "pusty"],
    ["A;B\n", "tylko nagłówki"],
    ["A;B\nx\0y;z\n", "ani XLSX"],
    ['A;B\n"x;y\n', "odczytać"],
    [`A\n${"x\n".repeat(5001)}`, "za dużo wierszy"],
    ["\n".repeat(1_000_000), "za dużo wierszy"],
    [`${";".repeat(60)}\nx\n`, "za dużo kolumn"],
    ["x".repeat(2_000_001), "większy niż 2 MB"],
  ])("is refused: %#", async (text, reason) => {
    await expect(csv(text)).rejects.toEqual(refused(reason));
  });
});

describe("an XLSX file", () => {
  test("has the values that are stored: a formula's last result, numbers and dates", async () => {
    const { rows } = await readTable(
      xlsxOf(
        `${textRow(1, "A", "B", "C")}<row r="2"><c r="A2"><f>WEBSERVICE("http://evil")</f><v>7</v></c>` +
          `<c r="B2"><v>600100200</v></c><c r="C2" s="1"><v>46000</v></c></row>`,
      ),
    );
    expect(rows).toEqual([{ line: 2, cells: ["7", "600100200", "2025-12-09"] }]);
  });

  test("is read whatever it is called, and with gaps", async () => {
    const { header, rows } = await readTable(
      xlsxOf(`${textRow(1, "A", "B")}<row r="4"><c r="B4" t="inlineStr"><is><t>x</t></is></c></row>`, 0),
    );
    expect(header).toEqual(["A", "B"]);
    expect(rows).toEqual([{ line: 4, cells: ["", "x"] }]);
  });

  const bomb = () => zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(60_000_000) }, { level: 9 });

  test.each<[string, () => Buffer, string]>([
    ["an old format", () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), "XLS"],
    ["no archive", () => Buffer.from("PK\x03\x04 to nie zip"), "odczytać"],
    ["an archive of something else", () => Buffer.from(zipSync({ "a.txt": strToU8("x") })), "odczytać"],
    ["a bomb of 60 MB", () => Buffer.from(bomb()), "za dużo wierszy"],
    [
      "a bomb that says it is small",
      () => {
        const file = Buffer.from(bomb());
        // The size unpacked, in the local header and in the directory.
        for (const sign of ["PK\x03\x04", "PK\x01\x02"]) {
          const at = file.indexOf(sign, 0, "latin1");
          file.writeUInt32LE(100, at + (sign === "PK\x03\x04" ? 22 : 24));
        }
        return file;
      },
      "za dużo wierszy",
    ],
    [
      "too many parts",
      () =>
        Buffer.from(
          zipSync(
            Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`xl/a${at}.xml`, strToU8("x")])),
          ),
        ),
      "odczytać",
    ],
    [
      "a cell in the last row",
      () => xlsxOf(`${textRow(1, "A")}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`),
      "za dużo wierszy",
    ],
    [
      "a cell in the last column",
      () => xlsxOf(`${textRow(1, "A")}<row r="2"><c r="XFD2"><v>1</v></c></row>`),
      "za dużo kolumn",
    ],
    [
      "a far cell in disguise",
      () => xlsxOf(`${textRow(1, "A")}<row r="&#49;048576"><c r = 'A1'><v>1</v></c></row>`),
      "odczytać",
    ],
    [
      "10,000 rows",
      () => xlsxOf(Array.from({ length: 9_999 }, (_, at) => textRow(at + 1, "x")).join("")),
      "za dużo wierszy",
    ],
    [
      "entities within entities",
      () =>
        xlsxOf(
          `${textRow(1, "A")}<!DOCTYPE a [<!ENTITY b "${"x".repeat(1000)}">]>${textRow(2, "&b;".repeat(1000))}`,
        ),
      "",
    ],
  ])("is refused in seconds: %s", async (_, file, reason) => {
    const content = file();
    const start = process.cpuUsage();
    if (reason) await expect(readTable(content)).rejects.toEqual(refused(reason));
    else expect(JSON.stringify(await readTable(content).catch(() => null)).length).toBeLessThan(20_000);
    const { user } = process.cpuUsage(start);
    expect(user / 1_000_000).toBeLessThan(8);
  });
});
