import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts, calendarTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockAt, type CivilDate, lessonCan } from "@korki/domain";
import { useActorFor } from "../family/family";
import { useWaitingSteps } from "../lesson-parts/waiting-steps";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { formatDayWithWeekday } from "../ui/formats";
import { toastError, toastSuccess } from "../ui/toasts";
import { useNow } from "../ui/use-now";
import type { FreeBlocks } from "./free-blocks";
import { useDrag } from "./use-drag";
import type { Slot } from "./use-touch-drag";

/**
 * Drags a lesson to a free block of its teacher, which proposes that time to the other side after a question. For the
 * keyboard the lesson's own "Zaproponuj inny termin" does the same.
 */
export function useProposeByDrag({ teacherId, isFree }: FreeBlocks, studentId: string) {
  const actor = useActorFor(studentId);
  const now = useNow();
  const waiting = useWaitingSteps();
  const propose = trpc.lessons.proposeReschedule.useMutation({
    onSuccess: () => toastSuccess(lessonDetailTexts.proposed),
    onError: (error) => toastError(errorText(error)),
  });
  const drag = useDrag<Lesson>(async (lesson, { date, block }) => {
    const sends = await confirm({
      title: texts.proposeQuestion(slotText(date, block)),
      text: texts.proposeText(
        slotText(lesson.date, lesson.block),
        actor.role === "Teacher" ? lesson.studentName : lesson.teacherName,
      ),
      confirmLabel: lessonDetailTexts.sendProposal,
    });
    if (sends) propose.mutate({ lessonId: lesson.id, version: lesson.version, date, block });
  }, mayDrop);

  /** A double lesson begins where the next block is free too, or its own now. */
  function mayDrop({ date, block, partnerBlock }: Lesson, slot: Slot): boolean {
    const next = slot.block + 1;
    return (
      partnerBlock === null ||
      (slot.date === date && (next === block || next === partnerBlock)) ||
      isFree(slot.date, next)
    );
  }

  return {
    ...drag,
    handle: (lesson: Lesson) =>
      lesson.teacherId === teacherId &&
      lessonCan(actor, lesson, now).includes("propose") &&
      (actor.role === "Teacher" || !waiting.some(({ lessonIds }) => lessonIds.includes(lesson.id)))
        ? drag.handle(lesson)
        : {},
  };
}

function slotText(date: CivilDate, block: number): string {
  return `${formatDayWithWeekday(date)}, ${blockAt(block).start}`;
}
