import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { toastError, toastSuccess } from "../../ui/toasts";
import { TrialPersonFields, type TrialPersonValues, trialPersonFaults } from "./trial-person-fields";
import { useTrialsChanged } from "./use-trials-changed";

/** Mends what is known of the visitor. */
export function EditTrialForm({ trial, onClose }: { trial: TrialLesson; onClose: () => void }) {
  const changed = useTrialsChanged();
  const { name, email, studentPhone, parentPhone, description } = trial;
  const form = useForm<TrialPersonValues>({
    initialValues: { name, email, studentPhone, parentPhone, description },
    validate: trialPersonFaults,
    validateInputOnBlur: true,
  });
  const update = trpc.trialLessons.update.useMutation({
    onSuccess(after) {
      form.resetDirty();
      toastSuccess(texts.updated);
      changed(after);
      onClose();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.edit}
      pending={update.isPending}
      error={update.error}
      submitLabel={texts.save}
      secondary={
        <Button variant="default" onClick={onClose}>
          {texts.back}
        </Button>
      }
      onSubmit={(values) => {
        if (!form.isDirty()) return toastError(adminLessonTexts.nothingChanged);
        update.mutate({ id: trial.id, version: trial.version, ...values });
      }}
    >
      <TrialPersonFields form={form} />
    </FormShell>
  );
}
