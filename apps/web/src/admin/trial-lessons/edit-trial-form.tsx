import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { updateTrialInput } from "@korki/contracts/trial-lessons";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { changedValues } from "../../ui/changed-values";
import { FormShell } from "../../ui/form-shell";
import { LeaveButton } from "../../ui/leave-button";
import { ruleOf } from "../../ui/rule-of";
import { saved, toastError } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { useFieldsBase } from "../use-form-base";
import { TrialPersonFields, type TrialPersonValues, trialPersonFaults } from "./trial-person-fields";

/** Mends what is known of the visitor. */
export function EditTrialForm({ trial, onClose }: { trial: TrialLesson; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: valuesOf(trial),
    validate: {
      ...trialPersonFaults,
      source: ruleOf(updateTrialInput.shape.source),
      lostReason: ruleOf(updateTrialInput.shape.lostReason),
    },
    validateInputOnBlur: true,
  });
  const update = trpc.trialLessons.update.useMutation({ onSuccess: saved(form, texts.updated, onClose) });
  const { base, isOutdated, reload } = useFieldsBase(trial, form, {
    valuesOf,
    isStale: ({ version }) => trial.version > version,
    call: update,
  });
  return (
    <FormShell
      form={form}
      label={texts.edit}
      call={{ isPending: update.isPending, error: isOutdated ? null : update.error }}
      submitLabel={texts.save}
      secondary={<LeaveButton label={texts.back} onLeave={onClose} />}
      onSubmit={(values) => {
        const changes = changedValues(valuesOf(base), values);
        if (Object.keys(changes).length === 0) return toastError(adminLessonTexts.nothingChanged);
        update.mutate({ id: base.id, version: base.version, ...changes });
      }}
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      <TrialPersonFields form={form} />
      <TextInput
        label={texts.source}
        placeholder={texts.sourceHint}
        autoComplete="off"
        {...form.getInputProps("source")}
      />
      <TextInput
        label={texts.lostReason}
        placeholder={texts.lostReasonHint}
        autoComplete="off"
        {...form.getInputProps("lostReason")}
      />
    </FormShell>
  );
}

type Values = TrialPersonValues & { source: string; lostReason: string };

function valuesOf(trial: TrialLesson): Values {
  const { name, email, studentPhone, parentPhone, description, source, lostReason } = trial;
  return { name, email, studentPhone, parentPhone, description, source, lostReason };
}
