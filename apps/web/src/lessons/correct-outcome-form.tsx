import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { CORRECTED_OUTCOMES } from "@korki/domain";
import { Button, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { newUndoId, offerUndo } from "../undo/offer-undo";

/** The teacher corrects an outcome that was marked by mistake. */
export function CorrectOutcomeForm({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const choices = CORRECTED_OUTCOMES.filter((status) => status !== lesson.status);
  const form = useForm({ initialValues: { status: choices[0] as (typeof choices)[number] } });
  const correct = trpc.lessons.correctOutcome.useMutation({
    onSuccess(_, { undoId }) {
      form.resetDirty();
      offerUndo(texts.corrected, undoId);
      onClose();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.correct}
      call={correct}
      secondary={
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
      }
      onSubmit={({ status }) =>
        correct.mutate({ lessonId: lesson.id, version: lesson.version, status, undoId: newUndoId() })
      }
    >
      <Radio.Group label={texts.correctTitle} {...form.getInputProps("status")}>
        <Stack gap="xs" mt="xs">
          {choices.map((status) => (
            <Radio key={status} value={status} label={texts.correctTo[status]} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {texts.correctText}
      </Text>
    </FormShell>
  );
}
