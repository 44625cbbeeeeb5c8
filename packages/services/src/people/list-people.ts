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
  type Database,
  type DebtSums,
  findStudentsByDebt,
  type ListedStudentRow,
  type ListMoment,
  listProfiles as list,
  listAdmins,
  listParents,
  listStudents,
  listTeachers,
  readStudents,
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
/** How long the sums of debts wait for others: they take longer, and who comes too late waits for the next ones. */
const DEBTS_GATHER_MS = 20;
/** Whatever page of debtors is turned to, debts are summed once; what is read of these sums is kept with them. */
const shareDebts = sharedRead<Debts>(DEBTS_GATHER_MS);

type Debts = {
  sums: DebtSums;
  /** By filter and size of a page: how a list by debt begins. */
  beginnings: Map<string, ReturnType<typeof findStudentsByDebt>>;
  pages: Map<string, Promise<Page<ListedStudent>>>;
};

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
  const moment = listMoment(ctx);
  const key = JSON.stringify([input, moment]);
  if (!input.owing && input.sort !== "owed")
    return shareStudents(ctx.db, key, () => asPage(input, listStudents(ctx.db, input, moment, null)));
  // Everyone who waits here asked before the sums began, so that one reading of the page serves them all.
  const debts = await shareDebts(ctx.db, "everybody", async () => ({
    sums: await sumAllDebts(ctx.db),
    beginnings: new Map(),
    pages: new Map(),
  }));
  return kept(debts.pages, key, () => asPage(input, readByDebt(ctx.db, input, moment, debts)));
}

/** A page that is ordered or narrowed by debt. The largest debts come first, so that the first pages hold debtors alone. */
async function readByDebt(
  db: Database,
  input: StudentListInput,
  moment: ListMoment,
  { sums, beginnings }: Debts,
): Promise<{ items: ListedStudentRow[]; total: number }> {
  const { page, sort, direction, ...filter } = input;
  if (sort !== "owed" || direction !== "desc") return listStudents(db, input, moment, sums);
  const { pageSize } = filter;
  const { ids, total } = await kept(beginnings, JSON.stringify([filter, moment]), () =>
    findStudentsByDebt(db, filter, { moment, debts: sums, others: pageSize }),
  );
  const end = page * pageSize;
  if (end > ids.length && ids.length < total) return listStudents(db, input, moment, sums, total);
  return { items: await readStudents(db, ids.slice(end - pageSize, end), moment), total };
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

async function asPage(
  { page, pageSize }: StudentListInput,
  reading: Promise<{ items: ListedStudentRow[]; total: number }>,
): Promise<Page<ListedStudent>> {
  const { items, total } = await reading;
  for (const student of items) student.balances.sort(bySubjectLevel);
  return { items, total, page, pageSize };
}

/** A page of parents, each with the children and what is to be paid for them. */
export function listParentsForAdmin(ctx: ActorCtx, input: PeopleListInput): Promise<Page<ListedParent>> {
  return shareParents(ctx.db, JSON.stringify(input), async () => ({
    ...(await listParents(ctx.db, input)),
    page: input.page,
    pageSize: input.pageSize,
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
