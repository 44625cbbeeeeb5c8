import type {
  ListedAccount,
  ListedParent,
  ListedStudent,
  ListedTeacher,
  PeopleListInput,
  StudentListInput,
} from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import { type ListMoment, listAdmins, listParents, listStudents, listTeachers, sumAllDebts } from "@korki/db";
import { BLOCKS, bySubjectLevel, hasEnded, today } from "@korki/domain";
import type { ActorCtx, Ctx } from "../context";
import { sharedRead } from "../shared-read";

/** The moment of asking, as lists of people take it. */
export function listMoment(ctx: Ctx): ListMoment {
  const now = ctx.now();
  const day = today(now);
  return { today: day, ended: BLOCKS.filter(({ index }) => hasEnded(day, index, now)).length };
}

/** Administrators all see the same people. */
const shareTeachers = sharedRead<Page<ListedTeacher>>();
const shareStudents = sharedRead<Page<ListedStudent>>();
const shareParents = sharedRead<Page<ListedParent>>();
/** Whatever page of debtors is turned to, debts are summed once. */
const shareDebts = sharedRead<ReadonlyMap<string, number>>();

/** A page of teachers, each with what is still to pay out. */
export function listTeachersForAdmin(ctx: ActorCtx, input: PeopleListInput): Promise<Page<ListedTeacher>> {
  const moment = listMoment(ctx);
  return shareTeachers(ctx.db, JSON.stringify([input, moment]), async () => {
    const found = await listTeachers(ctx.db, input, moment);
    for (const teacher of found.items) teacher.subjects.sort(bySubjectLevel);
    return { ...found, page: input.page, pageSize: input.pageSize };
  });
}

/** A page of students, each with teachers, next lesson, payer, the lessons that are left and what is owed. */
export function listStudentsForAdmin(ctx: ActorCtx, input: StudentListInput): Promise<Page<ListedStudent>> {
  const moment = listMoment(ctx);
  return shareStudents(ctx.db, JSON.stringify([input, moment]), async () => {
    const isByDebt = input.owing || input.sort === "owed";
    const debts = isByDebt ? await shareDebts(ctx.db, "everybody", () => sumAllDebts(ctx.db)) : null;
    const found = await listStudents(ctx.db, input, moment, debts);
    for (const student of found.items) student.balances.sort(bySubjectLevel);
    return { ...found, page: input.page, pageSize: input.pageSize };
  });
}

/** A page of parents, each with the children and what is to be paid for them. */
export function listParentsForAdmin(ctx: ActorCtx, input: PeopleListInput): Promise<Page<ListedParent>> {
  return shareParents(ctx.db, JSON.stringify(input), async () => ({
    ...(await listParents(ctx.db, input)),
    ...{ page: input.page, pageSize: input.pageSize },
  }));
}

export async function listAdminsForAdmin(
  ctx: ActorCtx,
  input: PeopleListInput,
): Promise<Page<ListedAccount>> {
  return { ...(await listAdmins(ctx.db, input)), page: input.page, pageSize: input.pageSize };
}
