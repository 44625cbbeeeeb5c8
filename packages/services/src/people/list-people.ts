import type { Profile } from "@korki/contracts/account";
import type {
  ListedAccount,
  ListedParent,
  ListedStudent,
  ListedTeacher,
  PeopleListInput,
  ProfilesInput,
  StudentListInput,
} from "@korki/contracts/admin-people";
import type { Page } from "@korki/contracts/paging";
import {
  type DebtSums,
  type ListMoment,
  listProfiles as list,
  listAdmins,
  listParents,
  listStudents,
  listTeachers,
  sumAllDebts,
} from "@korki/db";
import { BLOCKS, bySubjectLevel, hasEnded, today } from "@korki/domain";
import { toProfile } from "../accounts/profile";
import type { ActorCtx, Ctx } from "../context";
import { GATHER_MS, sharedRead } from "../shared-read";

/** The moment of asking, as lists of people take it. */
export function listMoment(ctx: Ctx): ListMoment {
  const now = ctx.now();
  const day = today(now);
  return { today: day, ended: BLOCKS.filter(({ index }) => hasEnded(day, index, now)).length };
}

/** Administrators all see the same people. */
const shareTeachers = sharedRead<Page<ListedTeacher>>(GATHER_MS);
const shareStudents = sharedRead<Page<ListedStudent>>(GATHER_MS);
const shareParents = sharedRead<Page<ListedParent>>(GATHER_MS);
/** Whatever page of debtors is turned to, debts are summed once; the pages that are read of these sums are kept with them. */
const shareDebts = sharedRead<{ sums: DebtSums; pages: Map<string, Promise<Page<ListedStudent>>> }>(
  GATHER_MS,
);

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
export async function listStudentsForAdmin(
  ctx: ActorCtx,
  input: StudentListInput,
): Promise<Page<ListedStudent>> {
  const key = JSON.stringify([input, listMoment(ctx)]);
  if (!input.owing && input.sort !== "owed")
    return shareStudents(ctx.db, key, () => readStudents(ctx, input, null));
  // Everyone who waits here asked before the sums began, so that one reading of the page serves them all.
  const { sums, pages } = await shareDebts(ctx.db, "everybody", async () => ({
    sums: await sumAllDebts(ctx.db),
    pages: new Map(),
  }));
  const page = pages.get(key) ?? readStudents(ctx, input, sums);
  pages.set(key, page);
  return page;
}

async function readStudents(
  ctx: ActorCtx,
  input: StudentListInput,
  debts: DebtSums | null,
): Promise<Page<ListedStudent>> {
  const found = await listStudents(ctx.db, input, listMoment(ctx), debts);
  for (const student of found.items) student.balances.sort(bySubjectLevel);
  return { ...found, page: input.page, pageSize: input.pageSize };
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

/** Whole profiles of all teachers or all students, by name, page by page. */
export async function listProfiles(
  ctx: ActorCtx,
  role: "Teacher" | "Student",
  input: ProfilesInput,
): Promise<Page<Profile>> {
  const { items, total } = await list(ctx.db, role, input);
  return { items: items.map(toProfile), total, page: input.page, pageSize: input.pageSize };
}
