import {
  ATTENTION_ITEMS_MAX,
  type Attention,
  type AttentionItem,
  type AttentionKind,
} from "@korki/contracts/attention";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { dayAndMonth, longSlot } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { suspectOutcomeTexts } from "@korki/contracts/texts/orders";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import {
  type AttentionMoment,
  type AttentionRow,
  type AttentionRows,
  findComing,
  findDoneHomework,
  findEndingPackages,
  findFailedNotifications,
  findLowBalances,
  findOpenHomework,
  findOwing,
  findProposals,
  findUnconfirmed,
  findWaitingTrials,
  findWithoutNextLesson,
  findWithoutOutcome,
  findWithoutReport,
  listChildrenOf,
  listSuspectNotifications,
} from "@korki/db";
import {
  addDays,
  BLOCKS,
  blockStart,
  civilDateOf,
  hasEnded,
  hasStarted,
  REPORT_DAYS,
  today,
} from "@korki/domain";
import { notificationLabel } from "@korki/notifications";
import type { ActorCtx, Ctx } from "../context";

const LIMIT = ATTENTION_ITEMS_MAX;
const DAY_HOURS = 24;
/** How far ahead lessons are looked for, in days; series are at most a year long. */
const FAR_DAYS = 370;
/** Days before the end of a package. */
const PACKAGE_DAYS = 7;

type Finding = {
  kind: AttentionKind;
  rows: Promise<AttentionRows>;
  text: (row: Partial<AttentionRow>) => string;
};

/** What waits for the actor: one query per kind, all at once; kinds with nothing are left out (rules §18). */
export async function getAttention(ctx: ActorCtx): Promise<Attention> {
  switch (ctx.actor.role) {
    case "Teacher":
      return collect(forTeacher(ctx, ctx.actor.id));
    case "Admin":
      return collect(forAdmin(ctx));
    case "Student":
      return collect(forStudents(ctx, [ctx.actor.id]));
    case "Parent":
      return collect(forStudents(ctx, await childrenOf(ctx)));
  }
}

function forTeacher(ctx: Ctx, teacherId: string): Finding[] {
  const { db, settings } = ctx;
  const moment = momentOf(ctx);
  const own = { teacherId };
  const withStudent = (row: Partial<AttentionRow>) => lessonText(row, row.studentName);
  return [
    { kind: "today", rows: findComing(db, own, moment, addDays(moment.today, 1), LIMIT), text: withStudent },
    { kind: "to-confirm", rows: findUnconfirmed(db, own, moment, LIMIT, null), text: withStudent },
    { kind: "no-outcome", rows: findWithoutOutcome(db, own, moment, LIMIT), text: withStudent },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, rows: withoutReport(ctx, own, moment), text: withStudent }]
      : []),
    { kind: "homework-done", rows: findDoneHomework(db, teacherId, moment, LIMIT), text: withStudent },
  ];
}

function forAdmin(ctx: Ctx): Finding[] {
  const { db, settings } = ctx;
  const moment = momentOf(ctx);
  const dayAgo = new Date(moment.now.getTime() - DAY_HOURS * 3_600_000);
  const withBoth = (row: Partial<AttentionRow>) => lessonText(row, `${row.teacherName} – ${row.studentName}`);
  const name = (row: Partial<AttentionRow>) => row.studentName ?? "";
  return [
    ...(ctx.payments ? [suspectPayments(ctx)] : []),
    {
      kind: "starts-unconfirmed",
      rows: findUnconfirmed(db, {}, moment, LIMIT, DAY_HOURS),
      text: withBoth,
    },
    { kind: "no-outcome", rows: findWithoutOutcome(db, {}, moment, LIMIT), text: withBoth },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, rows: withoutReport(ctx, {}, moment), text: withBoth }]
      : []),
    {
      kind: "trial-waiting",
      rows: findWaitingTrials(db, dayAgo, LIMIT),
      text: (row) => texts.trial(subjectText(row), name(row)),
    },
    {
      kind: "owes-lessons",
      rows: findOwing(db, LIMIT),
      text: (row) => texts.owes(name(row), zloty(row.number ?? 0)),
    },
    {
      kind: "package-ends",
      rows: findEndingPackages(db, moment, addDays(moment.today, PACKAGE_DAYS), LIMIT),
      text: (row) =>
        texts.ends(name(row), subjectText(row), row.number ?? 0, row.date ? dayAndMonth(row.date) : ""),
    },
    { kind: "no-next-lesson", rows: findWithoutNextLesson(db, moment, LIMIT), text: name },
    {
      kind: "notification-failed",
      rows: findFailedNotifications(db, LIMIT),
      text: (row) => `${notificationLabel(row.words ?? "")}: ${name(row)}`,
    },
  ];
}

/** What arrived in the payment provider's name and booked nothing (rules §20). */
function suspectPayments({ db }: Ctx): Finding {
  return {
    kind: "payment-suspect",
    rows: listSuspectNotifications(db, LIMIT).then(({ count, items }) => ({
      count,
      items: items.map(({ outcome, receivedAt, order }) => {
        const who = order && `${order.student.name} ${order.student.surname}, ${zloty(order.amount)}`;
        const day = dayAndMonth(civilDateOf(new Date(receivedAt)));
        return { words: `${suspectOutcomeTexts[outcome]}: ${who ?? day}` };
      }),
    })),
    text: ({ words }) => words ?? "",
  };
}

/** What students, or whoever acts for them, are to know and to do. */
function forStudents(ctx: Ctx, studentIds: readonly string[]): Finding[] {
  if (studentIds.length === 0) return [];
  const { db } = ctx;
  const moment = momentOf(ctx);
  const withTeacher = (row: Partial<AttentionRow>) => lessonText(row, row.teacherName);
  return [
    {
      kind: "next-lesson",
      rows: findComing(db, { studentIds }, moment, addDays(moment.today, FAR_DAYS), 1).then(({ items }) => ({
        count: items.length,
        items,
      })),
      text: withTeacher,
    },
    { kind: "asked", rows: findProposals(db, studentIds, moment, LIMIT), text: withTeacher },
    {
      kind: "homework",
      rows: findOpenHomework(db, studentIds, LIMIT),
      text: (row) => {
        const text = `${subjectText(row)}: ${row.words ?? ""}`;
        return row.date ? texts.due(text, dayAndMonth(row.date)) : text;
      },
    },
    {
      kind: "balance",
      rows: findLowBalances(db, studentIds, LIMIT),
      text: (row) => texts.balance(subjectText(row), row.number ?? 0),
    },
  ];
}

async function childrenOf({ db, actor }: ActorCtx): Promise<string[]> {
  return (await listChildrenOf(db, actor.id)).map(({ id }) => id);
}

function withoutReport({ db }: Ctx, scope: { teacherId?: string }, { today: day }: AttentionMoment) {
  return findWithoutReport(db, scope, addDays(day, -REPORT_DAYS), LIMIT);
}

async function collect(findings: readonly Finding[]): Promise<Attention> {
  const found = await Promise.all(
    findings.map(async ({ kind, rows, text }) => {
      const { count, items } = await rows;
      return { kind, count, items: items.map((row) => toItem(row, text(row))) };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

function toItem(row: Partial<AttentionRow>, text: string): AttentionItem {
  const { lessonId, studentId, teacherId, trialLessonId, date, block, meetingLink } = row;
  return {
    ...(lessonId && { lessonId }),
    ...(studentId && { studentId }),
    ...(teacherId && { teacherId }),
    ...(trialLessonId && { trialLessonId }),
    ...(lessonId && date && typeof block === "number" && { startsAt: blockStart(date, block).toISOString() }),
    ...(meetingLink && { meetingLink }),
    text,
  };
}

function lessonText(row: Partial<AttentionRow>, who: string | null | undefined): string {
  const slot = row.date && typeof row.block === "number" ? longSlot(row.date, row.block) : "";
  return [slot, subjectText(row), who ?? ""].filter(Boolean).join(", ");
}

function subjectText({ subject, level }: Partial<AttentionRow>): string {
  return subject && level ? subjectWithLevel({ subject, level }) : "";
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
