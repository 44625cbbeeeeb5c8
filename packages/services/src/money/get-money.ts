import type { MoneySettings, SaveMoneySettingsInput, StudentMoney } from "@korki/contracts/money";
import {
  type Database,
  findMoneySettings,
  findMonthlyBilling,
  listMoney,
  listUnpaidBillsOf,
  transact,
  updateMoneySettings,
} from "@korki/db";
import { bySubjectLevel, earlierDate } from "@korki/domain";
import { requirePersonOfRole } from "../accounts/get-person";
import { actFor, studentOf } from "../act-for";
import type { ActorCtx } from "../context";
import { diff, recordHistory } from "../history";

/** Returns what the student, or a parent for a child, has to pay (rules §39). */
export async function getMyMoney(
  ctx: ActorCtx,
  { studentId }: { studentId?: string | undefined },
): Promise<StudentMoney> {
  return moneyOf(ctx, studentOf(await actFor(ctx.db, ctx, studentId, "pay")));
}

/** Returns the same of any student. Throws `not_found` for anybody who is no student. */
export async function getStudentMoney(
  ctx: ActorCtx,
  { studentId }: { studentId: string },
): Promise<StudentMoney> {
  await requirePersonOfRole(ctx, studentId, "Student");
  return moneyOf(ctx, studentId);
}

async function moneyOf({ db, actor }: ActorCtx, studentId: string): Promise<StudentMoney> {
  const { rows, due, dueBy } = await loadDue(db, studentId);
  const bills = rows.some(({ billedLessons }) => billedLessons > 0)
    ? await listUnpaidBillsOf(db, studentId)
    : [];
  const plannedLater = rows.reduce((sum, row) => sum + row.plannedLater, 0);
  const dueBills = bills.filter(({ isFormer }) => !isFormer);
  return {
    due,
    dueBy,
    plannedLater,
    isBilled: plannedLater > 0 && (await findMonthlyBilling(db, studentId)) !== null,
    subjects: rows.map(({ dueBy: _, ...row }) => row),
    billedTo: dueBills.find(({ payerId }) => payerId !== actor.id)?.payerName ?? null,
    billId: dueBills.find(({ left }) => left === due)?.id ?? null,
  };
}

/** Loads what has to be paid for a student now, per subject and level and in all. */
export async function loadDue(db: Database, studentId: string) {
  const rows = (await listMoney(db, studentId)).toSorted(bySubjectLevel);
  const days = rows.flatMap(({ dueBy }) => dueBy ?? []);
  return {
    rows,
    due: rows.reduce((sum, row) => sum + row.due, 0),
    dueBy: days.length === 0 ? null : days.reduce(earlierDate),
  };
}

/** Returns how the centre tells money. */
export async function getMoneySettings({ db }: ActorCtx): Promise<MoneySettings> {
  return findMoneySettings(db);
}

/** An administrator sets when a planned lesson is due, and above which sum payers are asked. */
export async function saveMoneySettings(
  ctx: ActorCtx,
  input: SaveMoneySettingsInput,
): Promise<MoneySettings> {
  return transact(ctx.db, async (tx) => {
    const before = await updateMoneySettings(tx, input);
    const { dueDays = before.dueDays, approvalAbove = before.approvalAbove } = input;
    const changes = diff(before, { dueDays, approvalAbove });
    if (Object.keys(changes).length > 0) {
      await recordHistory(tx, ctx, { entity: "centre", entityId: "settings", action: "save", changes });
    }
    return { dueDays, approvalAbove };
  });
}
