import type { AttentionItem } from "@korki/contracts/attention";
import { errorText } from "../server/errors";

type Calls = {
  lesson: (lessonId: string) => Promise<unknown>;
  series: (seriesId: string) => Promise<unknown>;
};

/** What became of lines: how many were confirmed, and why others were refused. */
type Outcome = { confirmed: number; refused: { name: string; reason: string }[] };

/**
 * Confirms the lesson of each of these lines: one that is refused keeps no other from it. Several lessons of a series are
 * confirmed by one call, which sends one message; both hours of a double lesson are one line (rules §34).
 */
export async function confirmEach(items: readonly AttentionItem[], calls: Calls): Promise<Outcome> {
  const outcome: Outcome = { confirmed: 0, refused: [] };
  const refuse = (lessons: readonly AttentionItem[], error: unknown) =>
    outcome.refused.push(...lessons.map(({ text }) => ({ name: text, reason: errorText(error) })));
  const together = groupsOf(items, ({ seriesId }) => seriesId).filter((lessons) => lessons.length > 1);
  const others = items.filter((item) => !together.some((lessons) => lessons.includes(item)));
  await Promise.all([...together.map(confirmSeries), ...others.map(confirmLesson)]);
  return outcome;

  async function confirmSeries(lessons: readonly AttentionItem[]): Promise<void> {
    try {
      await calls.series(lessons[0]?.seriesId ?? "");
      outcome.confirmed += lessons.length;
    } catch (error) {
      refuse(lessons, error);
    }
  }

  async function confirmLesson(item: AttentionItem): Promise<void> {
    try {
      await calls.lesson(item.lessonId ?? "");
      outcome.confirmed += 1;
    } catch (error) {
      refuse([item], error);
    }
  }
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
