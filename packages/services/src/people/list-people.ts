import type {
  ListedAccount,
  ListedStudent,
  ListedTeacher,
  PeopleListInput,
  StudentListInput,
} from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { listAccounts, listStudents, listTeachers } from "@korki/db";
import { bySubjectLevel } from "@korki/domain";
import type { ActorCtx } from "../context";

/** A page of teachers, each with what is still to pay out. */
export async function listTeachersForAdmin(
  ctx: ActorCtx,
  input: PeopleListInput,
): Promise<Page<ListedTeacher>> {
  const { items, total } = await listTeachers(ctx.db, input);
  for (const teacher of items) teacher.subjects.sort(bySubjectLevel);
  return { items, total, page: input.page, pageSize: input.pageSize };
}

/** A page of students, each with the lessons that are left and what is owed. */
export async function listStudentsForAdmin(
  ctx: ActorCtx,
  input: StudentListInput,
): Promise<Page<ListedStudent>> {
  const { items, total } = await listStudents(ctx.db, input);
  for (const student of items) student.balances.sort(bySubjectLevel);
  return { items, total, page: input.page, pageSize: input.pageSize };
}

/** A page of parents, or of administrators. */
export async function listAccountsForAdmin(
  ctx: ActorCtx,
  role: "Parent" | "Admin",
  input: PeopleListInput,
): Promise<Page<ListedAccount>> {
  return { ...(await listAccounts(ctx.db, role, input)), page: input.page, pageSize: input.pageSize };
}
