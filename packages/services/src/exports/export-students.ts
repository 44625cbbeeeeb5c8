import type { ListedStudent, StudentColumn } from "@korki/contracts/admin-people";
import { type CsvFile, EXPORT_ROWS_MAX, type ExportStudentsInput } from "@korki/contracts/exports";
import { exportTexts as texts } from "@korki/contracts/texts/exports";
import { fullName } from "@korki/domain";
import type { ActorCtx } from "../context";
import { listStudentsForAdmin } from "../people/list-people";
import { type CsvColumn, csvColumn, lessonText, namesText, peopleFile, subjectsText } from "./people-file";

const COLUMNS: Record<StudentColumn, CsvColumn<ListedStudent>> = {
  email: csvColumn(texts.email, ({ email }) => email),
  phone: { headings: texts.studentPhones, cells: ({ phone, phoneParent }) => [phone, phoneParent] },
  balances: csvColumn(texts.balances, ({ balances }) => subjectsText(balances)),
  nextLesson: csvColumn(texts.nextLesson, ({ nextLesson }) => lessonText(nextLesson)),
  teachers: csvColumn(texts.teachers, ({ teachers }) => namesText(teachers)),
  payer: {
    headings: texts.payer,
    cells: ({ payer }) => (payer ? [fullName(payer), payer.phone] : ["", ""]),
  },
  owed: csvColumn(texts.owed, ({ owed }) => owed),
  tags: csvColumn(texts.tags, ({ tags }) => tags.join(", ")),
  createdAt: csvColumn(texts.createdAt, ({ createdAt }) => createdAt.slice(0, 10)),
};

/** The students whom the filters let through, in the order of the list, with the columns that it shows. */
export async function exportStudents(
  ctx: ActorCtx,
  { columns, ...filters }: ExportStudentsInput,
): Promise<CsvFile> {
  const { items } = await listStudentsForAdmin(ctx, { ...filters, page: 1, pageSize: EXPORT_ROWS_MAX });
  return peopleFile(ctx, "uczniowie", COLUMNS, { rows: items, chosen: columns });
}
