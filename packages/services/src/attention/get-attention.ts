import {
  ATTENTION_ITEMS_MAX,
  type Attention,
  type AttentionItem,
  type AttentionKind,
  type AttentionListInput,
} from "@korki/contracts/attention";
import type { Page } from "@korki/contracts/paging";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { dayAndMonth, longSlot, shortSlot } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { suspectOutcomeTexts } from "@korki/contracts/texts/orders";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import {
  type AttentionMoment,
  type AttentionRange,
  type AttentionRow,
  type AttentionRows,
  findAsked,
  findComing,
  findDoneHomework,
  findEndingPackages,
  findFailedNotifications,
  findLowBalances,
  findNextLessons,
  findOpenHomework,
  findOwing,
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
import { sharedRead } from "../shared-read";

const FIRST: AttentionRange = { limit: ATTENTION_ITEMS_MAX, offset: 0 };
const DAY_HOURS = 24;
/** Days before the end of a package. */
const PACKAGE_DAYS = 7;

/** One kind of what waits: its lines, a range at a time, and what each says. */
type Finding = {
  kind: AttentionKind;
  find: (range: AttentionRange) => Promise<AttentionRows>;
  text: (row: Partial<AttentionRow>) => string;
};

/** What waits for the actor: one query per kind, all at once; kinds with nothing are left out (rules §18). */
export function getAttention(ctx: ActorCtx): Promise<Attention> {
  return ctx.actor.role === "Admin" ? shareAttention(ctx.db, "admin", () => collect(ctx)) : collect(ctx);
}

/** Administrators all see the same. */
const shareAttention = sharedRead<Attention>();

async function collect(ctx: ActorCtx): Promise<Attention> {
  const found = await Promise.all(
    (await findingsFor(ctx)).map(async ({ kind, find, text }) => {
      const { count, items } = await find(FIRST);
      return { kind, count, items: items.map((row) => toItem(row, text(row))) };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

/** A page of one kind: the whole list of which `getAttention` shows the beginning. Another role's kind is empty. */
export async function listAttention(
  ctx: ActorCtx,
  { kind, page, pageSize }: AttentionListInput,
): Promise<Page<AttentionItem>> {
  const finding = (await findingsFor(ctx)).find((each) => each.kind === kind);
  if (!finding) return { items: [], total: 0, page, pageSize };
  const { count, items } = await finding.find({ limit: pageSize, offset: (page - 1) * pageSize });
  return { items: items.map((row) => toItem(row, finding.text(row))), total: count, page, pageSize };
}

async function findingsFor(ctx: ActorCtx): Promise<Finding[]> {
  const { id, role } = ctx.actor;
  switch (role) {
    case "Teacher":
      return forTeacher(ctx, id);
    case "Admin":
      return forAdmin(ctx);
    case "Student":
      return forStudents(ctx, [id], [id]);
    case "Parent": {
      const children = await listChildrenOf(ctx.db, id);
      // A child with a login is asked itself.
      const asked = children.filter(({ hasLogin }) => !hasLogin);
      return forStudents(ctx, idsOf(children), [id, ...idsOf(asked)]);
    }
  }
}

function forTeacher(ctx: ActorCtx, teacherId: string): Finding[] {
  const { db, settings } = ctx;
  const moment = momentOf(ctx);
  const own = { teacherId };
  const text = (row: Partial<AttentionRow>) => lessonText(row, row.studentName);
  return [
    { kind: "today", find: (range) => findComing(db, own, moment, addDays(moment.today, 1), range), text },
    { kind: "to-confirm", find: (range) => findUnconfirmed(db, own, moment, range, null), text },
    { kind: "no-outcome", find: (range) => findWithoutOutcome(db, own, moment, range), text },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, find: withoutReport(ctx, own, moment), text }]
      : []),
    { kind: "homework-done", find: (range) => findDoneHomework(db, teacherId, moment, range), text },
  ];
}

function forAdmin(ctx: ActorCtx): Finding[] {
  const { db, settings } = ctx;
  const moment = momentOf(ctx);
  const dayAgo = new Date(moment.now.getTime() - DAY_HOURS * 3_600_000);
  const withBoth = (row: Partial<AttentionRow>) => lessonText(row, `${row.teacherName} – ${row.studentName}`);
  const name = (row: Partial<AttentionRow>) => row.studentName ?? "";
  return [
    ...(ctx.payments ? [suspectPayments(ctx)] : []),
    {
      kind: "starts-unconfirmed",
      find: (range) => findUnconfirmed(db, {}, moment, range, DAY_HOURS),
      text: withBoth,
    },
    { kind: "no-outcome", find: (range) => findWithoutOutcome(db, {}, moment, range), text: withBoth },
    ...(settings.reportRequired
      ? [{ kind: "no-report" as const, find: withoutReport(ctx, {}, moment), text: withBoth }]
      : []),
    {
      kind: "trial-waiting",
      find: (range) => findWaitingTrials(db, dayAgo, range),
      text: (row) => texts.trial(subjectText(row), name(row)),
    },
    {
      kind: "owes-lessons",
      find: (range) => findOwing(db, range),
      text: (row) => texts.owes(name(row), zloty(row.number ?? 0)),
    },
    {
      kind: "package-ends",
      find: (range) => findEndingPackages(db, moment, addDays(moment.today, PACKAGE_DAYS), range),
      text: (row) =>
        texts.ends(name(row), subjectText(row), row.number ?? 0, row.date ? dayAndMonth(row.date) : ""),
    },
    { kind: "no-next-lesson", find: (range) => findWithoutNextLesson(db, moment, range), text: name },
    {
      kind: "notification-failed",
      find: (range) => findFailedNotifications(db, range),
      text: (row) => `${notificationLabel(row.words ?? "")}: ${name(row)}`,
    },
  ];
}

/** What arrived in the payment provider's name and booked nothing (rules §20). */
function suspectPayments({ db }: Ctx): Finding {
  return {
    kind: "payment-suspect",
    async find(range) {
      const { count, items } = await listSuspectNotifications(db, range);
      return {
        count,
        items: items.map(({ outcome, receivedAt, order }) => {
          const who = order && `${order.student.name} ${order.student.surname}, ${zloty(order.amount)}`;
          const day = dayAndMonth(civilDateOf(new Date(receivedAt)));
          return { words: `${suspectOutcomeTexts[outcome]}: ${who ?? day}` };
        }),
      };
    },
    text: ({ words }) => words ?? "",
  };
}

/**
 * Returns what students, or those who act for them, should know and do. `asked`: the students whose consents they
 * give.
 */
function forStudents(ctx: ActorCtx, studentIds: readonly string[], asked: readonly string[]): Finding[] {
  const { db, actor } = ctx;
  const moment = momentOf(ctx);
  /** Parents read which child it is about. */
  const about =
    (text: (row: Partial<AttentionRow>) => string) =>
    (row: Partial<AttentionRow>): string =>
      actor.role === "Parent" && row.studentName ? texts.child(row.studentName, text(row)) : text(row);
  return [
    {
      kind: "next-lesson",
      find: (range) => findNextLessons(db, studentIds, moment, range),
      text: about((row) => lessonText(row, row.teacherName)),
    },
    {
      kind: "asked",
      find: (range) => findAsked(db, { studentIds, personIds: asked }, moment, range),
      text: (row) => (row.documentId ? documentText(row) : about(proposalText)(row)),
    },
    {
      kind: "homework",
      find: (range) => findOpenHomework(db, studentIds, range),
      text: about((row) => {
        const text = `${subjectText(row)}: ${row.words ?? ""}`;
        return row.date ? texts.due(text, dayAndMonth(row.date)) : text;
      }),
    },
    {
      kind: "balance",
      find: (range) => findLowBalances(db, studentIds, range),
      text: about((row) => texts.balance(subjectText(row), row.number ?? 0)),
    },
  ];
}

function withoutReport({ db }: Ctx, scope: { teacherId?: string }, { today: day }: AttentionMoment) {
  return (range: AttentionRange) => findWithoutReport(db, scope, addDays(day, -REPORT_DAYS), range);
}

function idsOf(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}

function toItem(row: Partial<AttentionRow>, text: string): AttentionItem {
  const { lessonId, studentId, teacherId, trialLessonId, date, block, meetingLink } = row;
  const { status, version, proposalId, documentId, notificationId } = row;
  return {
    ...(lessonId && { lessonId }),
    ...(studentId && { studentId }),
    ...(teacherId && { teacherId }),
    ...(trialLessonId && { trialLessonId }),
    ...(lessonId && date && typeof block === "number" && { startsAt: blockStart(date, block).toISOString() }),
    ...(meetingLink && { meetingLink }),
    ...(status && { status }),
    ...(typeof version === "number" && { version }),
    ...(proposalId && { proposalId }),
    ...(documentId && { documentId }),
    ...(notificationId && { notificationId }),
    text,
  };
}

function lessonText(row: Partial<AttentionRow>, who: string | null | undefined): string {
  const slot = row.date && typeof row.block === "number" ? longSlot(row.date, row.block) : "";
  return [slot, subjectText(row), who ?? ""].filter(Boolean).join(", ");
}

function documentText({ words, studentName, studentId }: Partial<AttentionRow>): string {
  const text = texts.document(words ?? "");
  return studentId && studentName ? texts.child(studentName, text) : text;
}

function proposalText({ teacherName, date, block, toDate, toBlock }: Partial<AttentionRow>): string {
  if (!date || !toDate || typeof block !== "number" || typeof toBlock !== "number") return "";
  return texts.proposal(teacherName ?? "", shortSlot(toDate, toBlock), shortSlot(date, block));
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
