import type {
  ListedParent,
  ListedStudent,
  ListedTeacher,
  ParentColumn,
  StudentColumn,
  TeacherColumn,
} from "@korki/contracts/admin-people";
import {
  type CsvFile,
  EXPORT_ROWS_MAX,
  type ExportParentsInput,
  type ExportStudentsInput,
  type ExportTeachersInput,
} from "@korki/contracts/exports";
import { exportTexts as texts } from "@korki/contracts/texts/exports";
import { civilDateOf, fullName, payerPhone } from "@korki/domain";
import type { ActorCtx } from "../context";
import { listParentsForAdmin, listStudentsForAdmin, listTeachersForAdmin } from "../people/list-people";
import { type CsvColumn, csvColumn, lessonText, namesText, peopleFile, subjectsText } from "./people-file";

const ALL = { page: 1, pageSize: EXPORT_ROWS_MAX };
const CONTACT = {
  email: csvColumn<{ email: string }>(texts.email, ({ email }) => email),
  phone: csvColumn<{ phone: string }>(texts.phone, ({ phone }) => phone),
  createdAt: csvColumn<{ createdAt: string }>(texts.createdAt, ({ createdAt }) =>
    civilDateOf(new Date(createdAt)),
  ),
};

const TEACHER: Record<TeacherColumn, CsvColumn<ListedTeacher>> = {
  email: CONTACT.email,
  phone: CONTACT.phone,
  subjects: csvColumn(texts.subjects, ({ subjects }) => subjectsText(subjects)),
  nextLesson: csvColumn(texts.nextLesson, ({ nextLesson }) => lessonText(nextLesson)),
  students: csvColumn(texts.studentCount, ({ studentCount }) => studentCount),
  receivable: csvColumn(texts.receivable, ({ receivable }) => receivable),
  createdAt: CONTACT.createdAt,
};

const PARENT: Record<ParentColumn, CsvColumn<ListedParent>> = {
  email: CONTACT.email,
  phone: CONTACT.phone,
  children: csvColumn(texts.children, ({ children }) => namesText(children)),
  owed: csvColumn(texts.owed, ({ owed }) => owed),
  tags: csvColumn(texts.tags, ({ tags }) => tags.join(", ")),
  createdAt: CONTACT.createdAt,
};

/** The teachers whom the filters let through, in the order of the list, with the columns that it shows. */
export async function exportTeachers(
  ctx: ActorCtx,
  { columns, ...filters }: ExportTeachersInput,
): Promise<CsvFile> {
  const { items } = await listTeachersForAdmin(ctx, { ...filters, ...ALL });
  return peopleFile(ctx, "nauczyciele", TEACHER, { rows: items, chosen: columns });
}

/** The same of parents. */
export async function exportParents(
  ctx: ActorCtx,
  { columns, ...filters }: ExportParentsInput,
): Promise<CsvFile> {
  const { items } = await listParentsForAdmin(ctx, { ...filters, ...ALL });
  return peopleFile(ctx, "rodzice", PARENT, { rows: items, chosen: columns });
}

const COLUMNS: Record<StudentColumn, CsvColumn<ListedStudent>> = {
  email: csvColumn(texts.email, ({ email }) => email),
  phone: { headings: texts.studentPhones, cells: ({ phone, phoneParent }) => [phone, phoneParent] },
  balances: csvColumn(texts.balances, ({ balances }) => subjectsText(balances)),
  nextLesson: csvColumn(texts.nextLesson, ({ nextLesson }) => lessonText(nextLesson)),
  teachers: csvColumn(texts.teachers, ({ teachers }) => namesText(teachers)),
  payer: {
    headings: texts.payer,
    cells: (student) => [student.payer && fullName(student.payer), payerPhone(student)],
  },
  owed: csvColumn(texts.owed, ({ owed }) => owed),
  tags: csvColumn(texts.tags, ({ tags }) => tags.join(", ")),
  createdAt: CONTACT.createdAt,
};

/** The students whom the filters let through, in the order of the list, with the columns that it shows. */
export async function exportStudents(
  ctx: ActorCtx,
  { columns, ...filters }: ExportStudentsInput,
): Promise<CsvFile> {
  const { items } = await listStudentsForAdmin(ctx, { ...filters, page: 1, pageSize: EXPORT_ROWS_MAX });
  return peopleFile(ctx, "uczniowie", COLUMNS, { rows: items, chosen: columns });
}
