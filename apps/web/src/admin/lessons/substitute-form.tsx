import type { AdminLesson } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { trpc } from "../../trpc";
import { FormError } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import { PersonSelect } from "../people/person-select";

/** Gives a planned lesson another teacher (rules §12). */
export function SubstituteForm({ lesson, onDone }: { lesson: AdminLesson; onDone: () => void }) {
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const substitute = trpc.adminLessons.substitute.useMutation({
    onSuccess() {
      toastSuccess(texts.substituted);
      onDone();
    },
  });
  return (
    <Stack gap="xs">
      {substitute.error ? <FormError error={substitute.error} /> : null}
      <Group align="end" gap="xs">
        <PersonSelect
          of="teachers"
          label={texts.substitute}
          placeholder={texts.chooseTeacher}
          value={teacherId}
          onChange={setTeacherId}
        />
        <Button
          variant="default"
          disabled={teacherId === null || teacherId === lesson.teacher.id}
          loading={substitute.isPending}
          onClick={() => teacherId && substitute.mutate({ lessonId: lesson.id, teacherId })}
        >
          {texts.giveSubstitute}
        </Button>
      </Group>
    </Stack>
  );
}
