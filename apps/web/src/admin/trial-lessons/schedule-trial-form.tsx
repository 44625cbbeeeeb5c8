import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { today } from "@korki/domain";
import { Button, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { statusOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import { readDate, typedDate } from "../lessons/date-fields";
import { TrialSlotFields, type TrialSlotValues, trialSlotFaults } from "./trial-slot-fields";
import { useTrialsChanged } from "./use-trials-changed";

/** Gives a request its teacher, day and block, or moves one that has them. */
export function ScheduleTrialForm({ trial, onClose }: { trial: TrialLesson; onClose: () => void }) {
  const utils = trpc.useUtils();
  const changed = useTrialsChanged();
  const form = useForm<TrialSlotValues>({
    initialValues: {
      teacherId: trial.teacher?.id ?? null,
      date: typedDate(trial.date ?? today(new Date())),
      block: trial.block,
    },
    validate: trialSlotFaults,
  });
  const schedule = trpc.trialLessons.schedule.useMutation({
    onSuccess(after) {
      form.resetDirty();
      toastSuccess(trialTexts.scheduled);
      changed(after);
      onClose();
    },
    onError(error) {
      if (statusOf(error) !== 409) return;
      void utils.trialLessons.invalidate();
      void utils.adminLessons.freeBlocks.invalidate();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.scheduleTitle}
      pending={schedule.isPending}
      error={schedule.error}
      submitLabel={trial.status === "Umowiona" ? texts.move : texts.schedule}
      secondary={
        <Button variant="default" onClick={onClose}>
          {texts.back}
        </Button>
      }
      onSubmit={({ teacherId, date: typed, block }) => {
        const date = readDate(typed);
        if (teacherId === null || date === null || block === null) return;
        schedule.mutate({ id: trial.id, version: trial.version, teacherId, date, block });
      }}
    >
      <Text fw={600}>{texts.scheduleTitle}</Text>
      <TrialSlotFields form={form} subject={trial} trialId={trial.id} />
    </FormShell>
  );
}
