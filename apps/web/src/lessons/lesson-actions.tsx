import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonRefusalTexts } from "@korki/contracts/texts/lessons";
import { seriesScreenTexts as seriesTexts } from "@korki/contracts/texts/series-screens";
import { undoTexts } from "@korki/contracts/texts/undo";
import { blockAt, endHasPassed, type LessonAction, lessonCan, lessonRefusal } from "@korki/domain";
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useActorFor } from "../family/family";
import { useLessonWaits } from "../lesson-parts/waiting-steps";
import { paths } from "../paths";
import { type SeriesStep, SeriesStepForm } from "../series/lesson-series";
import { plannedLines } from "../series/series-dates";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { FormError } from "../ui/form-shell";
import { formatDay, formatDayWithWeekday } from "../ui/formats";
import { useOneAtATime } from "../ui/one-at-a-time";
import { useNow } from "../ui/use-now";
import { newUndoId, offerUndo } from "../undo/offer-undo";
import { actsOnBoth } from "./acts-on-both";
import { CancelLessonForm, DeleteDoubleForm } from "./cancel-lesson-form";
import { CancellationCost, useCancellationNote } from "./cancellation-note";
import { CorrectOutcomeForm } from "./correct-outcome-form";
import { ProposeRescheduleForm } from "./propose-reschedule-form";

/** Options of a call that can be taken back: what was done is said with a button for that. */
const undoing = (text: string) => ({
  onSuccess: (_: unknown, { undoId }: { undoId?: string | undefined }) => offerUndo(text, undoId),
});

/**
 * What the status table lets this person do with the lesson now. Dangerous actions ask once; a teacher may
 * give a reason for cancelling.
 */
export function LessonActions(props: {
  lesson: Lesson;
  viewer: "Student" | "Teacher";
  /** the lesson was deleted */
  onGone: () => void;
}) {
  const { lesson, viewer, onGone } = props;
  const actor = useActorFor(lesson.studentId);
  const now = useNow();
  const [opened, setOpened] = useState<"cancel" | "deleteDouble" | "propose" | "correct" | null>(null);
  const [step, setStep] = useState<SeriesStep | null>(null);
  const series = trpc.series.get.useQuery(
    { seriesId: lesson.seriesId ?? "" },
    { enabled: lesson.seriesId !== null },
  );
  // A lesson with a substitute is handled alone: the series is not the substitute's. Until that is known, nothing
  // is asked.
  const isOneOfMany = series.data !== undefined && plannedLines(series.data).length > 1;

  const confirmLesson = trpc.lessons.confirm.useMutation(undoing(undoTexts.confirmed));
  const complete = trpc.lessons.complete.useMutation(undoing(undoTexts.complete));
  const markAbsent = trpc.lessons.markAbsent.useMutation(undoing(undoTexts.absent));
  const remove = trpc.lessons.delete.useMutation({ onSuccess: onGone });
  const calls = [confirmLesson, complete, markAbsent, remove];
  const pending = calls.some(({ isPending }) => isPending);
  const error = calls.find((call) => call.error)?.error ?? null;

  const onlyThis = useRef<() => void>(() => undefined);
  const may = new Set<LessonAction>(lessonCan(actor, lesson, now));
  const waits = useLessonWaits(lesson.id);
  const note = useCancellationNote(lesson, viewer === "Student" && may.has("cancel"));
  const ref = { lessonId: lesson.id, version: lesson.version };
  const undoable = () => ({ ...ref, undoId: newUndoId() });
  const [day, time] = [formatDay(lesson.date), blockAt(lesson.block).start];
  const weekday = formatDayWithWeekday(lesson.date);

  const once = useOneAtATime();
  /** Forgets what an earlier try said, then asks where there is something to ask. */
  function act(question: Parameters<typeof confirm>[0] | null, run: () => unknown) {
    return once(async () => {
      for (const call of calls) call.reset();
      if (question && !(await confirm(question))) return;
      await run();
    });
  }

  const isOver = endHasPassed(lesson, now);

  function early(text: (day: string, time: string) => string, confirmLabel: string) {
    if (isOver) return null;
    return { title: texts.earlyQuestion(weekday, time), text: text(weekday, time), confirmLabel };
  }

  /** Asks for which lessons of a series an action is meant; `one` is the action on this lesson alone. */
  function orMany(action: SeriesStep["action"], one: () => void) {
    if (!isOneOfMany) return one();
    for (const call of calls) call.reset();
    onlyThis.current = one;
    setStep({ action });
  }

  if (step) {
    return (
      <SeriesStepForm
        lesson={lesson}
        step={step}
        onStep={setStep}
        onThis={() => {
          setStep(null);
          onlyThis.current();
        }}
        onDone={onGone}
      />
    );
  }
  if (opened === "cancel") {
    return <CancelLessonForm lesson={lesson} viewer={viewer} onClose={() => setOpened(null)} />;
  }
  if (opened === "deleteDouble") {
    return <DeleteDoubleForm lesson={lesson} onGone={onGone} onClose={() => setOpened(null)} />;
  }
  if (opened === "propose") {
    const otherName = viewer === "Teacher" ? lesson.studentName : lesson.teacherName;
    return <ProposeRescheduleForm lesson={lesson} otherName={otherName} onClose={() => setOpened(null)} />;
  }

  if (opened === "correct") return <CorrectOutcomeForm lesson={lesson} onClose={() => setOpened(null)} />;

  const buttons: Partial<Record<LessonAction, ReactNode>> = {
    confirm: (
      <Button
        loading={confirmLesson.isPending}
        onClick={() => void act(null, () => confirmLesson.mutateAsync(undoable()))}
      >
        {texts.confirm}
      </Button>
    ),
    complete: (
      <Button
        variant={isOver ? "filled" : "subtle"}
        color={isOver ? "brand" : "gray"}
        loading={complete.isPending}
        onClick={() =>
          void act(early(texts.earlyCompleteText, texts.complete), () => complete.mutateAsync(undoable()))
        }
      >
        {texts.complete}
      </Button>
    ),
    markAbsent: (
      <Button
        variant={isOver ? "default" : "subtle"}
        color="gray"
        loading={markAbsent.isPending}
        onClick={() =>
          void act(early(texts.earlyAbsentText, texts.markAbsent), () => markAbsent.mutateAsync(undoable()))
        }
      >
        {texts.markAbsent}
      </Button>
    ),
    correct: (
      <Button variant="default" onClick={() => void act(null, () => setOpened("correct"))}>
        {texts.correct}
      </Button>
    ),
    propose: (
      <Button
        variant="default"
        loading={series.isLoading}
        onClick={() => orMany("move", () => void act(null, () => setOpened("propose")))}
      >
        {texts.propose}
      </Button>
    ),
    cancel: (
      <Button
        variant="light"
        color="red"
        loading={series.isLoading}
        onClick={() => orMany("end", () => void act(null, () => setOpened("cancel")))}
      >
        {texts.cancel}
      </Button>
    ),
    delete: (
      <Button
        variant="light"
        color="red"
        loading={remove.isPending || series.isLoading}
        onClick={() =>
          orMany("end", () =>
            !actsOnBoth(lesson, "Student")
              ? void act(
                  {
                    title: texts.deleteQuestion(day, time),
                    text:
                      lesson.partnerBlock === null
                        ? texts.deleteText
                        : `${texts.deleteText} ${texts.otherHourStays(blockAt(lesson.partnerBlock).start)}`,
                    confirmLabel: texts.delete,
                    cancelLabel: texts.keep,
                    dangerous: true,
                  },
                  () => remove.mutateAsync(ref),
                )
              : void act(null, () => setOpened("deleteDouble")),
          )
        }
      >
        {texts.delete}
      </Button>
    ),
  };
  const shown = Object.entries(buttons).filter(
    ([action]) =>
      may.has(action as LessonAction) &&
      !(waits !== null && (action === "confirm" || (action === "propose" && viewer !== "Teacher"))),
  );
  const refusal = lessonRefusal("cancel", actor, lesson, now);
  const reason = refusal === "cancel-after-start" ? lessonRefusalTexts[refusal] : null;
  // What is weekly already has its own card.
  const repeats = viewer === "Teacher" && lesson.seriesId === null;
  if (shown.length === 0 && !error && !reason && !repeats) return null;
  return (
    <Stack gap="sm">
      {error ? <FormError error={error} /> : null}
      <Group gap="xs" inert={pending}>
        {shown.map(([action, button]) => (
          <span key={action}>{button}</span>
        ))}
        {repeats ? (
          <Button variant="default" component={Link} to={paths.newSeriesLike(lesson)}>
            {seriesTexts.repeat}
          </Button>
        ) : null}
      </Group>
      <CancellationCost note={note} />
      {reason ? (
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
      ) : null}
    </Stack>
  );
}
