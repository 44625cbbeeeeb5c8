import type { AdminLesson } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { fullName } from "@korki/domain";
import { Button, Checkbox, Group, NativeSelect, Stack } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { takesBusyTime } from "../../server/takes-busy-time";
import { trpc } from "../../trpc";
import { FormError } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import { PersonSelect } from "../people/person-select";

/** Gives a planned lesson another teacher (rules §12). */
export function SubstituteForm({ lesson, onDone }: { lesson: AdminLesson; onDone: () => void }) {
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const [showsOthers, setShowsOthers] = useState(false);
  const fitting = trpc.adminLessons.substitutes.useQuery({ lessonId: lesson.id });
  const substitute = trpc.adminLessons.substitute.useMutation({
    onSuccess() {
      toastSuccess(texts.substituted);
      onDone();
    },
  });
  /** A substitute who is busy elsewhere is asked for once more. */
  async function give(input: { lessonId: string; teacherId: string }) {
    try {
      await substitute.mutateAsync(input);
    } catch (refusal) {
      if (await takesBusyTime(refusal)) substitute.mutate({ ...input, overrideBusy: true });
    }
  }
  return (
    <Stack gap="xs">
      {substitute.error ? <FormError error={substitute.error} /> : null}
      <Group align="end" gap="xs">
        {showsOthers || !fitting.data ? (
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
              { value: "", label: fitting.data.length > 0 ? texts.chooseTeacher : texts.nobodyFits },
              ...fitting.data.map((person) => ({ value: person.id, label: fullName(person) })),
            ]}
            value={teacherId ?? ""}
            onChange={({ currentTarget }) => setTeacherId(currentTarget.value || null)}
          />
        )}
        <Button
          variant="default"
          disabled={teacherId === null || teacherId === lesson.teacher.id}
          loading={substitute.isPending}
          onClick={() => teacherId && void give({ lessonId: lesson.id, teacherId })}
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
