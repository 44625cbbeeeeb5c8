import type { CalendarLesson } from "@korki/contracts/admin-lessons";
import { adminCalendarTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { blockAt, isPlanned } from "@korki/domain";
import { useDrag } from "../../../calendar/use-drag";
import { errorText } from "../../../server/errors";
import { trpc } from "../../../trpc";
import { confirm } from "../../../ui/confirm";
import { formatDayWithWeekday } from "../../../ui/formats";
import { toastError, toastSuccess } from "../../../ui/toasts";
import { fullName } from "../../people/full-name";

/** Drags a lesson that is still to come to another slot, after a question; its own form does the same by keyboard. */
export function useMoveByDrag() {
  const update = trpc.adminLessons.update.useMutation({
    onSuccess: () => toastSuccess(adminLessonTexts.updated),
    onError: (error) => toastError(errorText(error)),
  });
  const drag = useDrag<CalendarLesson>(async (lesson, { date, block }) => {
    if (lesson.date === date && lesson.block === block) return;
    const moves = await confirm({
      title: texts.moveQuestion(`${formatDayWithWeekday(date)}, ${blockAt(block).start}`),
      text: texts.moveText(fullName(lesson.student), fullName(lesson.teacher)),
      confirmLabel: texts.move,
    });
    if (moves) update.mutate({ id: lesson.id, date, block });
  });
  return {
    ...drag,
    handle: (lesson: CalendarLesson, lane?: string) =>
      isPlanned(lesson.status) ? drag.handle(lesson, lane) : {},
  };
}
