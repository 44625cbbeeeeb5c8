import { waiveInput } from "@korki/contracts/cancellation";
import { cancellationScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconReceipt } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../trpc";
import { DescriptionField } from "../ui/description-field";
import { FormError, FormShell } from "../ui/form-shell";
import { LeaveButton } from "../ui/leave-button";
import { ruleOf } from "../ui/rule-of";
import { saved } from "../ui/toasts";
import { newUndoId, offerUndo } from "../undo/offer-undo";

type LateLesson = { id: string; charged: boolean; lateDecision: "open" | null };

/**
 * What became of a late cancellation. The teacher decides an open one; the teacher and an administrator may waive a
 * charge with a reason.
 */
export function LateCancellation(props: { lesson: LateLesson; viewer: "Student" | "Teacher" | "Admin" }) {
  const { lesson, viewer } = props;
  if (!lesson.charged && lesson.lateDecision === null) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconReceipt size={20} aria-hidden />}>
      <Stack gap="sm">
        <Text size="sm">{lesson.charged ? texts.charged : texts.open}</Text>
        {lesson.lateDecision === "open" && viewer === "Teacher" ? <Decision lessonId={lesson.id} /> : null}
        {lesson.charged && viewer !== "Student" ? <Waiver lessonId={lesson.id} /> : null}
      </Stack>
    </Alert>
  );
}

function Decision({ lessonId }: { lessonId: string }) {
  const answer = trpc.lessons.answerLateCancellation.useMutation({
    onSuccess: ({ charged }, { undoId }) => offerUndo(texts.decided(charged), undoId),
  });
  const decide = (charge: boolean) => answer.mutate({ lessonId, charge, undoId: newUndoId() });
  return (
    <>
      <Text size="sm">{`${texts.question} ${texts.undecidedText}`}</Text>
      {answer.error ? <FormError error={answer.error} /> : null}
      <Group gap="xs" inert={answer.isPending}>
        <Button size="sm" loading={answer.isPending && answer.variables.charge} onClick={() => decide(true)}>
          {texts.charge}
        </Button>
        <Button
          size="sm"
          variant="default"
          loading={answer.isPending && !answer.variables.charge}
          onClick={() => decide(false)}
        >
          {texts.doNotCharge}
        </Button>
      </Group>
    </>
  );
}

function Waiver({ lessonId }: { lessonId: string }) {
  const [opened, setOpened] = useState(false);
  const form = useForm({
    initialValues: { reason: "" },
    validateInputOnBlur: true,
    validate: { reason: ruleOf(waiveInput.shape.reason) },
  });
  const waive = trpc.lessons.waive.useMutation({ onSuccess: saved(form, texts.waived) });
  function close() {
    form.reset();
    setOpened(false);
  }
  if (!opened) {
    return (
      <div>
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {texts.waive}
        </Button>
      </div>
    );
  }
  return (
    <FormShell
      form={form}
      label={texts.waive}
      call={waive}
      secondary={<LeaveButton label={texts.keep} onLeave={close} />}
      onSubmit={({ reason }) => waive.mutate({ lessonId, reason })}
    >
      <Text size="sm">{texts.waiveText}</Text>
      <DescriptionField label={texts.reason} data-autofocus {...form.getInputProps("reason")} />
    </FormShell>
  );
}
