import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { hasStarted, isScheduled, TRIAL_TRANSITIONS, type TrialStatus } from "@korki/domain";
import { Button, Group, Stack } from "@mantine/core";
import { now } from "../../clock";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormError } from "../../ui/form-shell";
import { takesBusyTime } from "../../ui/takes-busy-time";
import { toastSuccess } from "../../ui/toasts";
import { trialPerson } from "./trial-person";

/** Where the trial lesson may go from here: a term, done, cancelled, and back where that was a slip. */
export function TrialActions(props: {
  trial: TrialLesson;
  onOpen: (form: "schedule" | "edit" | "account") => void;
}) {
  const { trial, onOpen } = props;
  const update = trpc.trialLessons.update.useMutation({
    onSuccess: () => toastSuccess(texts.updated),
  });
  const may = TRIAL_TRANSITIONS[trial.status];
  const hasSlot = isScheduled({ teacherId: trial.teacher?.id ?? null, date: trial.date, block: trial.block });

  function set(status: TrialStatus) {
    update.mutate({ id: trial.id, version: trial.version, status });
  }

  /** Asks once more where the teacher is busy elsewhere at the hour that the trial lesson had. */
  async function restore() {
    const again = { id: trial.id, version: trial.version, status: "Umowiona" as const };
    try {
      await update.mutateAsync(again);
    } catch (refusal) {
      if (await takesBusyTime(refusal)) update.mutate({ ...again, overrideBusy: true });
    }
  }

  /** Asks first while the trial lesson has not begun. */
  async function askAndMarkHeld() {
    const { date, block } = trial;
    const isEarly = date !== null && block !== null && !hasStarted(date, block, now());
    const sure =
      !isEarly ||
      (await confirm({ title: texts.earlyQuestion, text: texts.earlyText, confirmLabel: texts.done }));
    if (sure) set("Zrealizowana");
  }

  async function askAndCancel() {
    const sure = await confirm({
      title: texts.cancelQuestion(trialPerson(trial)),
      text: texts.cancelText,
      confirmLabel: texts.cancelConfirm,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (sure) set("Odwolana");
  }

  return (
    <Stack gap="sm">
      {update.error ? <FormError error={update.error} /> : null}
      <Group gap="xs" inert={update.isPending}>
        {trial.status === "Zrealizowana" ? null : (
          <Button
            variant={trial.status === "Umowiona" ? "default" : "filled"}
            onClick={() => onOpen("schedule")}
          >
            {trial.status === "Umowiona" ? texts.move : texts.schedule}
          </Button>
        )}
        {may.includes("Zrealizowana") ? (
          <Button onClick={() => void askAndMarkHeld()}>{texts.done}</Button>
        ) : null}
        {trial.status !== "Nowa" && may.includes("Umowiona") && hasSlot ? (
          <Button variant="default" onClick={() => void restore()}>
            {texts.restore}
          </Button>
        ) : null}
        {trial.studentId === null && trial.status !== "Odwolana" ? (
          <Button
            variant={trial.status === "Zrealizowana" ? "filled" : "default"}
            onClick={() => onOpen("account")}
          >
            {texts.openAccount}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => onOpen("edit")}>
          {texts.edit}
        </Button>
        {may.includes("Odwolana") ? (
          <Button variant="light" color="red" onClick={() => void askAndCancel()}>
            {texts.cancel}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
