import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { today } from "@korki/domain";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { now } from "../../clock";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { LeaveButton } from "../../ui/leave-button";
import { saved } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { readDate, typedDate } from "../lessons/date-fields";
import { useFormBase } from "../use-form-base";
import { agreesToSlot, TrialSlotFields, type TrialSlotValues, trialSlotFaults } from "./trial-slot-fields";

/** Gives a request its teacher, day and block, or moves one that has them. */
export function ScheduleTrialForm({ trial, onClose }: { trial: TrialLesson; onClose: () => void }) {
  const form = useForm<TrialSlotValues>({
    initialValues: slotOf(trial),
    validate: trialSlotFaults,
  });
  const schedule = trpc.trialLessons.schedule.useMutation({
    onSuccess: saved(form, trialTexts.scheduled, onClose),
  });
  const isChosen = (from: TrialLesson) => JSON.stringify(form.values) !== JSON.stringify(slotOf(from));
  const { base, isOutdated, reload } = useFormBase(trial, {
    isStale: ({ version }) => trial.version > version,
    hasEdits: isChosen,
    takeIn(before) {
      // Teacher, day and hour are one choice: what was chosen stays whole.
      const kept = isChosen(before) ? form.values : slotOf(trial);
      form.setInitialValues(slotOf(trial));
      form.setValues(kept);
      schedule.reset();
    },
  });
  async function submit({ teacherId, date: typed, block, overrideClosure }: TrialSlotValues) {
    const date = readDate(typed);
    if (teacherId === null || date === null || block === null) return;
    if (await agreesToSlot(date, block, trial))
      schedule.mutate({ id: trial.id, version: base.version, teacherId, date, block, overrideClosure });
  }

  return (
    <FormShell
      form={form}
      label={texts.scheduleTitle}
      call={{ isPending: schedule.isPending, error: isOutdated ? null : schedule.error }}
      submitLabel={trial.status === "Umowiona" ? texts.move : texts.schedule}
      secondary={<LeaveButton label={texts.back} onLeave={onClose} />}
      onSubmit={(values) => void submit(values)}
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      <Text fw={550}>{texts.scheduleTitle}</Text>
      <TrialSlotFields form={form} subject={trial} trialId={trial.id} />
    </FormShell>
  );
}

function slotOf(trial: TrialLesson): TrialSlotValues {
  return {
    teacherId: trial.teacher?.id ?? trial.wished?.teacher?.id ?? null,
    date: typedDate(trial.date ?? trial.wished?.date ?? today(now())),
    block: trial.block ?? trial.wished?.block ?? null,
    overrideClosure: false,
  };
}
