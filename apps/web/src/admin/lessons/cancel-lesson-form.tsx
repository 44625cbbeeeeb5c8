import type { AdminLessonDetail, CancelLessonAsAdminInput } from "@korki/contracts/admin-lessons";
import { CANCELLING_SIDES } from "@korki/contracts/admin-lessons";
import type { PairChoice } from "@korki/contracts/lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { blockAt } from "@korki/domain";
import { Button, Checkbox, Group, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { CancelForm, PairField, useCancelForm } from "../../lessons/cancel-lesson-form";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { formatDay } from "../../ui/formats";
import type { oneAtATime } from "../../ui/one-at-a-time";
import { toastError } from "../../ui/toasts";
import { newUndoId, offerUndo } from "../../undo/offer-undo";

/** An administrator cancels for one side: charged or not, as the centre's rules suggest, and why. */
export function CancelLessonForm({ lesson, onDone }: { lesson: AdminLessonDetail; onDone: () => void }) {
  const { id, version, partnerBlock } = lesson;
  const form = useCancelForm();
  const [by, setBy] = useState<CancelLessonAsAdminInput["by"]>("Student");
  const [pair, setPair] = useState<PairChoice>("both");
  const [chosen, setChosen] = useState<boolean | null>(null);
  const terms = trpc.lessons.cancellation.useQuery({ lessonId: id });
  const charged = by === "Student" && (chosen ?? terms.data?.cost === "charge");
  const cancel = trpc.adminLessons.cancel.useMutation({
    onSuccess(_, { undoId }) {
      form.resetDirty();
      offerUndo(texts.cancelled, undoId);
      onDone();
    },
  });
  return (
    <CancelForm
      form={form}
      question={lessonDetailTexts.cancelQuestion(formatDay(lesson.date), blockAt(lesson.block).start)}
      call={cancel}
      submitLabel={lessonDetailTexts.cancel}
      takesReason
      onSubmit={(reason) => cancel.mutate({ id, version, by, charged, reason, pair, undoId: newUndoId() })}
    >
      <Stack gap="sm">
        <Radio.Group
          label={texts.cancelledBy}
          value={by}
          onChange={(value) => setBy(value === "Teacher" ? "Teacher" : "Student")}
        >
          <Group mt="xs">
            {CANCELLING_SIDES.map((side) => (
              <Radio key={side} value={side} label={texts.sides[side]} />
            ))}
          </Group>
        </Radio.Group>
        {by === "Student" ? (
          <Checkbox
            label={texts.charge}
            description={terms.data ? (terms.data.isLate ? texts.late : texts.notLate) : "\u00a0"}
            checked={charged}
            onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
          />
        ) : null}
        {partnerBlock === null ? null : <PairField value={pair} onChange={setPair} />}
        <Text size="sm" c="dimmed">
          {texts.cancelText}
        </Text>
      </Stack>
    </CancelForm>
  );
}

/**
 * Cancels in one tap, for one side: both hours of a double lesson, and charged as the centre's rules say. The form says
 * anything else.
 *
 * @param once runs one act on the lesson at a time
 */
export function QuickCancel(props: {
  lesson: AdminLessonDetail;
  once: ReturnType<typeof oneAtATime>;
  onDone: () => void;
}) {
  const { lesson, once, onDone } = props;
  const { id, version } = lesson;
  const terms = trpc.lessons.cancellation.useQuery({ lessonId: id });
  const cancel = trpc.adminLessons.cancel.useMutation({
    onError: (error) => toastError(errorText(error)),
    onSuccess(_, { undoId }) {
      offerUndo(texts.cancelled, undoId);
      onDone();
    },
  });
  const isCharged = terms.data?.cost === "charge";
  return CANCELLING_SIDES.map((by) => (
    <Button
      key={by}
      variant="light"
      color="red"
      loading={cancel.isPending && cancel.variables.by === by}
      // What it costs stands there before the tap.
      disabled={by === "Student" && terms.isPending}
      onClick={() => {
        const charged = by === "Student" && isCharged;
        const cancellation = {
          id,
          version,
          by,
          charged,
          reason: "",
          pair: "both",
          undoId: newUndoId(),
        } as const;
        void once(() => cancel.mutateAsync(cancellation));
      }}
    >
      {by === "Student" && isCharged ? texts.cancelCharged : texts.cancelFor[by]}
    </Button>
  ));
}
