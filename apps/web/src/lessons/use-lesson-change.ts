import type { Lesson } from "@korki/contracts/lessons";
import { trpc } from "../trpc";

/** What follows every change of a lesson: the sheet shows it at once, lists and free hours are read again. */
export function useLessonChange(): (changed?: Lesson) => void {
  const utils = trpc.useUtils();
  return (changed) => {
    if (changed) utils.lessons.get.setData({ lessonId: changed.id }, changed);
    void utils.lessons.mine.invalidate();
    void utils.lessons.week.invalidate();
    void utils.lessons.available.invalidate();
    void utils.availability.freeDays.invalidate();
  };
}
