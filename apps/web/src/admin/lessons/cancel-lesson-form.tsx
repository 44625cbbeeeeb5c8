import type { AdminLessonDetail, CancelLessonAsAdminInput } from "@korki/contracts/admin-lessons";
import { CANCELLING_SIDES } from "@korki/contracts/admin-lessons";
import type { PairChoice } from "@korki/contracts/lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { blockAt } from "@korki/domain";
import { Checkbox, Group, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { CancelForm, PairField, useCancelForm } from "../../lessons/cancel-lesson-form";
import { trpc } from "../../trpc";
import { formatDay } from "../../ui/formats";
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
