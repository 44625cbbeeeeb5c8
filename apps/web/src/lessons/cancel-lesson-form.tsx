import { cancelLessonInput, type Lesson, type PairChoice } from "@korki/contracts/lessons";
import { lessonDetailTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { blockAt } from "@korki/domain";
import { Button, Group, Radio, Text } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { formatDay } from "../ui/formats";
import { GrowingTextarea } from "../ui/growing-textarea";
import { LeaveButton } from "../ui/leave-button";
import { actsOnBoth } from "./acts-on-both";
import { useCancellationNote } from "./cancellation-note";

/** Either side cancels a lesson, or both of a double one; a teacher may say why. */
export function CancelLessonForm(props: {
  lesson: Lesson;
  viewer: "Student" | "Teacher";
  onClose: () => void;
}) {
  const { lesson, viewer, onClose } = props;
  const form = useCancelForm();
  const cancel = trpc.lessons.cancel.useMutation({ onSuccess: onClose });
  const isTogether = actsOnBoth(lesson, viewer);
  const [pair, setPair] = useState<PairChoice>(isTogether ? "both" : "one");
  const note = useCancellationNote(lesson, viewer === "Student", pair);
  const question = texts.cancelQuestion(formatDay(lesson.date), blockAt(lesson.block).start);
  return (
    <CancelForm
      form={form}
      question={question}
      call={cancel}
      submitLabel={note?.submitLabel ?? texts.cancel}
      takesReason={viewer === "Teacher"}
      secondary={<LeaveButton label={texts.keep} onLeave={onClose} />}
      onSubmit={(reason) => cancel.mutate({ lessonId: lesson.id, version: lesson.version, reason, pair })}
    >
      <div>
        <Text fw={550}>{question}</Text>
        <Text size="sm" c="dimmed">
          {note ? `${note.text}. ${texts.cancelText}` : texts.cancelText}
        </Text>
        {isTogether ? <PairField value={pair} onChange={setPair} /> : null}
        {!isTogether && lesson.partnerBlock !== null ? (
          <Text size="sm">{texts.otherHourStays(blockAt(lesson.partnerBlock).start)}</Text>
        ) : null}
      </div>
    </CancelForm>
  );
}

/** A student takes an unconfirmed double lesson back, or one hour of it. */
export function DeleteDoubleForm(props: { lesson: Lesson; onGone: () => void; onClose: () => void }) {
  const { lesson, onGone, onClose } = props;
  const form = useCancelForm();
  const remove = trpc.lessons.delete.useMutation({ onSuccess: onGone });
  const [pair, setPair] = useState<PairChoice>("both");
  const question = texts.deleteQuestion(formatDay(lesson.date), blockAt(lesson.block).start);
  return (
    <CancelForm
      form={form}
      question={question}
      call={remove}
      submitLabel={texts.delete}
      takesReason={false}
      secondary={
        <Button variant="default" onClick={onClose}>
          {texts.keep}
        </Button>
      }
      onSubmit={() => remove.mutate({ lessonId: lesson.id, version: lesson.version, pair })}
    >
      <div>
        <Text fw={550}>{question}</Text>
        <Text size="sm" c="dimmed">
          {texts.deleteText}
        </Text>
        <PairField value={pair} onChange={setPair} />
      </div>
    </CancelForm>
  );
}

/** Whether an act is about both of a double lesson, as it is unless asked (rules §34). */
export function PairField({ value, onChange }: { value: PairChoice; onChange: (pair: PairChoice) => void }) {
  return (
    <Radio.Group
      mt="sm"
      label={texts.whichHours}
      value={value}
      onChange={(chosen) => onChange(chosen === "one" ? "one" : "both")}
    >
      <Group mt="xs">
        <Radio value="both" label={texts.bothHours} />
        <Radio value="one" label={texts.thisHour} />
      </Group>
    </Radio.Group>
  );
}

/** The fields of a `CancelForm`. */
export function useCancelForm() {
  return useForm({
    initialValues: { reason: "" },
    validate: schemaResolver(cancelLessonInput.pick({ reason: true }), { sync: true }),
    validateInputOnBlur: true,
  });
}

/** Asks before one or many lessons are cancelled, and for the reason where one may be given. */
export function CancelForm(props: {
  form: ReturnType<typeof useCancelForm>;
  question: string;
  call: { readonly isPending: boolean; readonly error: unknown };
  submitLabel: string;
  takesReason: boolean;
  secondary?: ReactNode;
  onSubmit: (reason: string | null) => void;
  children: ReactNode;
}) {
  const { form, question, call, submitLabel, takesReason, secondary, onSubmit, children } = props;
  return (
    <FormShell
      form={form}
      label={question}
      call={call}
      submitLabel={submitLabel}
      dangerous
      secondary={secondary}
      onSubmit={({ reason }) => onSubmit(reason.trim() || null)}
    >
      {children}
      {takesReason ? (
        <GrowingTextarea label={texts.reason} minRows={2} data-autofocus {...form.getInputProps("reason")} />
      ) : null}
    </FormShell>
  );
}
