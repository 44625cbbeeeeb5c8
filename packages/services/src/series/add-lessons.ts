import { insertLessons, type NewLessonDay, newId, type SeriesRecord, type Tx } from "@korki/db";
import { blocksFrom, type LessonSide, type LessonStatus, type PriceRate, type Slot } from "@korki/domain";
import { askPayer, payerToAsk } from "../ask-payer";
import type { ActorCtx } from "../context";
import { notify } from "../outbox";
import { type StandingEvent, seriesNotices } from "./series-notices";

type AddedTo = Pick<
  SeriesRecord,
  "id" | "teacherId" | "studentId" | "block" | "blocks" | "subject" | "level" | "description"
>;
type AddedLesson = Required<NewLessonDay>;

/**
 * Adds the lessons of new dates to a series: one, or the two of a double lesson. Throws as `insertLessons` does.
 *
 * @param dates each with the block of its first lesson; `seriesDate`: the date of the series that it stands for, where that
 * is another one
 * @param terms `price`: of one lesson
 */
export async function addLessons(
  tx: Tx,
  ctx: ActorCtx,
  series: AddedTo,
  dates: readonly (Slot & { seriesDate?: string })[],
  { price, status }: { price: PriceRate; status: LessonStatus },
): Promise<AddedLesson[]> {
  const { id: seriesId, teacherId, studentId, block, blocks, subject, level, description } = series;
  const lessons = dates.flatMap(({ date, block: first, seriesDate = date }): AddedLesson[] => {
    const pairId = blocks === 2 ? newId() : null;
    return blocksFrom(first, blocks).map((each, index) => ({
      id: newId(),
      date,
      seriesDate,
      block: each,
      seriesBlock: block + index,
      pairId,
    }));
  });
  const shared = {
    teacherId,
    studentId,
    block,
    subject,
    level,
    title: subject,
    description,
    status,
    ...price,
    createdAt: ctx.now(),
    confirmedAt: status === "Potwierdzona" ? ctx.now() : null,
    seriesId,
    seriesBlock: block,
  };
  await insertLessons(tx, shared, lessons);
  return lessons;
}

type Added = {
  event: StandingEvent;
  side: LessonSide;
  /** By date and block. */
  lessons: readonly (Slot & { id: string })[];
  /** Of one lesson, in złoty. */
  price: number;
};

/**
 * Tells the others of added lessons; or asks the payer, where they cost more than the child may decide: their slots are kept
 * meanwhile (rules §39).
 */
export async function tellOfAdded(
  tx: Tx,
  ctx: ActorCtx,
  series: Parameters<typeof seriesNotices>[3] & { id: string },
  { event, side, lessons, price }: Added,
): Promise<void> {
  const { id: seriesId, studentId } = series;
  const payerId = await payerToAsk(tx, ctx, { studentId, amount: price * lessons.length });
  if (payerId === null) return notify(tx, ctx, ...seriesNotices(ctx, event, side, series, lessons));
  const lessonIds = lessons.map(({ id }) => id);
  await askPayer(tx, ctx, payerId, { studentId, kind: "series", seriesId, lessonIds });
}
