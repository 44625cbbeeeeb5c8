import type { AttentionKind } from "@korki/contracts/attention";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { billTexts } from "@korki/contracts/texts/bills";
import { clockTime, dayAndMonth, monthText } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { formatPhone } from "@korki/contracts/texts/phone";
import {
  type AttentionMoment,
  type AttentionQuery,
  type AttentionRange,
  type AttentionRow,
  askedMoves,
  askedOf,
  billsToPreview,
  comingLessons,
  doneHomework,
  endingPackages,
  failedInvoices,
  failedNotifications,
  heldSlots,
  lessonsBusyOutside,
  lessonsWithoutOutcome,
  lessonsWithoutReport,
  lessonsWithoutTeacher,
  listVisits,
  lowBalances,
  nextLessons,
  openHomework,
  openObjections,
  overdueBills,
  owingStudents,
  proposedMonths,
  stoppedInvoices,
  stoppedPush,
  studentsWithoutNextLesson,
  suspectPayments,
  unconfirmedLessons,
  waitingTrials,
} from "@korki/db";
import {
  addDays,
  BLOCKS,
  hasEnded,
  hasStarted,
  presenceOf,
  REPORT_DAYS,
  today,
  tookPlace,
} from "@korki/domain";
import { notificationLabel } from "@korki/notifications";
import type { ActorCtx, Ctx } from "../context";
import {
  approvalText,
  documentText,
  lessonText,
  moveText,
  proposalText,
  stoppedPushText,
  subjectText,
  suspectPaymentText,
} from "./attention-texts";

const DAY_HOURS = 24;
/** Days before the end of a package. */
const PACKAGE_DAYS = 7;

/** One kind of what waits: its lines, a range at a time, and what each says. */
export type Finding = {
  kind: AttentionKind;
  query: (range: AttentionRange) => AttentionQuery;
  text: (row: Partial<AttentionRow>) => string;
  /** Adds to the rows what their query does not know. */
  complete?: (rows: Partial<AttentionRow>[]) => Promise<Partial<AttentionRow>[]>;
};

export function forTeacher(ctx: ActorCtx, teacherId: string): Finding[] {
  const { settings } = ctx;
  const moment = momentOf(ctx);
  const own = { teacherId };
  const text = (row: Partial<AttentionRow>) => lessonText(row, row.studentName);
  return [
    { kind: "today", query: (range) => comingLessons(own, moment, addDays(moment.today, 1), range), text },
    { kind: "asked", query: (range) => askedMoves(teacherId, range), text: moveText },
    { kind: "to-confirm", query: (range) => unconfirmedLessons(own, moment, range, null), text },
    {
      kind: "no-outcome",
      query: (range) => lessonsWithoutOutcome(own, moment, range),
      text: (row) => (row.number ? texts.together(text(row), row.number) : text(row)),
      complete: (rows) => withTogether(ctx, rows),
    },
    { kind: "busy-elsewhere", query: (range) => lessonsBusyOutside(own, moment, range), text },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, query: withoutReport(own, moment), text }]
      : []),
    {
      kind: "settlement",
      query: (range) => proposedMonths(teacherId, range),
      text: (row) =>
        texts.settlement(
          monthText(row.month ?? ""),
          zloty(row.number ?? 0),
          row.toDate ? dayAndMonth(row.toDate) : "",
        ),
    },
    { kind: "homework-done", query: (range) => doneHomework(teacherId, moment, range), text },
  ];
}

export function forAdmin(ctx: ActorCtx): Finding[] {
  const { settings } = ctx;
  const moment = momentOf(ctx);
  const dayAgo = new Date(moment.now.getTime() - DAY_HOURS * 3_600_000);
  const withBoth = (row: Partial<AttentionRow>) => lessonText(row, `${row.teacherName} – ${row.studentName}`);
  const name = (row: Partial<AttentionRow>) => row.studentName ?? "";
  return [
    {
      kind: "teacher-absent",
      query: (range) => lessonsWithoutTeacher(moment, settings, range),
      text: withBoth,
    },
    ...(ctx.payments
      ? [{ kind: "payment-suspect" as const, query: suspectPayments, text: suspectPaymentText }]
      : []),
    {
      kind: "invoices-stopped",
      query: (range) => stoppedInvoices(range),
      text: (row) => texts.invoicesStopped(row.words ?? ""),
    },
    {
      kind: "invoice-failed",
      query: (range) => failedInvoices(range),
      text: (row) => texts.invoiceFailed(name(row), zloty(row.number ?? 0), row.words ?? ""),
    },
    {
      kind: "settlement-objection",
      query: (range) => openObjections(range),
      text: (row) =>
        texts.settlementObjection(row.teacherName ?? "", monthText(row.month ?? ""), row.words ?? ""),
    },
    {
      kind: "starts-unconfirmed",
      query: (range) => unconfirmedLessons({}, moment, range, DAY_HOURS),
      text: withBoth,
    },
    { kind: "no-outcome", query: (range) => lessonsWithoutOutcome({}, moment, range), text: withBoth },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, query: withoutReport({}, moment), text: withBoth }]
      : []),
    {
      kind: "trial-waiting",
      query: (range) => waitingTrials(dayAgo, range),
      text: (row) =>
        texts.trial({
          name: name(row),
          subject: subjectText(row),
          phone: formatPhone(row.words ?? ""),
          day: row.date ? dayAndMonth(row.date) : "",
        }),
    },
    {
      kind: "bills-preview",
      query: (range) => billsToPreview(moment, range),
      text: (row) => billTexts.previewReady(row.month ?? "", row.date ?? ""),
    },
    {
      kind: "bill-overdue",
      query: (range) => overdueBills(moment, range),
      text: (row) => billTexts.overdue(name(row), row.month ?? "", row.number ?? 0, row.date ?? ""),
    },
    {
      kind: "owes-lessons",
      query: (range) => owingStudents(range),
      text: (row) => texts.owes(name(row), zloty(row.number ?? 0)),
    },
    {
      kind: "package-ends",
      query: (range) => endingPackages(moment, addDays(moment.today, PACKAGE_DAYS), range),
      text: (row) =>
        texts.ends(name(row), subjectText(row), row.number ?? 0, row.date ? dayAndMonth(row.date) : ""),
    },
    { kind: "no-next-lesson", query: (range) => studentsWithoutNextLesson(moment, range), text: name },
    {
      kind: "notification-failed",
      query: (range) => failedNotifications(range),
      text: (row) => `${notificationLabel(row.words ?? "")}: ${name(row)}`,
    },
    ...(settings.push ? [{ kind: "push-stopped" as const, query: stoppedPush, text: stoppedPushText }] : []),
  ];
}

/**
 * Returns what students, or those who act for them, should know and do. `asked`: the students whose consents they
 * give; `bookable`: those for whom they may book.
 */
export function forStudents(
  ctx: ActorCtx,
  studentIds: readonly string[],
  { asked, bookable }: { asked: readonly string[]; bookable: readonly string[] },
): Finding[] {
  const { actor } = ctx;
  const moment = momentOf(ctx);
  /** Parents read which child it is about. */
  const about =
    (text: (row: Partial<AttentionRow>) => string) =>
    (row: Partial<AttentionRow>): string =>
      actor.role === "Parent" && row.studentName ? texts.child(row.studentName, text(row)) : text(row);
  return [
    {
      kind: "slot-held",
      query: (range) => heldSlots(bookable, moment, range),
      text: about((row) =>
        texts.held(lessonText(row, row.teacherName), row.heldUntil ? clockTime(new Date(row.heldUntil)) : ""),
      ),
    },
    {
      kind: "next-lesson",
      query: (range) => nextLessons(studentIds, moment, range),
      text: about((row) => lessonText(row, row.teacherName)),
    },
    {
      kind: "asked",
      query: (range) =>
        askedOf(
          { studentIds, personIds: asked, payerId: actor.role === "Parent" ? actor.id : null },
          moment,
          range,
        ),
      text: (row) => {
        if (row.asked) return approvalText(row.asked);
        return row.documentId ? documentText(row) : about(proposalText)(row);
      },
    },
    {
      kind: "homework",
      query: (range) => openHomework(studentIds, range),
      text: about((row) => {
        const text = `${subjectText(row)}: ${row.homework ?? ""}`;
        return row.date ? texts.due(text, dayAndMonth(row.date)) : text;
      }),
    },
    {
      kind: "balance",
      query: (range) => lowBalances(studentIds, range),
      text: about((row) => texts.balance(subjectText(row), row.number ?? 0)),
    },
  ];
}

/** Adds for how many minutes both were in the room of a lesson, where that is half of it or more (rules §30). */
async function withTogether(ctx: ActorCtx, rows: Partial<AttentionRow>[]): Promise<Partial<AttentionRow>[]> {
  const visits = await listVisits(
    ctx.db,
    rows.flatMap(({ lessonId }) => lessonId ?? []),
    ctx.now(),
  );
  return rows.map((row) => {
    const own = visits.filter(({ lessonId }) => lessonId === row.lessonId);
    const { togetherSeconds } = presenceOf(own, ctx.now());
    return tookPlace(togetherSeconds) ? { ...row, number: Math.floor(togetherSeconds / 60) } : row;
  });
}

function withoutReport(scope: { teacherId?: string }, { today: day }: AttentionMoment) {
  return (range: AttentionRange) => lessonsWithoutReport(scope, addDays(day, -REPORT_DAYS), range);
}

/** The moment of asking, as the queries take it. */
function momentOf(ctx: Ctx): AttentionMoment {
  const now = ctx.now();
  const day = today(now);
  return {
    today: day,
    started: BLOCKS.filter(({ index }) => hasStarted(day, index, now)).length,
    ended: BLOCKS.filter(({ index }) => hasEnded(day, index, now)).length,
    now,
  };
}
