import {
  ATTENTION_ITEMS_MAX,
  type Attention,
  type AttentionInput,
  type AttentionItem,
  type AttentionKind,
  type AttentionListInput,
} from "@korki/contracts/attention";
import type { Page } from "@korki/contracts/paging";
import { approvalDetails, approvalSentence } from "@korki/contracts/texts/approvals";
import { attentionTexts as texts } from "@korki/contracts/texts/attention";
import { billTexts } from "@korki/contracts/texts/bills";
import { clockTime, dayAndMonth, longSlot, monthsNominative, shortSlot } from "@korki/contracts/texts/dates";
import { zloty } from "@korki/contracts/texts/money";
import { suspectOutcomeTexts } from "@korki/contracts/texts/orders";
import { formatPhone } from "@korki/contracts/texts/phone";
import { weeklySlot } from "@korki/contracts/texts/series-summary";
import { subjectWithShortLevel } from "@korki/contracts/texts/statuses";
import {
  type ApprovalRow,
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
  listChildrenOf,
  listVisits,
  lowBalances,
  nextLessons,
  openHomework,
  openObjections,
  overdueBills,
  owingStudents,
  proposedMonths,
  readAttention,
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
  blockStart,
  hasEnded,
  hasStarted,
  presenceOf,
  REPORT_DAYS,
  today,
  tookPlace,
} from "@korki/domain";
import { notificationLabel } from "@korki/notifications";
import type { ActorCtx, Ctx } from "../context";
import { sharedRead } from "../shared-read";

const DAY_HOURS = 24;
/** Days before the end of a package. */
const PACKAGE_DAYS = 7;

/** One kind of what waits: its lines, a range at a time, and what each says. */
type Finding = {
  kind: AttentionKind;
  query: (range: AttentionRange) => AttentionQuery;
  text: (row: Partial<AttentionRow>) => string;
  /** Adds to the rows what their query does not know. */
  complete?: (rows: Partial<AttentionRow>[]) => Promise<Partial<AttentionRow>[]>;
};

/** What waits for the actor: every kind in one statement; kinds with nothing are left out (rules §18). */
export function getAttention(
  ctx: ActorCtx,
  { items, studentId }: AttentionInput = { items: ATTENTION_ITEMS_MAX },
): Promise<Attention> {
  const read = () => collect(ctx, { limit: items, offset: 0 }, studentId);
  return ctx.actor.role === "Admin" ? shareAttention(ctx.db, `${items} items`, read) : read();
}

/** Administrators all see the same. */
const shareAttention = sharedRead<Attention>();

async function collect(ctx: ActorCtx, range: AttentionRange, studentId?: string): Promise<Attention> {
  const findings = await findingsFor(ctx, studentId);
  const found = await readAttention(
    ctx.db,
    findings.map(({ query }) => query(range)),
  );
  const attention: Attention = [];
  for (const [at, finding] of findings.entries()) {
    const { count = 0, items = [] } = found[at] ?? {};
    if (count > 0) attention.push({ kind: finding.kind, count, items: await itemsOf(finding, items) });
  }
  return attention;
}

/** The statements that count and list what waits for the actor, one for each kind. */
export async function attentionQueries(ctx: ActorCtx, range: AttentionRange): Promise<AttentionQuery[]> {
  return (await findingsFor(ctx)).map(({ query }) => query(range));
}

async function itemsOf({ text, complete }: Finding, rows: Partial<AttentionRow>[]): Promise<AttentionItem[]> {
  const completed = complete ? await complete(rows) : rows;
  return completed.map((row) => toItem(row, text(row)));
}

/** A page of one kind: the whole list of which `getAttention` shows the beginning. Another role's kind is empty. */
export async function listAttention(
  ctx: ActorCtx,
  { kind, page, pageSize, studentId }: AttentionListInput,
): Promise<Page<AttentionItem>> {
  const finding = (await findingsFor(ctx, studentId)).find((each) => each.kind === kind);
  if (!finding) return { items: [], total: 0, page, pageSize };
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const [{ count, items } = { count: 0, items: [] }] = await readAttention(ctx.db, [finding.query(range)]);
  return { items: await itemsOf(finding, items), total: count, page, pageSize };
}

/** @param studentId what of a parent's children is asked for; left out: all of them */
async function findingsFor(ctx: ActorCtx, studentId?: string): Promise<Finding[]> {
  const { id, role } = ctx.actor;
  switch (role) {
    case "Teacher":
      return forTeacher(ctx, id);
    case "Admin":
      return forAdmin(ctx);
    case "Student":
      return forStudents(ctx, [id], [id]);
    case "Parent": {
      const all = await listChildrenOf(ctx.db, id);
      const children = studentId === undefined ? all : all.filter((child) => child.id === studentId);
      // A child with a login is asked itself.
      const asked = children.filter(({ hasLogin }) => !hasLogin);
      return forStudents(ctx, idsOf(children), [id, ...idsOf(asked)]);
    }
  }
}

function forTeacher(ctx: ActorCtx, teacherId: string): Finding[] {
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
          monthText(row.date),
          zloty(row.number ?? 0),
          row.toDate ? dayAndMonth(row.toDate) : "",
        ),
    },
    { kind: "homework-done", query: (range) => doneHomework(teacherId, moment, range), text },
  ];
}

function forAdmin(ctx: ActorCtx): Finding[] {
  const { settings } = ctx;
  const moment = momentOf(ctx);
  const dayAgo = new Date(moment.now.getTime() - DAY_HOURS * 3_600_000);
  const withBoth = (row: Partial<AttentionRow>) => lessonText(row, `${row.teacherName} – ${row.studentName}`);
  const name = (row: Partial<AttentionRow>) => row.studentName ?? "";
  return [
    { kind: "teacher-absent", query: (range) => lessonsWithoutTeacher(moment, range), text: withBoth },
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
      text: (row) => texts.settlementObjection(row.teacherName ?? "", monthText(row.date), row.words ?? ""),
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
          ...{ name: name(row), subject: subjectText(row), phone: formatPhone(row.words ?? "") },
          day: row.date ? dayAndMonth(row.date) : "",
        }),
    },
    {
      kind: "bills-preview",
      query: (range) => billsToPreview(moment, range),
      text: (row) => billTexts.previewReady(row.words ?? "", row.date ?? ""),
    },
    {
      kind: "bill-overdue",
      query: (range) => overdueBills(moment, range),
      text: (row) => billTexts.overdue(name(row), row.words ?? "", row.number ?? 0, row.date ?? ""),
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

/** Since when and why nothing goes to devices (rules §33). */
function stoppedPushText({ words, date }: Partial<AttentionRow>): string {
  return `${words ?? ""}, ${date ? texts.since(dayAndMonth(date)) : ""}`;
}

/** What arrived in the payment provider's name and booked nothing (rules §20). */
function suspectPaymentText({ outcome, studentName, number, date }: Partial<AttentionRow>): string {
  const who = studentName ? `${studentName}, ${zloty(number ?? 0)}` : "";
  return `${outcome ? suspectOutcomeTexts[outcome] : ""}: ${who || (date ? dayAndMonth(date) : "")}`;
}

/**
 * Returns what students, or those who act for them, should know and do. `asked`: the students whose consents they
 * give.
 */
function forStudents(ctx: ActorCtx, studentIds: readonly string[], asked: readonly string[]): Finding[] {
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
      query: (range) => heldSlots(studentIds, moment, range),
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
        const text = `${subjectText(row)}: ${row.words ?? ""}`;
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

function idsOf(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}

function toItem(row: Partial<AttentionRow>, text: string): AttentionItem {
  const { lessonId, studentId, teacherId, trialLessonId, date, block, meetingLink } = row;
  const { status, version, proposalId, seriesId, moveId, documentId, notificationId, invoiceId, approvalId } =
    row;
  const { billId, payerId, heldUntil } = row;
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
    ...(seriesId && { seriesId }),
    ...(moveId && { moveId }),
    ...(documentId && { documentId }),
    ...(notificationId && { notificationId }),
    ...(invoiceId && { invoiceId }),
    ...(billId && { billId }),
    ...(payerId && { payerId }),
    ...(approvalId && { approvalId }),
    ...(heldUntil && date && typeof block === "number" && { held: { date, block } }),
    text,
  };
}

/** "listopad 2026" */
function monthText(date: string | null | undefined): string {
  const [year = "", month = "1"] = (date ?? "").split("-");
  return `${monthsNominative[Number(month) - 1]} ${year}`;
}

function lessonText(row: Partial<AttentionRow>, who: string | null | undefined): string {
  const slot = row.date && typeof row.block === "number" ? longSlot(row.date, row.block) : "";
  return [slot, subjectText(row), who ?? ""].filter(Boolean).join(", ");
}

function documentText({ words, studentName, studentId }: Partial<AttentionRow>): string {
  const text = texts.document(words ?? "");
  return studentId && studentName ? texts.child(studentName, text) : text;
}

/** `Jakub prosi o stały termin, 2 610 zł (Fizyka, 29 lekcji od … do …)`. */
function approvalText(asked: ApprovalRow): string {
  return `${approvalSentence(asked)} (${approvalDetails(asked)})`;
}

function proposalText({ teacherName, date, block, toDate, toBlock }: Partial<AttentionRow>): string {
  if (!date || !toDate || typeof block !== "number" || typeof toBlock !== "number") return "";
  return texts.proposal(teacherName ?? "", shortSlot(toDate, toBlock), shortSlot(date, block));
}

function moveText({ studentName, everyWeeks, ...row }: Partial<AttentionRow>): string {
  const { weekday, block, toWeekday, toBlock } = row;
  if (!weekday || !toWeekday || typeof block !== "number" || typeof toBlock !== "number") return "";
  const weeks = everyWeeks ?? 1;
  const from = weeklySlot({ weekday, block, everyWeeks: weeks });
  const to = weeklySlot({ weekday: toWeekday, block: toBlock, everyWeeks: weeks });
  return texts.seriesMove(studentName ?? "", subjectText(row), from, to);
}

function subjectText({ subject, level }: Partial<AttentionRow>): string {
  return subject && level ? subjectWithShortLevel({ subject, level }) : "";
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
