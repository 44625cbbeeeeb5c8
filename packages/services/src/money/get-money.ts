import type { MoneySettings, StudentMoney } from "@korki/contracts/money";
import { findDueDays, listMoney, transact, updateDueDays } from "@korki/db";
import { bySubjectLevel, earlierDate } from "@korki/domain";
import type { ActorCtx } from "../context";
import { actFor, studentOf } from "../families/act-for";
import { diff, recordHistory } from "../history";
import { requirePersonOfRole } from "../people/get-person";

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

async function moneyOf({ db }: ActorCtx, studentId: string): Promise<StudentMoney> {
  const rows = (await listMoney(db, studentId)).toSorted(bySubjectLevel);
  const days = rows.flatMap(({ dueBy }) => dueBy ?? []);
  return {
    due: rows.reduce((sum, { due }) => sum + due, 0),
    dueBy: days.length === 0 ? null : days.reduce(earlierDate),
    plannedLater: rows.reduce((sum, { plannedLater }) => sum + plannedLater, 0),
    subjects: rows.map(({ dueBy: _, ...row }) => row),
  };
}

/** Returns how the centre tells money. */
export async function getMoneySettings({ db }: ActorCtx): Promise<MoneySettings> {
  return { dueDays: await findDueDays(db) };
}

/** An administrator sets within how many days a planned lesson is due. */
export async function saveMoneySettings(ctx: ActorCtx, settings: MoneySettings): Promise<MoneySettings> {
  return transact(ctx.db, async (tx) => {
    const before = { dueDays: await updateDueDays(tx, settings.dueDays) };
    const changes = diff(before, settings);
    if (Object.keys(changes).length > 0) {
      await recordHistory(tx, ctx, { entity: "centre", entityId: "settings", action: "save", changes });
    }
    return settings;
  });
}
