import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import { type Level, type Subject, today } from "@korki/domain";
import { Box } from "@mantine/core";
import { useForm } from "@mantine/form";
import { now } from "../../clock";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import { readDate, typedDate } from "../lessons/date-fields";
import { SubjectLevelFields, subjectLevelFaults } from "../lessons/subject-level-fields";
import { TrialPersonFields, type TrialPersonValues, trialPersonFaults } from "./trial-person-fields";
import { agreesToSlot, TrialSlotFields, type TrialSlotValues, trialSlotFaults } from "./trial-slot-fields";

type Values = TrialSlotValues & TrialPersonValues & { subject: Subject | ""; level: Level | "" };

/** The tab "Dodaj lekcję próbną": one that was agreed on the phone, scheduled at once. */
export default function AddTrialLesson() {
  const form = useForm<Values>({
    initialValues: emptyValues(),
    validateInputOnBlur: ["name", "email", "studentPhone", "parentPhone", "description"],
    validate: { ...subjectLevelFaults, ...trialSlotFaults, ...trialPersonFaults },
  });
  const add = trpc.trialLessons.add.useMutation({
    onSuccess() {
      fillSaved(form, emptyValues());
      toastSuccess(trialTexts.added);
    },
  });
  const { subject, level } = form.values;

  async function submit({ date: typed, teacherId, block, subject, level, ...others }: Values) {
    const date = readDate(typed);
    if (!subject || !level || !teacherId || !date || block === null) return;
    if (await agreesToSlot(date, block)) add.mutate({ ...others, subject, level, teacherId, date, block });
  }

  return (
    <Box maw="46rem">
      <Card title={texts.add}>
        <FormShell form={form} label={texts.add} call={add} onSubmit={(values) => void submit(values)}>
          <SubjectLevelFields subject={form.getInputProps("subject")} level={form.getInputProps("level")} />
          <TrialSlotFields form={form} subject={subject && level ? { subject, level } : null} />
          <TrialPersonFields form={form} />
        </FormShell>
      </Card>
    </Box>
  );
}

function emptyValues(): Values {
  return {
    subject: "",
    level: "",
    teacherId: null,
    date: typedDate(today(now())),
    block: null,
    overrideClosure: false,
    name: "",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  };
}
