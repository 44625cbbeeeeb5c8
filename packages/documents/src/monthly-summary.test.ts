import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { renderMonthlySummary } from "./monthly-summary";

const letterhead = {
  centreName: "Centrum Korki",
  contactEmail: "kontakt@demo.pl",
  colour: null,
  logo: null,
};

const report = (at: number) => ({
  id: `01970000-0000-7000-8000-0000000000${10 + at}`,
  lessonId: `01970000-0000-7000-8000-0000000000${10 + at}`,
  date: "2026-10-05",
  block: at % 14,
  subject: "Matematyka" as const,
  level: "liceumR" as const,
  teacherId: "01970000-0000-7000-8000-000000000001",
  teacherName: "Żaneta Gąsior",
  studentId: "01970000-0000-7000-8000-000000000002",
  studentName: "Zażółć Gęślą-Jaźń",
  summary: `Pojęcie granicy ciągu. ${"Zażółć gęślą jaźń, ćwiczenia z książki. ".repeat(12)}`,
  homework: "Zadania 1–3, strona 40",
  homeworkDue: "2026-10-12",
  homeworkDone: at % 2 === 0,
  understanding: 1 + (at % 5),
  updatedAt: "2026-10-05T18:00:00.000Z",
});

test("a month of 40 reports is a PDF with an embedded font for Polish letters", async () => {
  const reports = Array.from({ length: 40 }, (_, at) => report(at));
  const summary = {
    studentName: "Zażółć Gęślą-Jaźń",
    lessons: reports.map(({ id, date, block, subject, level, teacherName }) => ({
      id,
      date,
      block,
      subject,
      level,
      teacherName,
      status: "Zrealizowana" as const,
    })),
    reports,
    homework: { set: 40, done: 20 },
    understanding: reports.map(({ subject, date, understanding: value }) => ({ subject, date, value })),
    money: { cost: 3600, planned: 0, paid: 2700, due: 900, dueBy: "2026-10-26", asOf: "2026-11-02" },
  };
  const pdf = await renderMonthlySummary(summary, { year: 2026, month: 10 }, letterhead);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.includes("/FontFile2")).toBe(true);
  // The map from glyphs back to characters names the Polish letters that the text needs.
  const letters = [...streamsOf(pdf)].filter(
    (text) => text.includes("beginbfrange") || text.includes("beginbfchar"),
  );
  for (const letter of "ąćęłńóśźżĘŻ") {
    if (!`${summary.studentName}${report(0).summary}Żaneta Gąsior`.includes(letter)) continue;
    const code = letter.charCodeAt(0).toString(16).padStart(4, "0");
    expect(letters.some((text) => text.includes(code))).toBe(true);
  }
});

/** The document's compressed parts, unpacked. */
function* streamsOf(pdf: Buffer): Generator<string> {
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
    const end = pdf.indexOf("endstream", at);
    try {
      yield inflateSync(pdf.subarray(at + 7, end)).toString("latin1");
    } catch {
      // Not compressed.
    }
  }
}
