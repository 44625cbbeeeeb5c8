import type { Lesson } from "@korki/contracts/lessons";
import { type LessonReport, saveReportInput } from "@korki/contracts/reports";
import { reportTexts as texts } from "@korki/contracts/texts/reports";
import { Rating, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/Rating.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { DescriptionField } from "../ui/description-field";
import { FormShell } from "../ui/form-shell";
import { LeaveButton } from "../ui/leave-button";
import { saved } from "../ui/toasts";

type Values = {
  summary: string;
  homework: string;
  homeworkDue: string;
  privateNote: string;
  understanding: number;
};

/** The teacher's report of a lesson that was held: what was done, homework, a private note, understanding. */
export function ReportForm(props: { lesson: Lesson; report: LessonReport | null; onClose: () => void }) {
  const { lesson, report, onClose } = props;
  const form = useForm<Values>({
    initialValues: {
      summary: report?.summary ?? "",
      homework: report?.homework ?? "",
      homeworkDue: report?.homeworkDue ?? "",
      privateNote: report?.privateNote ?? "",
      understanding: report?.understanding ?? 0,
    },
    validate: (values) => schemaResolver(saveReportInput, { sync: true })(inputOf(lesson.id, values)),
    validateInputOnBlur: true,
  });
  const save = trpc.reports.save.useMutation({ onSuccess: saved(form, texts.saved, onClose) });
  return (
    <FormShell
      form={form}
      label={texts.report}
      call={save}
      submitLabel={texts.save}
      secondary={<LeaveButton label={texts.later} onLeave={onClose} />}
      onSubmit={(values) => save.mutate(inputOf(lesson.id, values))}
    >
      <DescriptionField label={texts.summary} withAsterisk {...form.getInputProps("summary")} />
      <DescriptionField label={texts.homework} {...form.getInputProps("homework")} />
      <TextInput type="date" label={texts.homeworkDue} {...form.getInputProps("homeworkDue")} />
      <Stack gap={4}>
        <Text size="sm" fw={550} id="understanding">
          {texts.understood}
        </Text>
        <Rating
          aria-labelledby="understanding"
          size="lg"
          getSymbolLabel={(value) => texts.understandingOf(value)}
          {...form.getInputProps("understanding")}
        />
      </Stack>
      <DescriptionField
        label={texts.privateNote}
        description={texts.privateNoteText}
        {...form.getInputProps("privateNote")}
      />
    </FormShell>
  );
}

function inputOf(lessonId: string, { summary, homework, homeworkDue, privateNote, understanding }: Values) {
  return {
    lessonId,
    summary,
    homework: homework.trim() || null,
    homeworkDue: homeworkDue || null,
    privateNote: privateNote.trim() || null,
    understanding: understanding || null,
  };
}
