import type { Lesson } from "@korki/contracts/lessons";
import { isCancelled } from "@korki/domain";
import { trpc } from "../trpc";

/** Finished lessons among which the last one that took place is looked for. */
const LATELY = 5;

/**
 * Reads the newest own lesson that was not cancelled: what the next one is likely to be about. `data` is null where there
 * is none.
 *
 * @param studentId a parent's child
 */
export function useLastLesson(studentId?: string) {
  const planned = trpc.lessons.mine.useQuery({ group: "planned", order: "desc", limit: 1, studentId });
  const finished = trpc.lessons.mine.useQuery({ group: "finished", limit: LATELY, studentId });
  return {
    data:
      planned.data && finished.data
        ? newestHeld([...planned.data.lessons, ...finished.data.lessons])
        : undefined,
    error: planned.error ?? finished.error,
    isFetching: planned.isFetching || finished.isFetching,
    refetch: () => Promise.all([planned.refetch(), finished.refetch()]),
  };
}

function newestHeld(lessons: readonly Lesson[]): Lesson | null {
  const held = lessons.filter(({ status }) => !isCancelled(status));
  return held.sort((a, b) => b.date.localeCompare(a.date) || b.block - a.block)[0] ?? null;
}
