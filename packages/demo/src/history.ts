import { blockEnd, isCancelled, type LessonStatus } from "@korki/domain";
import type { HistoryRecord } from "@korki/services/history";
import type { DemoLesson } from "./lessons";
import type { DemoPayment, DemoPayout } from "./money";
import { CAST } from "./people";

/** An entry of the history as it is stored. */
export type DemoEntry = HistoryRecord & { at: Date; actorId: string; actorRole: string };

/** Who did what: every lesson from its booking to its end, and the money. Oldest first. */
export function demoHistory(
  lessons: readonly DemoLesson[],
  payments: readonly DemoPayment[],
  payouts: readonly DemoPayout[],
): DemoEntry[] {
  return [
    ...lessons.flatMap(ofLesson),
    ...payments.map((payment) =>
      byAdmin("payment", payment, {
        studentId: payment.studentId,
        changes: { moneyAmount: { from: null, to: payment.moneyAmount } },
      }),
    ),
    ...payouts.map((payout) =>
      byAdmin("payout", payout, {
        teacherId: payout.teacherId,
        changes: { moneyAmount: { from: null, to: payout.moneyAmount } },
      }),
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The verbs by which a lesson came from its booking to each status. */
const VERBS: Readonly<Record<LessonStatus, { role: "Student" | "Teacher"; action: DemoEntry["action"] }>> = {
  "Nie potwierdzona": { role: "Student", action: "book" },
  Potwierdzona: { role: "Teacher", action: "confirm" },
  "Odwolana przez ucznia": { role: "Student", action: "cancel" },
  "Odwolana przez nauczyciela": { role: "Teacher", action: "cancel" },
  Zrealizowana: { role: "Teacher", action: "complete" },
  "Uczen nieobecny": { role: "Teacher", action: "markAbsent" },
};

function ofLesson(lesson: DemoLesson): DemoEntry[] {
  const { id: entityId, teacherId, studentId, status, date, block, createdAt, confirmedAt } = lesson;
  const step = (from: LessonStatus | null, to: LessonStatus, at: Date): DemoEntry => {
    const { role, action } = VERBS[to];
    return {
      entity: "lesson",
      entityId,
      action,
      changes: {
        ...(from === null && { date: { from: null, to: date }, block: { from: null, to: block } }),
        status: { from, to },
      },
      teacherId,
      studentId,
      at,
      actorId: role === "Student" ? studentId : teacherId,
      actorRole: role,
    };
  };
  const steps = [step(null, "Nie potwierdzona", createdAt)];
  if (confirmedAt) steps.push(step("Nie potwierdzona", "Potwierdzona", confirmedAt));
  if (status === "Nie potwierdzona" || status === "Potwierdzona") return steps;
  const before = confirmedAt ? "Potwierdzona" : "Nie potwierdzona";
  return [...steps, step(before, status, endedAt(lesson))];
}

/** Outcomes are noted when the lesson is over, cancellations the day after the booking. */
function endedAt({ status, createdAt, date, block }: DemoLesson): Date {
  return isCancelled(status) ? new Date(createdAt.getTime() + 24 * 3_600_000) : blockEnd(date, block);
}

function byAdmin(
  entity: "payment" | "payout",
  { id: entityId, createdAt: at }: { id: string; createdAt: Date },
  rest: Pick<HistoryRecord, "changes" | "teacherId" | "studentId">,
): DemoEntry {
  return { entity, entityId, action: "add", ...rest, at, actorId: CAST.admin.id, actorRole: "Admin" };
}
