import type { AdminLessonDetail } from "@korki/contracts/admin-lessons";
import type { PairChoice } from "@korki/contracts/lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { fullName } from "@korki/domain";
import { Button, Checkbox, Group, NativeSelect, Stack } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { PairField } from "../../lessons/cancel-lesson-form";
import { trpc } from "../../trpc";
import { FormError } from "../../ui/form-shell";
import { PersonSelect } from "../../ui/person-select";
import { takesBusyTime } from "../../ui/takes-busy-time";
import { newUndoId, offerUndo } from "../../undo/offer-undo";

/** Gives a planned lesson another teacher (rules §12), a double one as a whole or one hour of it. */
export function SubstituteForm({ lesson, onDone }: { lesson: AdminLessonDetail; onDone: () => void }) {
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const [showsOthers, setShowsOthers] = useState(false);
  const [pair, setPair] = useState<PairChoice>("both");
  const fitting = trpc.adminLessons.substitutes.useQuery({ lessonId: lesson.id, pair });
  const substitute = trpc.adminLessons.substitute.useMutation({
    onSuccess(_, { undoId }) {
      offerUndo(texts.substituted, undoId);
      onDone();
    },
  });
  /** A substitute who is busy elsewhere is asked for once more. */
  async function give(input: { lessonId: string; teacherId: string; pair: PairChoice }) {
    try {
      await substitute.mutateAsync({ ...input, undoId: newUndoId() });
    } catch (refusal) {
      if (await takesBusyTime(refusal)) {
        substitute.mutate({ ...input, overrideBusy: true, undoId: newUndoId() });
      }
    }
  }
  return (
    <Stack gap="xs">
      {substitute.error ? <FormError error={substitute.error} /> : null}
      {lesson.partnerBlock === null ? null : (
        <PairField
          value={pair}
          onChange={(chosen) => {
            setPair(chosen);
            setTeacherId(null);
          }}
        />
      )}
      <Group align="end" gap="xs">
        {showsOthers || fitting.isError ? (
          <PersonSelect
            of="teachers"
            label={texts.substitute}
            placeholder={texts.chooseTeacher}
            value={teacherId}
            onChange={setTeacherId}
          />
        ) : (
          <NativeSelect
            label={texts.substitute}
            data={[
              { value: "", label: fitting.data?.length === 0 ? texts.nobodyFits : texts.chooseTeacher },
              ...(fitting.data ?? []).map((person) => ({ value: person.id, label: fullName(person) })),
            ]}
            disabled={!fitting.data}
            value={teacherId ?? ""}
            onChange={({ currentTarget }) => setTeacherId(currentTarget.value || null)}
          />
        )}
        <Button
          variant="default"
          disabled={teacherId === null || teacherId === lesson.teacher.id}
          loading={substitute.isPending}
          onClick={() => teacherId && void give({ lessonId: lesson.id, teacherId, pair })}
        >
          {texts.giveSubstitute}
        </Button>
      </Group>
      <Checkbox
        size="sm"
        label={texts.showOthers}
        checked={showsOthers}
        onChange={({ currentTarget }) => setShowsOthers(currentTarget.checked)}
      />
    </Stack>
  );
}
