import type { CalendarLesson, TeacherLane } from "@korki/contracts/admin-lessons";
import {
  adminLessonScreenTexts,
  adminCalendarTexts as texts,
} from "@korki/contracts/texts/admin-lesson-screens";
import { undoTexts } from "@korki/contracts/texts/undo";
import { blockAt, fullName, isPlanned } from "@korki/domain";
import { type Drag, useDrag } from "../../../calendar/use-drag";
import type { Slot } from "../../../calendar/use-touch-drag";
import type { ClosedDays } from "../../../closures/closed-days";
import { detailOf, errorText } from "../../../server/errors";
import { trpc } from "../../../trpc";
import { confirm } from "../../../ui/confirm";
import { formatDayWithWeekday } from "../../../ui/formats";
import { takesBusyTime } from "../../../ui/takes-busy-time";
import { toastError } from "../../../ui/toasts";
import { newUndoId, offerUndo } from "../../../undo/offer-undo";
import { overlapText } from "../overlap-text";
import { laneRefusal, slotState } from "./lanes";

/**
 * Drags a lesson that is still to come: to another slot, which moves it, or at its hour to the lane of a teacher who teaches
 * it and is free, who substitutes. A slot that is taken or closed takes no drop, one outside the teacher's hours is asked
 * about, a lesson that changed since the drag began stays as it is, and each drop can be taken back. The lesson's card does
 * the same by keyboard.
 *
 * @param lanes the teachers who are shown; without them a drop is checked afterwards
 */
export function useMoveByDrag(lanes: readonly TeacherLane[], closed: ClosedDays): Drag<CalendarLesson> {
  const utils = trpc.useUtils();
  const update = trpc.adminLessons.update.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(undoTexts.moved, undoId),
  });
  const substitute = trpc.adminLessons.substitute.useMutation({
    onSuccess: (_, { undoId }) => offerUndo(adminLessonScreenTexts.substituted, undoId),
  });

  /** A time that is busy elsewhere is taken after one more question. */
  async function askWhereBusy(act: (answer: { overrideBusy?: true }) => Promise<unknown>) {
    try {
      await act({}).catch(async (refusal) => {
        if (detailOf(refusal, "ask") !== "overrideBusy") throw refusal;
        if (await takesBusyTime(refusal)) await act({ overrideBusy: true });
      });
    } catch (refusal) {
      toastError(errorText(refusal));
    }
  }

  async function move(lesson: CalendarLesson, { date, block }: Slot) {
    const { id, version, teacher, student } = lesson;
    const asked = { teacherId: teacher.id, studentId: student.id, date, exceptLessonId: id };
    const blocks = await utils.adminLessons.freeBlocks.fetch(asked).catch((refusal) => {
      toastError(errorText(refusal));
      return null;
    });
    if (blocks === null) return;
    const taken = overlapText(blocks, block);
    if (taken !== null) return toastError(taken);
    if (blocks.find((each) => each.block === block)?.isAvailable !== true) {
      const moves = await confirm({
        title: texts.moveQuestion(`${formatDayWithWeekday(date)}, ${blockAt(block).start}`),
        text: texts.moveOutside(fullName(student), fullName(teacher)),
        confirmLabel: texts.move,
      });
      if (!moves) return;
    }
    await askWhereBusy((answer) =>
      update.mutateAsync({ id, version, date, block, ...answer, undoId: newUndoId() }),
    );
  }

  const drag = useDrag<CalendarLesson>(
    (lesson, slot) => {
      const { lane = lesson.teacher.id } = slot;
      if (lane !== lesson.teacher.id) {
        const given = { lessonId: lesson.id, version: lesson.version, teacherId: lane };
        void askWhereBusy((answer) => substitute.mutateAsync({ ...given, ...answer, undoId: newUndoId() }));
      } else if (lesson.date !== slot.date || lesson.block !== slot.block) void move(lesson, slot);
    },
    (lesson, { lane = lesson.teacher.id, date, block }) => {
      const found = lanes.find(({ teacher }) => teacher.id === lane);
      if (!found) return lane === lesson.teacher.id;
      if (lane === lesson.teacher.id) {
        const state = slotState(found, closed, date, block);
        return state !== "taken" && state !== "closed";
      }
      return lesson.date === date && lesson.block === block && laneRefusal(found, closed, lesson) === null;
    },
  );
  return {
    ...drag,
    handle: (lesson) => (isPlanned(lesson.status) ? drag.handle(lesson) : {}),
  };
}
