import { cancelLessonsInput, type LessonOutcome } from "@korki/contracts/bulk";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { Text, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";

/** Asks before many lessons are cancelled, and for a reason that everybody reads. */
export function CancelLessonsForm(props: {
  lessons: readonly { readonly id: string; readonly version: number }[];
  onDone: (outcomes: readonly LessonOutcome[]) => void;
}) {
  const { lessons, onDone } = props;
  const form = useForm({
    initialValues: { reason: "" },
    validate: schemaResolver(cancelLessonsInput.pick({ reason: true }), { sync: true }),
    validateInputOnBlur: true,
  });
  const cancel = trpc.adminLessons.cancelMany.useMutation({
    onSuccess(outcomes) {
      form.resetDirty();
      onDone(outcomes);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.cancelQuestion(lessons.length)}
      pending={cancel.isPending}
      error={cancel.error}
      submitLabel={texts.cancel(lessons.length)}
      dangerous
      onSubmit={({ reason }) =>
        cancel.mutate({
          lessons: lessons.map(({ id, version }) => ({ id, version })),
          reason: reason.trim() || null,
        })
      }
    >
      <Text size="sm" c="dimmed">
        {texts.cancelText}
      </Text>
      <Textarea
        label={lessonDetailTexts.reason}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </FormShell>
  );
}
