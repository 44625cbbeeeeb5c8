import type { SeriesLessonRecord, SeriesRecord, Tx } from "@korki/db";
import { byTime, type CancellationCost, type LessonSide, type Slot, type Weekday } from "@korki/domain";
import type { NotificationRequest, SeriesEvent } from "@korki/notifications";
import { byParent } from "../act-for";
import type { Ctx } from "../context";
import { sortByRecipient } from "../outbox";

type Noticed = Pick<
  SeriesRecord,
  | "id"
  | "teacherId"
  | "studentId"
  | "teacherName"
  | "studentName"
  | "weekday"
  | "block"
  | "blocks"
  | "everyWeeks"
  | "subject"
  | "level"
> & {
  /** A wish to move that the event is about, and where the series stands until it is accepted. */
  asked?: {
    moveId: string;
    weekday: Weekday;
    block: number;
    /** Until when it can be answered; of one that waits. */
    expiresAt?: string;
  };
};

/** A lesson that an action is about: its slot, and where it stood before if it moves. */
export type NoticedLesson = Slot & { was?: Slot | undefined };

/** What happens to a series that goes on. */
export type StandingEvent = Exclude<SeriesEvent, "ended">;

/**
 * Returns one message about a whole series for each person but the one who acted.
 *
 * @param lessons those that the action is about, ascending
 */
export function seriesNotices(
  by: Pick<Ctx, "actor">,
  event: StandingEvent,
  side: LessonSide,
  series: Noticed,
  lessons: readonly NoticedLesson[],
): NotificationRequest[] {
  if (lessons.length === 0) return [];
  const facts = factsOf(by, event, side, series, lessons);
  const people = {
    Student: [series.teacherId],
    Teacher: [series.studentId],
    Admin: [series.teacherId, series.studentId],
  };
  return people[side].map((userId) => ({ kind: "series-changed", to: { userId }, facts }));
}

/** Returns the messages of an answer to a wish to move a series: the parent who asked hears it, too (rules §15). */
export async function answerNotices(
  tx: Tx,
  ctx: Ctx,
  { proposerId }: { proposerId: string },
  event: StandingEvent,
  side: LessonSide,
  series: Noticed,
  lessons: readonly NoticedLesson[],
): Promise<NotificationRequest[]> {
  if (lessons.length === 0) return [];
  const { teacherId, studentId } = series;
  const people = [...(side === "Admin" ? [teacherId] : []), studentId, proposerId];
  const told = await sortByRecipient(
    tx,
    ctx,
    people.map((personId) => ({ personId, tells: "person" as const, part: series })),
  );
  const facts = factsOf(ctx, event, side, series, lessons);
  return told.map(({ to }) => {
    const isParent = to.recipientId === proposerId && proposerId !== studentId;
    return { kind: "series-changed", to: isParent ? { ...to, childId: studentId } : to, facts };
  });
}

/**
 * Returns one message for each person but the one who acted, and for who pays (rules §15), about lessons that end. The
 * teacher and substitutes are told of those that they had heard of.
 *
 * @param ended the lessons that end, ascending
 * @param announced those of them for which no payer's agreement is missing
 * @param costs what the student's side pays for them, by their ids; without: nothing
 */
export async function endNotices(
  tx: Tx,
  ctx: Ctx,
  side: LessonSide,
  series: Noticed,
  {
    ended,
    announced,
    costs = new Map(),
  }: Record<"ended" | "announced", readonly SeriesLessonRecord[]> & {
    costs?: ReadonlyMap<string, CancellationCost>;
  },
): Promise<NotificationRequest[]> {
  const told = await sortByRecipient(tx, ctx, [
    { personId: series.teacherId, tells: "person", part: announced },
    { personId: series.studentId, tells: "payerToo", part: ended },
  ]);
  const whole = told.flatMap(({ to, parts: [lessons = []] }): NotificationRequest[] => {
    if (lessons.length === 0) return [];
    // A substitute decides about the own lessons, and has a message for that.
    const isTeacher = to.recipientId === series.teacherId;
    const decided = lessons.filter(({ teacherId }) => !isTeacher || teacherId === series.teacherId);
    const facts = { ...factsOf(ctx, "ended", side, series, lessons), ...lateOf(decided, costs) };
    return [{ kind: "series-changed", to, facts }];
  });
  return [...whole, ...substituteNotices(ctx, "ended", side, series, announced, costs)];
}

/** Counts lessons that were cancelled too late: those that are charged, and those that a teacher decides about. */
function lateOf(
  lessons: readonly { id?: string }[],
  costs: ReadonlyMap<string, CancellationCost>,
): { late?: { charged: number; asked: number } } {
  const count = (cost: CancellationCost) => lessons.filter(({ id }) => id && costs.get(id) === cost).length;
  const late = { charged: count("charge"), asked: count("ask") };
  return late.charged + late.asked > 0 ? { late } : {};
}

/**
 * Returns one message for each substitute whose lessons of a series were moved or ended with the others, about that
 * teacher's own lessons (rules §12).
 *
 * @param lessons those that the action is about, ascending, whoever gives them
 * @param costs what the student's side pays for those that end, by their ids
 */
export function substituteNotices(
  by: Pick<Ctx, "actor">,
  event: "moved" | "ended",
  side: LessonSide,
  series: Noticed,
  lessons: readonly (NoticedLesson & { id?: string; teacherId: string })[],
  costs: ReadonlyMap<string, CancellationCost> = new Map(),
): NotificationRequest[] {
  const substitutes = new Set(lessons.map(({ teacherId }) => teacherId));
  substitutes.delete(series.teacherId);
  return [...substitutes].map((userId) => {
    const own = lessons.filter(({ teacherId }) => teacherId === userId);
    const facts = { ...factsOf(by, event, side, series, own), ...lateOf(own, costs), isSubstitute: true };
    return { kind: "series-changed", to: { userId }, facts };
  });
}

/**
 * The first and the last slot of lessons, and of where they stood: by these a message knows how soon it matters (rules §33).
 */
export function outerSlots(lessons: readonly NoticedLesson[]): Slot[] {
  const before = lessons.flatMap(({ was }) => (was ? [was] : []));
  return [lessons, before].flatMap((slots: readonly Slot[]) => {
    const inOrder = slots.toSorted(byTime);
    return [...inOrder.slice(0, 1), ...inOrder.slice(1).slice(-1)].map(({ date, block }) => ({
      date,
      block,
    }));
  });
}

function factsOf(
  by: Pick<Ctx, "actor">,
  event: SeriesEvent,
  side: LessonSide,
  series: Noticed,
  lessons: readonly NoticedLesson[],
) {
  const { id: seriesId, teacherName, studentName, subject, level } = series;
  const { weekday, block, blocks, everyWeeks } = series;
  return {
    event,
    bySide: side,
    ...byParent(by),
    seriesId,
    teacherName,
    studentName,
    weekday,
    block,
    blocks,
    everyWeeks,
    subject,
    level,
    ...(series.asked && {
      moveId: series.asked.moveId,
      wasWeekday: series.asked.weekday,
      wasBlock: series.asked.block,
      ...(series.asked.expiresAt && { untilMs: Date.parse(series.asked.expiresAt) }),
    }),
    count: lessons.length,
    from: lessons[0]?.date ?? "",
    to: lessons.at(-1)?.date ?? "",
    slots: outerSlots(lessons),
  };
}
