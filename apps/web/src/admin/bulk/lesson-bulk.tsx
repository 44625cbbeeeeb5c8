import type { AdminLesson } from "@korki/contracts/admin-lessons";
import type { LessonOutcome } from "@korki/contracts/bulk";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { blockAt, bulkRefusal, fullName, PLANNED } from "@korki/domain";
import { Button, Text } from "@mantine/core";
import { IconCheck, IconMessageCircle, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { CancelForm, useCancelForm } from "../../lessons/cancel-lesson-form";
import { detailOf, errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { BulkBar, type BulkResult } from "../../ui/bulk-bar";
import { formatDay } from "../../ui/formats";
import { Sheet } from "../../ui/sheet";
import { takesBusyTime } from "../../ui/takes-busy-time";
import { toastError } from "../../ui/toasts";
import type { Selection } from "../../ui/use-selection";
import { MessageSheet } from "./message-form";
import { writtenResult } from "./written-result";

/** How a lesson is called where one of many is meant. */
export function lessonName({ date, block, student }: AdminLesson): string {
  return texts.lessonName(formatDay(date), blockAt(block).start, fullName(student));
}

/** What was done, with the lessons that it was done to: undo brings back those that were changed. */
type Done = Pick<BulkResult, "text" | "left"> & {
  readonly lessons: readonly AdminLesson[];
  readonly changed: readonly LessonOutcome[];
};

/** What an administrator does with the chosen lessons: confirm, cancel, write to their students; and take it back. */
export function LessonBulk({ chosen, selection }: { chosen: readonly AdminLesson[]; selection: Selection }) {
  const [done, setDone] = useState<Done | null>(null);
  const [asking, setAsking] = useState<"cancel" | "message" | null>(null);
  const failed = (error: unknown) => toastError(errorText(error));
  const confirm = trpc.adminLessons.confirmMany.useMutation({ onError: failed });
  const restore = trpc.adminLessons.restoreMany.useMutation();

  const toConfirm = chosen.filter(({ status }) => bulkRefusal("confirm", status) === null);
  const toCancel = chosen.filter(({ status }) => bulkRefusal("cancel", status) === null);
  const students = [...new Map(chosen.map(({ student }) => [student.id, student])).values()].map(
    (student) => ({ id: student.id, name: fullName(student) }),
  );

  function finish(
    outcomes: readonly LessonOutcome[],
    lessons: readonly AdminLesson[],
    say: (count: number) => string,
  ) {
    const names = new Map(lessons.map((lesson) => [lesson.id, lessonName(lesson)]));
    const changed = outcomes.filter(({ refusal }) => refusal === null);
    const left = outcomes.flatMap(({ id, refusal }) =>
      refusal === null ? [] : [{ key: id, name: names.get(id) ?? "", reason: refusal }],
    );
    setDone({ text: say(changed.length), left, lessons, changed });
    setAsking(null);
    selection.turn(false);
  }

  /** Brings back what was changed, where a teacher is busy elsewhere by now after a question. */
  async function undo({ lessons, changed }: Done) {
    const back = changed.flatMap(({ id, version, before }) => {
      const status = PLANNED.find((planned) => planned === before);
      return version !== null && status ? [{ id, version, status }] : [];
    });
    const bring = async (answer: { overrideBusy?: true }) => {
      const outcomes = await restore.mutateAsync({ lessons: back, ...answer });
      finish(outcomes, lessons, texts.undone);
      setDone((result) => result && { ...result, changed: [] });
    };
    try {
      await bring({});
    } catch (refusal) {
      if (detailOf(refusal, "ask") !== "overrideBusy") failed(refusal);
      else if (await takesBusyTime(refusal)) await bring({ overrideBusy: true }).catch(failed);
    }
  }

  return (
    <>
      <BulkBar
        count={chosen.length}
        onClear={selection.clear}
        result={
          done && {
            ...done,
            undo:
              done.changed.length > 0 ? { run: () => undo(done), isRunning: restore.isPending } : undefined,
          }
        }
        onClose={() => setDone(null)}
      >
        <Button
          leftSection={<IconCheck size={18} aria-hidden />}
          disabled={toConfirm.length === 0}
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(
              { lessons: toConfirm.map(({ id, version }) => ({ id, version })) },
              { onSuccess: (outcomes) => finish(outcomes, toConfirm, texts.confirmed) },
            )
          }
        >
          {texts.confirm(toConfirm.length)}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={18} aria-hidden />}
          disabled={toCancel.length === 0}
          onClick={() => setAsking("cancel")}
        >
          {texts.cancel(toCancel.length)}
        </Button>
        <Button
          variant="default"
          leftSection={<IconMessageCircle size={18} aria-hidden />}
          onClick={() => setAsking("message")}
        >
          {texts.writeToStudents(students.length)}
        </Button>
      </BulkBar>
      <Sheet
        opened={asking === "cancel"}
        onClose={() => setAsking(null)}
        title={texts.cancelQuestion(toCancel.length)}
      >
        {asking === "cancel" ? (
          <CancelLessonsForm
            lessons={toCancel}
            onDone={(outcomes) => finish(outcomes, toCancel, texts.cancelled)}
          />
        ) : null}
      </Sheet>
      <MessageSheet
        opened={asking === "message"}
        people={students}
        onClose={() => setAsking(null)}
        onSent={(outcomes) => {
          setDone({ ...writtenResult(outcomes, students), lessons: [], changed: [] });
          setAsking(null);
          selection.turn(false);
        }}
      />
    </>
  );
}

/** Asks before many lessons are cancelled, and for a reason that everybody reads. */
function CancelLessonsForm(props: {
  lessons: readonly { readonly id: string; readonly version: number }[];
  onDone: (outcomes: readonly LessonOutcome[]) => void;
}) {
  const form = useCancelForm();
  const cancel = trpc.adminLessons.cancelMany.useMutation({
    onSuccess(outcomes) {
      form.resetDirty();
      props.onDone(outcomes);
    },
  });
  const lessons = props.lessons.map(({ id, version }) => ({ id, version }));
  return (
    <CancelForm
      form={form}
      question={texts.cancelQuestion(lessons.length)}
      call={cancel}
      submitLabel={texts.cancel(lessons.length)}
      takesReason
      onSubmit={(reason) => cancel.mutate({ lessons, reason })}
    >
      <Text size="sm" c="dimmed">
        {texts.cancelText}
      </Text>
    </CancelForm>
  );
}
