import type { Lesson } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { Button, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { mayLeave } from "../ui/may-leave";
import { toastSuccess } from "../ui/toasts";
import { type Slot, SlotPicker } from "./slot-picker";

/** Another free block of the same teacher, for the other side to accept; the present one stays taken meanwhile. */
export function ProposeRescheduleForm({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) {
  const freeDays = trpc.availability.freeDays.useQuery({
    teacherId: lesson.teacherId,
    forLessonId: lesson.id,
  });
  const form = useForm<Slot>({
    initialValues: { date: null, block: null },
    validate: {
      date: (date) => (date ? null : lessonTexts.dayRequired),
      block: (block, { date }) => (date && block === null ? lessonTexts.blockRequired : null),
    },
  });
  const propose = trpc.lessons.proposeReschedule.useMutation({
    onSuccess() {
      toastSuccess(texts.proposed);
      onClose();
    },
  });
  async function leave() {
    if (await mayLeave()) onClose();
  }

  return (
    <FormShell
      form={form}
      label={texts.proposeTitle}
      pending={propose.isPending}
      error={propose.error}
      submitLabel={texts.sendProposal}
      secondary={
        <Button variant="default" onClick={() => void leave()}>
          {texts.keep}
        </Button>
      }
      onSubmit={({ date, block }) => {
        if (date !== null && block !== null) {
          propose.mutate({ lessonId: lesson.id, version: lesson.version, date, block });
        }
      }}
    >
      <div>
        <Text fw={600}>{texts.proposeTitle}</Text>
        <Text size="sm" c="dimmed">
          {texts.proposeText}
        </Text>
      </div>
      <SlotPicker
        query={freeDays}
        value={form.values}
        errors={{ date: form.errors.date, block: form.errors.block }}
        onChange={(slot) => {
          form.setValues(slot);
          form.clearErrors();
        }}
      />
    </FormShell>
  );
}
