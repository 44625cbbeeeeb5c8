import { type CsvValue, csvText } from "@korki/contracts/csv";
import type { CsvFile } from "@korki/contracts/exports";
import { exportTexts } from "@korki/contracts/texts/exports";
import { shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { blockAt, fullName, type SubjectLevel, today } from "@korki/domain";
import type { Ctx } from "../context";

type Named = { name: string; surname: string };

/** A column of a list as a file has it; one of the screen's can be several there. */
export type CsvColumn<Row> = {
  readonly headings: readonly string[];
  readonly cells: (row: Row) => readonly CsvValue[];
};

/** People with their names and the columns that are asked for, in the order of `all`. */
export function peopleFile<Row extends Named, Key extends string>(
  ctx: Ctx,
  fileName: string,
  all: Readonly<Record<Key, CsvColumn<Row>>>,
  { rows, chosen }: { rows: readonly Row[]; chosen: readonly Key[] | undefined },
): CsvFile {
  const keys = (Object.keys(all) as Key[]).filter((key) => chosen?.includes(key) ?? true);
  return {
    fileName: `${fileName}-${today(ctx.now())}.csv`,
    content: csvText(
      [exportTexts.name, ...keys.flatMap((key) => all[key].headings)],
      rows.map((row) => [fullName(row), ...keys.flatMap((key) => all[key].cells(row))]),
    ),
  };
}

/** A column that is one there, too. */
export function csvColumn<Row>(heading: string, cell: (row: Row) => CsvValue): CsvColumn<Row> {
  return { headings: [heading], cells: (row) => [cell(row)] };
}

export function namesText(people: readonly Named[]): string {
  return people.map(fullName).join(", ");
}

/** `Matematyka (liceum rozsz.): 2, Fizyka (liceum podst.): -1` */
export function subjectsText(of: readonly (SubjectLevel & { available?: number })[]): string {
  return of
    .map(({ subject, level, available }) => {
      const pair = `${subjectTexts[subject]} (${shortLevelTexts[level]})`;
      return available === undefined ? pair : `${pair}: ${available}`;
    })
    .join(", ");
}

/** `2026-11-25 16:45` */
export function lessonText(lesson: { date: string; block: number } | null): string {
  return lesson ? `${lesson.date} ${blockAt(lesson.block).start}` : "";
}
