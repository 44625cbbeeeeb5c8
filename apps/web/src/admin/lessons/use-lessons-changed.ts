import { trpc } from "../../trpc";

/** What follows every change of a lesson: lists, calendar, free blocks, figures and history are read again. */
export function useLessonsChanged(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.adminLessons.invalidate();
    void utils.trialLessons.teacherCandidates.invalidate();
    void utils.statistics.invalidate();
    void utils.history.invalidate();
    void utils.adminPeople.teachers.invalidate();
    void utils.adminPeople.students.invalidate();
  };
}
