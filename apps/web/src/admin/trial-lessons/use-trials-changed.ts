import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { trpc } from "../../trpc";

/**
 * What follows every change of a trial lesson: the sheet shows it at once; lists, calendar and free blocks are read
 * again.
 */
export function useTrialsChanged(): (changed?: TrialLesson) => void {
  const utils = trpc.useUtils();
  return (changed) => {
    if (changed) utils.trialLessons.get.setData({ id: changed.id }, changed);
    void utils.trialLessons.list.invalidate();
    void utils.trialLessons.teacherCandidates.invalidate();
    void utils.adminLessons.invalidate();
    void utils.history.invalidate();
  };
}
