import type { ClosureDecision } from "@korki/contracts/closures";
import { closureTexts } from "@korki/contracts/texts/closures";
import type { AffectedRow, SubstituteTeacher, Tx } from "@korki/db";
import { fullName } from "@korki/domain";
import type { NotificationPayload, NotificationRequest } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { sortByRecipient, type ToldPart } from "../outbox";
import type { ClosureRequest } from "./preview-closure";

export type DecidedLesson = { lesson: AffectedRow; decision: ClosureDecision };

type Line = NotificationPayload["closure-decided"]["lessons"][number];

/**
 * Returns one message for each person with everything that becomes of their lessons. The actor gets none, who pays for a
 * student those that are cancelled; visitors of trial lessons get theirs by e-mail.
 */
export async function closureNotices(
  tx: Tx,
  ctx: ActorCtx,
  closure: ClosureRequest,
  decided: readonly DecidedLesson[],
  substitutes: ReadonlyMap<string, SubstituteTeacher>,
): Promise<NotificationRequest[]> {
  const lines: ToldPart<Line>[] = [];
  const add = (personId: string, part: Line) =>
    lines.push({ personId, tells: part.outcome.action === "cancel" ? "payerToo" : "person", part });
  const visitors: NotificationRequest[] = [];
  for (const { lesson, decision } of decided) {
    const outcome = outcomeOf(decision, substitutes);
    const line = (withName: string): Line => ({
      date: lesson.date,
      block: lesson.block,
      subject: lesson.subject,
      withName,
      outcome,
    });
    const taught = lesson.kind === "trial" ? closureTexts.trialOf(lesson.studentName) : lesson.studentName;
    add(lesson.teacherId, line(taught));
    if (lesson.studentId !== null) {
      add(lesson.studentId, { ...line(lesson.teacherName), studentName: lesson.studentName });
    }
    if (outcome.action === "substitute" && decision.teacherId) add(decision.teacherId, line(taught));
    visitors.push(...visitorNotices({ lesson, decision }));
  }
  const scope = closure.teacherId === null ? "centre" : "teacher";
  const label = closure.teacherId === null ? closure.label : "";
  const told = await sortByRecipient(tx, ctx, lines);
  const people = told.map(({ to, isSeveral, parts }) => ({
    kind: "closure-decided" as const,
    to,
    facts: {
      scope,
      label,
      lessons: isSeveral ? parts : parts.map(({ studentName: _, ...line }) => line),
    } as NotificationPayload["closure-decided"],
  }));
  const isTold = told.some(({ to }) => to.recipientId === closure.teacherId);
  return [...people, ...visitors, ...(isTold ? [] : absenceNotices(ctx, "added", closure))];
}

/** Returns the notification for a teacher whose absence another person adds or removes. */
export function absenceNotices(
  ctx: ActorCtx,
  event: "added" | "removed",
  { teacherId, from, to, fromBlock, toBlock, label }: ClosureRequest,
): NotificationRequest[] {
  if (teacherId === null || teacherId === ctx.actor.id) return [];
  const facts = { event, from, to, fromBlock, toBlock, label };
  return [{ kind: "absence-changed", to: { userId: teacherId }, facts }];
}

function outcomeOf(
  { action, date = "", block = 0, teacherId = "" }: ClosureDecision,
  substitutes: ReadonlyMap<string, SubstituteTeacher>,
): Line["outcome"] {
  if (action === "move") return { action, date, block };
  if (action !== "substitute") return { action };
  const teacher = substitutes.get(teacherId);
  return { action, teacherName: teacher ? fullName(teacher) : "" };
}

/** Their message says when the trial lesson is and in whose room: both may have changed. */
function visitorNotices({ lesson, decision }: DecidedLesson): NotificationRequest[] {
  if (lesson.kind !== "trial" || lesson.email === "") return [];
  const to = { email: lesson.email };
  const facts = { trialLessonId: lesson.id };
  if (decision.action === "keep") return [];
  if (decision.action !== "cancel") return [{ kind: "trial-scheduled-visitor", to, facts }];
  const slot = { date: lesson.date, block: lesson.block };
  return [{ kind: "trial-cancelled", to, facts: { ...facts, slot } }];
}
