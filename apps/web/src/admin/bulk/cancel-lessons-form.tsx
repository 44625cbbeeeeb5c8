import type { LessonOutcome } from "@korki/contracts/bulk";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { Text } from "@mantine/core";
import { CancelForm, useCancelForm } from "../../lessons/cancel-lesson-form";
import { trpc } from "../../trpc";

/** Asks before many lessons are cancelled, and for a reason that everybody reads. */
export function CancelLessonsForm(props: {
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
