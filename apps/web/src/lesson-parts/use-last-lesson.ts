import type { Lesson } from "@korki/contracts/lessons";
import { type CivilDate, isCancelled, type LessonStatus } from "@korki/domain";
import { trpc } from "../trpc";

/** Finished lessons among which the last one that took place is looked for. */
const LATELY = 5;

/**
 * Reads the newest own lesson that was not cancelled: what the next one is likely to be about. `data` is null where there
 * is none.
 *
 * @param studentId a parent's child, or a teacher's student
 */
export function useLastLesson(studentId?: string, enabled = true) {
  const planned = trpc.lessons.mine.useQuery(
    { group: "planned", order: "desc", limit: 1, studentId },
    { enabled },
  );
  const finished = trpc.lessons.mine.useQuery({ group: "finished", limit: LATELY, studentId }, { enabled });
  return {
    data:
      planned.data && finished.data
        ? newestHeld<Lesson>([...planned.data.lessons, ...finished.data.lessons])
        : undefined,
    error: planned.error ?? finished.error,
    isFetching: planned.isFetching || finished.isFetching,
    refetch: () => Promise.all([planned.refetch(), finished.refetch()]),
  };
}

/** Reads the same of any student, for an administrator; undefined until it is known, and while nobody is chosen. */
export function useLastLessonOf(studentId: string | null) {
  const lessons = trpc.adminLessons.list.useQuery(
    { studentId: studentId ?? "", pageSize: LATELY },
    { enabled: studentId !== null },
  );
  if (studentId === null || !lessons.data) return undefined;
  const last = newestHeld(lessons.data.items);
  return last && { ...last, teacherId: last.teacher.id, studentId };
}

type Held = { date: CivilDate; block: number; status: LessonStatus };

function newestHeld<Row extends Held>(lessons: readonly Row[]): Row | null {
  const held = lessons.filter(({ status }) => !isCancelled(status));
  return held.sort((a, b) => b.date.localeCompare(a.date) || b.block - a.block)[0] ?? null;
}
