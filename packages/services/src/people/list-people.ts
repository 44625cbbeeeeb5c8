import type {
  ListedAccount,
  ListedParent,
  ListedStudent,
  ListedTeacher,
  PeopleListInput,
  StudentListInput,
} from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { type ListMoment, listAdmins, listParents, listStudents, listTeachers } from "@korki/db";
import { BLOCKS, bySubjectLevel, hasEnded, today } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";

/** The moment of asking, as lists of people take it. */
export function listMoment(ctx: Ctx): ListMoment {
  const now = ctx.now();
  const day = today(now);
  return { today: day, ended: BLOCKS.filter(({ index }) => hasEnded(day, index, now)).length };
}

/** A page of teachers, each with what is still to pay out. */
export async function listTeachersForAdmin(
  ctx: ActorCtx,
  input: PeopleListInput,
): Promise<Page<ListedTeacher>> {
  const { items, total } = await listTeachers(ctx.db, input, listMoment(ctx));
  for (const teacher of items) teacher.subjects.sort(bySubjectLevel);
  return { items, total, page: input.page, pageSize: input.pageSize };
}

/** A page of students, each with teachers, next lesson, payer, the lessons that are left and what is owed. */
export async function listStudentsForAdmin(
  ctx: ActorCtx,
  input: StudentListInput,
): Promise<Page<ListedStudent>> {
  const { items, total } = await listStudents(ctx.db, input, listMoment(ctx));
  for (const student of items) student.balances.sort(bySubjectLevel);
  return { items, total, page: input.page, pageSize: input.pageSize };
}

/** A page of parents, each with the children and what is to be paid for them. */
export async function listParentsForAdmin(
  ctx: ActorCtx,
  input: PeopleListInput,
): Promise<Page<ListedParent>> {
  return { ...(await listParents(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}

export async function listAdminsForAdmin(
  ctx: ActorCtx,
  input: PeopleListInput,
): Promise<Page<ListedAccount>> {
  return { ...(await listAdmins(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}
