import type { AttentionItem } from "@korki/contracts/attention";
import type { Lesson } from "@korki/contracts/lessons";
import { blockStart } from "@korki/domain";
import { errorText } from "../server/errors";

type Calls = {
  lesson: (lessonId: string) => Promise<Pick<Lesson, "date" | "partnerBlock">>;
  series: (seriesId: string) => Promise<unknown>;
};

/** What became of lessons: how many were confirmed, and why others were refused. */
type Outcome = { confirmed: number; refused: { name: string; reason: string }[] };

/**
 * Confirms each of these lessons: one that is refused keeps no other from it. Several lessons of a series, and the two of a
 * double lesson (rules §34), are confirmed by one call, which sends one message.
 */
export async function confirmEach(items: readonly AttentionItem[], calls: Calls): Promise<Outcome> {
  const outcome: Outcome = { confirmed: 0, refused: [] };
  const refuse = (lessons: readonly AttentionItem[], error: unknown) =>
    outcome.refused.push(...lessons.map(({ text }) => ({ name: text, reason: errorText(error) })));
  const together = groupsOf(items, ({ seriesId }) => seriesId).filter((lessons) => lessons.length > 1);
  const others = items.filter((item) => !together.some((lessons) => lessons.includes(item)));
  await Promise.all([...together.map(confirmSeries), ...groupsOf(others, dayOf).map(confirmDay)]);
  return outcome;

  async function confirmSeries(lessons: readonly AttentionItem[]): Promise<void> {
    try {
      await calls.series(lessons[0]?.seriesId ?? "");
      outcome.confirmed += lessons.length;
    } catch (error) {
      refuse(lessons, error);
    }
  }

  /** One after the other: the answer about the first of two says that the second is confirmed, too. */
  async function confirmDay(lessons: readonly AttentionItem[]): Promise<void> {
    let partnerStart: string | undefined;
    for (const item of lessons) {
      const isDone = item.startsAt !== undefined && item.startsAt === partnerStart;
      try {
        const lesson = isDone ? null : await calls.lesson(item.lessonId ?? "");
        outcome.confirmed += 1;
        if (typeof lesson?.partnerBlock === "number") {
          partnerStart = blockStart(lesson.date, lesson.partnerBlock).toISOString();
        }
      } catch (error) {
        refuse([item], error);
      }
    }
  }
}

/** Whose lesson it is, and on which day: the two of a double lesson have both in common. */
function dayOf({ studentId = "", startsAt = "" }: AttentionItem): string {
  const [day = ""] = startsAt.split("T");
  return `${studentId} ${day}`;
}

/** Items without a key are in no group. */
function groupsOf(
  items: readonly AttentionItem[],
  keyOf: (item: AttentionItem) => string | undefined,
): AttentionItem[][] {
  const groups = new Map<string, AttentionItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
