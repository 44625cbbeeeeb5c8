import { cancelLessonInput, type Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockAt } from "@korki/domain";
import { Button, Text, Textarea } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { formatDay } from "../ui/formats";
import { mayLeave } from "../ui/may-leave";

/** Either side cancels a lesson; a teacher may say why. */
export function CancelLessonForm(props: {
  lesson: Lesson;
  /** what cancelling costs the student; null where nothing is to be said */
  note: string | null;
  takesReason: boolean;
  onClose: () => void;
}) {
  const { lesson, note, takesReason, onClose } = props;
  const form = useForm({
    initialValues: { reason: "" },
    validate: schemaResolver(cancelLessonInput.pick({ reason: true }), { sync: true }),
    validateInputOnBlur: true,
  });
  const cancel = trpc.lessons.cancel.useMutation({ onSuccess: onClose });
  const question = texts.cancelQuestion(formatDay(lesson.date), blockAt(lesson.block).start);
  async function leave() {
    if (await mayLeave()) onClose();
  }

  return (
    <FormShell
      form={form}
      label={question}
      pending={cancel.isPending}
      error={cancel.error}
      submitLabel={texts.cancel}
      dangerous
      secondary={
        <Button variant="default" onClick={() => void leave()}>
          {texts.keep}
        </Button>
      }
      onSubmit={({ reason }) =>
        cancel.mutate({ lessonId: lesson.id, version: lesson.version, reason: reason.trim() || null })
      }
    >
      <div>
        <Text fw={600}>{question}</Text>
        <Text size="sm" c="dimmed">
          {note ? `${note}. ${texts.cancelText}` : texts.cancelText}
        </Text>
      </div>
      {takesReason ? (
        <Textarea
          label={texts.reason}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps("reason")}
        />
      ) : null}
    </FormShell>
  );
}
