import { seriesBody } from "@korki/contracts/series";
import { bookingTexts } from "@korki/contracts/texts/lesson-screens";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { lessonStatusTexts, levelTexts, subjectTexts, weekdayTexts } from "@korki/contracts/texts/statuses";
import { addDays, type Level, type Subject, schoolYearEnd, today, WEEKDAYS } from "@korki/domain";
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { now } from "../clock";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { LessonQuote } from "../lesson-parts/lesson-quote";
import { useRequestText } from "../lesson-parts/waiting-steps";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { DescriptionField } from "../ui/description-field";
import { FormShell } from "../ui/form-shell";
import { PersonSelect } from "../ui/person-select";
import { ruleOf } from "../ui/rule-of";
import { saved } from "../ui/toasts";
import { useNavigateHere } from "../ui/use-is-here";
import {
  type LastLesson,
  remembers,
  type SeriesPeople,
  type SeriesValues,
  useStudentMemory,
} from "./series-memory";
import { offeredHour, useOfferedHours } from "./use-offered-hours";
import { usePreview } from "./use-preview";
import { type DateChanges, WeeklyDates } from "./weekly-dates";

const NONE = { value: "", label: texts.choose };
const chosen = (value: unknown) => (value ? null : texts.required);

/**
 * Asks for a weekly lesson: first every date is checked, then exactly the free ones are booked. A student who is chosen
 * brings along what the last lesson was about, and when.
 */
export function SeriesForm({ people, last = null }: { people: SeriesPeople; last?: LastLesson | null }) {
  const { id } = useProfile();
  const navigate = useNavigateHere();
  const { preview, show, clear, onRefused } = usePreview();
  const requestText = useRequestText();
  const [changes, setChanges] = useState<DateChanges>(new Map());
  const first = addDays(today(now()), 1);
  const only = people.side === "Student" && people.teachers.length === 1 ? people.teachers[0] : undefined;
  const known = last && remembers(people, last) ? last : null;
  const form = useForm<SeriesValues>({
    initialValues: {
      teacherId: people.side === "Teacher" ? "" : (known?.teacherId ?? only?.id ?? ""),
      studentId: people.side === "Student" ? (people.studentId ?? "") : (known?.studentId ?? ""),
      subject: known?.subject ?? "",
      level: known?.level ?? "",
      weekday: known?.weekday ?? "pon",
      block: String(known?.block ?? 9),
      isDouble: known?.isDouble ?? false,
      everyWeeks: "1",
      from: first,
      to: schoolYearEnd(first),
      description: "",
      status: "Nie potwierdzona",
    },
    onValuesChange() {
      clear();
      setChanges(new Map());
    },
    validate: {
      teacherId: (id) => (people.side === "Teacher" ? null : chosen(id)),
      studentId: (id) => (people.side === "Student" ? null : chosen(id)),
      subject: chosen,
      level: chosen,
      from: (date) => (date ? null : texts.dateRequired),
      to: (date) => (date ? null : texts.dateRequired),
      description: ruleOf(seriesBody.shape.description.unwrap()),
    },
  });
  const check = trpc.series.preview.useMutation({ onSuccess: show });
  const create = trpc.series.create.useMutation({
    onError: onRefused,
    async onSuccess({ lessons }) {
      const said = await requestText(lessons, texts.booked);
      saved(form, said, () => navigate(paths.series))();
    },
  });

  const { teacherId, studentId, subject, level, isDouble } = form.values;
  useStudentMemory(people, form, known);
  const taught =
    people.side === "Student"
      ? (people.teachers.find(({ id }) => id === teacherId)?.subjects ?? [])
      : people.side === "Teacher"
        ? people.subjects
        : null;
  const subjects = taught ? [...new Set(taught.map((pair) => pair.subject))] : Object.keys(subjectTexts);
  const levels = taught
    ? taught.filter((pair) => pair.subject === subject).map(({ level }) => level)
    : Object.keys(levelTexts);

  // Availability does not bind an administrator.
  const offering = { Teacher: id, Student: teacherId, Admin: null }[people.side];
  const child = people.side === "Student" ? people.studentId : undefined;
  const span = isDouble ? 2 : 1;
  const blocks = useOfferedHours(offering, form.values.weekday, span, child);
  const block = offeredHour(blocks, form.values.block);

  function bodyOf(values: SeriesValues, changed: DateChanges = changes) {
    return {
      ...(values.teacherId ? { teacherId: values.teacherId } : {}),
      ...(values.studentId ? { studentId: values.studentId } : {}),
      subject: values.subject as Subject,
      level: values.level as Level,
      weekday: values.weekday,
      block: Number(block),
      everyWeeks: values.everyWeeks === "2" ? (2 as const) : (1 as const),
      ...(values.isDouble && { blocks: 2 as const }),
      from: values.from,
      to: values.to,
      description: values.description.trim(),
      ...(changed.size > 0 && {
        changes: [...changed].map(([date, hour]) => ({ date, block: hour })),
      }),
    };
  }

  function submit(values: SeriesValues) {
    const body = bodyOf(values);
    create.reset();
    if (!preview || preview.free === 0) return check.mutate(body);
    const status = people.side === "Admin" ? { status: values.status } : {};
    create.mutate({ ...body, ...status, token: preview.token });
  }

  return (
    <FormShell
      form={form}
      label={people.side === "Student" ? texts.request : texts.add}
      onSubmit={submit}
      call={{ isPending: check.isPending || create.isPending, error: create.error ?? check.error }}
      submitLabel={
        !preview ? texts.check : preview.free === 0 ? texts.checkAgain : texts.book(preview.free * span)
      }
    >
      <Card>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {people.side === "Student" ? (
            <NativeSelect
              label={texts.teacher}
              data={[NONE, ...people.teachers.map(({ id, label }) => ({ value: id, label }))]}
              {...form.getInputProps("teacherId")}
            />
          ) : null}
          {people.side === "Teacher" ? (
            <NativeSelect
              label={texts.student}
              data={[NONE, ...people.students.map(({ id, label }) => ({ value: id, label }))]}
              {...form.getInputProps("studentId")}
            />
          ) : null}
          {people.side === "Admin" ? (
            <>
              <PersonSelect
                of="teachers"
                label={texts.teacher}
                value={form.values.teacherId || null}
                error={form.errors.teacherId}
                onChange={(id) => form.setFieldValue("teacherId", id ?? "")}
              />
              <PersonSelect
                of="students"
                label={texts.student}
                value={form.values.studentId || null}
                error={form.errors.studentId}
                onChange={(id) => form.setFieldValue("studentId", id ?? "")}
              />
            </>
          ) : null}
          <NativeSelect
            label={texts.subject}
            data={[NONE, ...subjects.map((value) => ({ value, label: subjectTexts[value as Subject] }))]}
            {...form.getInputProps("subject")}
          />
          <NativeSelect
            label={texts.level}
            data={[NONE, ...levels.map((value) => ({ value, label: levelTexts[value as Level] }))]}
            {...form.getInputProps("level")}
          />
          <NativeSelect
            label={texts.weekday}
            data={WEEKDAYS.map((value) => ({ value, label: weekdayTexts[value] }))}
            {...form.getInputProps("weekday")}
          />
          <NativeSelect label={texts.block} data={blocks} {...form.getInputProps("block")} value={block} />
          <TextInput type="date" label={texts.from} {...form.getInputProps("from")} />
          <TextInput type="date" label={texts.to} {...form.getInputProps("to")} />
          <NativeSelect
            label={texts.everyWeeks}
            data={[
              { value: "1", label: texts.weekly },
              { value: "2", label: texts.fortnightly },
            ]}
            {...form.getInputProps("everyWeeks")}
          />
          {people.side === "Admin" ? (
            <NativeSelect
              label={texts.status}
              data={(["Nie potwierdzona", "Potwierdzona"] as const).map((value) => ({
                value,
                label: lessonStatusTexts[value],
              }))}
              {...form.getInputProps("status")}
            />
          ) : null}
        </SimpleGrid>
        <Checkbox
          mt="md"
          label={bookingTexts.double}
          description={bookingTexts.doubleHint}
          {...form.getInputProps("isDouble", { type: "checkbox" })}
        />
        {people.side === "Admin" ? (
          <LessonQuote
            subject={subject}
            level={level}
            teacherId={teacherId || null}
            studentId={studentId || null}
          />
        ) : null}
      </Card>
      <Card>
        <DescriptionField label={texts.topic} {...form.getInputProps("description")} />
      </Card>
      {preview ? (
        <Card>
          <WeeklyDates
            preview={preview}
            wish={bodyOf(form.values)}
            changes={changes}
            onChange={(changed) => {
              setChanges(changed);
              check.mutate(bodyOf(form.values, changed));
            }}
          />
        </Card>
      ) : null}
    </FormShell>
  );
}
