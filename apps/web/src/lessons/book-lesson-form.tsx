import type { FreeDay } from "@korki/contracts/availability";
import { type AvailableLessons, bookLessonInput } from "@korki/contracts/lessons";
import type { OwnTeacher } from "@korki/contracts/people";
import type { SeriesBody } from "@korki/contracts/series";
import { lessonScreenTexts, bookingTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { lessonTexts } from "@korki/contracts/texts/lessons";
import { seriesScreenTexts as seriesTexts } from "@korki/contracts/texts/series-screens";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  type BlockSpan,
  type CivilDate,
  fullName,
  type Level,
  type Subject,
  schoolYearEnd,
  spanHours,
  today,
  weekdayOf,
} from "@korki/domain";
import { Alert, Box, Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { IconInfoCircle } from "@tabler/icons-react";
import { skipToken } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { now } from "../clock";
import { doubleStarts } from "../lesson-parts/double-lessons";
import { type Slot, SlotPicker, slotFaults } from "../lesson-parts/slot-picker";
import { paths } from "../paths";
import { noteBooking } from "../push/offer-state";
import { useWeeklyBooking } from "../series/use-weekly-booking";
import { type DateChanges, WeeklyDates } from "../series/weekly-dates";
import { errorText, statusOf } from "../server/errors";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { DescriptionField } from "../ui/description-field";
import { FormShell } from "../ui/form-shell";
import { formatDayWithWeekday, formatMoney, formatSubject } from "../ui/formats";
import { ruleOf } from "../ui/rule-of";
import { toastSuccess } from "../ui/toasts";
import { useNavigateHere } from "../ui/use-is-here";
import { WaitForSlot } from "../watches/watch-form";
import {
  type BookingStart,
  openingSlot,
  repeatedUntil,
  taughtChoice,
  type WantedSlot,
} from "./booking-start";

type Values = Slot &
  BookingStart & {
    description: string;
    isDouble: boolean;
    isWeekly: boolean;
    everyWeeks: "1" | "2";
    to: CivilDate;
  };

const CHOOSE = { value: "", label: seriesTexts.choose };
const ONCE = { isDouble: false, isWeekly: false, everyWeeks: "1" } as const;

/** Only what can be booked is offered; when another was faster, the hours are fresh and the rest stays as it was. */
export function BookLessonForm(props: {
  teachers: readonly OwnTeacher[];
  start: BookingStart;
  wanted: WantedSlot | null;
  /** the slot that it opens with */
  opening: { date: CivilDate; block: number | null } | null;
  balances: readonly AvailableLessons[];
  /** A parent's child; undefined: the student books. */
  studentId: string | undefined;
}) {
  const { teachers, start, wanted, opening, balances, studentId } = props;
  const navigate = useNavigateHere();
  const [changes, setChanges] = useState<DateChanges>(new Map());
  const repeated = { ...ONCE, to: schoolYearEnd(opening?.date ?? today(now())) };
  const form = useForm<Values>({
    initialValues: { ...start, ...repeated, date: null, block: null, description: "", ...opening },
    validate: {
      subject: (subject) => (subject ? null : seriesTexts.required),
      level: (level, { subject }) => (subject && !level ? seriesTexts.required : null),
      ...slotFaults,
      to: (to, { isWeekly }) => (isWeekly && !to ? seriesTexts.dateRequired : null),
      description: ruleOf(bookLessonInput.shape.description),
    },
  });
  const { teacherId, subject, level, date, block } = form.values;
  const teacher = teachers.find(({ id }) => id === teacherId);
  const freeDays = trpc.availability.freeDays.useQuery({ teacherId, studentId });
  // The day that is chosen for the person is no work of theirs.
  const openSlot = useEffectEvent((days: readonly FreeDay[]) => {
    if (form.values.date !== null) return;
    const slot = openingSlot(days, teacherId === start.teacherId ? wanted : null);
    if (!slot) return;
    const to = repeatedUntil(slot.date, form.values.to);
    form.setInitialValues({ ...start, ...repeated, description: "", ...slot, to });
    form.setValues({ ...slot, to });
  });
  useEffect(() => {
    if (freeDays.data) openSlot(freeDays.data);
  }, [freeDays.data]);
  const { isDouble, isWeekly } = form.values;
  const blocks: BlockSpan = isDouble ? 2 : 1;
  const offered = isDouble && freeDays.data ? { ...freeDays, data: doubleStarts(freeDays.data) } : freeDays;
  const weeklyWish = weeklyWishOf(form.values, changes, studentId);
  const weekly = useWeeklyBooking(weeklyWish, () => {
    form.resetDirty();
    noteBooking();
  });
  const wish =
    !isWeekly && date && block !== null && subject && level
      ? { teacherId, studentId, date, block, blocks, subject, level, description: "" }
      : skipToken;
  const preview = trpc.lessons.previewBooking.useQuery(wish, { retry: false, staleTime: 0 });
  const book = trpc.lessons.book.useMutation({
    onSuccess() {
      form.resetDirty();
      noteBooking();
      toastSuccess(lessonTexts.booked);
      navigate(paths.lessons);
    },
    onError(error) {
      if (statusOf(error) === 409) form.setFieldValue("block", null);
    },
  });

  const isPair = (each: { subject: Subject; level: Level }) =>
    each.subject === subject && each.level === level;
  const chosen = teacher?.subjects.find(isPair);
  const balance = balances.find(isPair);

  function submit(values: Values) {
    if (values.isWeekly) return weekly.submit();
    if (values.date === null || values.block === null || !values.subject || !values.level) return;
    const { date, block, subject, level, description } = values;
    book.mutate({
      teacherId: values.teacherId,
      studentId,
      date,
      block,
      blocks,
      subject,
      level,
      description: description.trim(),
    });
  }

  return (
    <>
      <FormShell
        form={form}
        label={texts.title}
        onSubmit={submit}
        call={{ isPending: book.isPending || weekly.isPending, error: book.error ?? weekly.error }}
        submitLabel={
          !isWeekly
            ? texts.book
            : weekly.preview && weekly.preview.free > 0
              ? seriesTexts.askFor(weekly.preview.free * blocks)
              : seriesTexts.checkAgain
        }
        secondary={
          <Text size="sm" c="dimmed" flex={1} miw="12rem" aria-live="polite">
            {summaryOf(form.values, teacher)}
          </Text>
        }
      >
        <TeacherAndSubject form={form} teachers={teachers} onTeacher={book.reset} />
        <Card>
          <SlotPicker
            query={offered}
            span={blocks}
            value={{ date, block }}
            errors={{ date: form.errors.date, block: form.errors.block }}
            onChange={(slot) => {
              form.setValues({ ...slot, ...(slot.date && { to: repeatedUntil(slot.date, form.values.to) }) });
              form.clearErrors();
              setChanges(new Map());
            }}
          />
          <Checkbox
            mt="md"
            label={texts.double}
            description={texts.doubleHint}
            checked={isDouble}
            onChange={({ currentTarget: { checked } }) => {
              const day = doubleStarts(freeDays.data ?? []).find((each) => each.date === date);
              const isKept = !checked || (block !== null && day?.blocks.includes(block));
              form.setValues({ isDouble: checked, ...(isKept ? {} : { block: null }) });
              setChanges(new Map());
            }}
          />
          <Checkbox
            mt="md"
            label={seriesTexts.repeat}
            description={seriesTexts.repeatHint}
            {...form.getInputProps("isWeekly", { type: "checkbox" })}
          />
          {isWeekly ? <Repetition form={form} /> : null}
          {weekly.preview && weeklyWish ? (
            <Box mt="md">
              <WeeklyDates
                preview={weekly.preview}
                wish={weeklyWish}
                changes={changes}
                onChange={setChanges}
              />
            </Box>
          ) : null}
          {preview.data ? (
            <Text mt="md" size="sm" role="status">
              {preview.data.sentence}
            </Text>
          ) : preview.error ? (
            <Notice>{errorText(preview.error)}</Notice>
          ) : chosen && !isWeekly ? (
            <Payment price={chosen.price} available={balance?.available ?? 0} />
          ) : null}
        </Card>
        <Card>
          <DescriptionField
            label={texts.topic}
            description={texts.topicHint}
            {...form.getInputProps("description")}
          />
        </Card>
      </FormShell>
      {subject && level ? <WaitForSlot pair={{ teacherId, subject, level, studentId }} /> : null}
    </>
  );
}

type FormPart = { form: UseFormReturnType<Values> };

/** Whom one learns with, and what: the teacher's own subjects and levels. */
function TeacherAndSubject({
  form,
  teachers,
  onTeacher,
}: FormPart & { teachers: readonly OwnTeacher[]; onTeacher: () => void }) {
  const { teacherId, subject, level } = form.values;
  const taught = teachers.find(({ id }) => id === teacherId)?.subjects ?? [];
  const subjects = [...new Set(taught.map((each) => each.subject))];
  const levels = taught.filter((each) => each.subject === subject).map((each) => each.level);

  function chooseTeacher(id: string) {
    const next = teachers.find((each) => each.id === id);
    if (!next) return;
    const choice = taughtChoice(next.subjects, { subject, level });
    form.setValues({ teacherId: next.id, ...choice, date: null, block: null });
    form.clearErrors();
    onTeacher();
  }

  function chooseSubject(chosen: Subject) {
    form.setValues(taughtChoice(taught, { subject: chosen, level }));
  }

  return (
    <Card>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect
          label={texts.teacher}
          value={teacherId}
          data={teachers.map((each) => ({ value: each.id, label: fullName(each) }))}
          onChange={({ currentTarget }) => chooseTeacher(currentTarget.value)}
        />
        <NativeSelect
          label={texts.subject}
          disabled={subjects.length === 0}
          value={subject}
          error={form.errors.subject}
          data={[
            ...(subject ? [] : [CHOOSE]),
            ...subjects.map((each) => ({ value: each, label: subjectTexts[each] })),
          ]}
          onChange={({ currentTarget }) => chooseSubject(currentTarget.value as Subject)}
        />
        <NativeSelect
          label={texts.level}
          disabled={levels.length === 0}
          value={level}
          error={form.errors.level}
          data={[
            ...(level ? [] : [CHOOSE]),
            ...levels.map((each) => ({ value: each, label: levelTexts[each] })),
          ]}
          onChange={({ currentTarget }) => form.setFieldValue("level", currentTarget.value as Level)}
        />
      </SimpleGrid>
      {subjects.length === 0 ? <Notice>{texts.noSubjects}</Notice> : null}
    </Card>
  );
}

/** How often a weekly lesson takes place, and until when. */
function Repetition({ form }: FormPart) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mt="md">
      <NativeSelect
        label={seriesTexts.everyWeeks}
        data={[
          { value: "1", label: seriesTexts.weekly },
          { value: "2", label: seriesTexts.fortnightly },
        ]}
        {...form.getInputProps("everyWeeks")}
      />
      <TextInput type="date" label={seriesTexts.until} {...form.getInputProps("to")} />
    </SimpleGrid>
  );
}

/** Returns what is chosen so far, in a line. */
function summaryOf(
  { date, block, subject, level, isDouble }: Values,
  teacher: OwnTeacher | undefined,
): string {
  if (!subject || !level) return texts.summaryWithoutSubject;
  if (!date || block === null) return texts.summaryEmpty;
  const hours = `${formatDayWithWeekday(date)}, ${spanHours(block, isDouble ? 2 : 1)}`;
  return `${hours} · ${formatSubject({ subject, level })} · ${teacher ? fullName(teacher) : ""}`;
}

/** Returns the weekly lesson that is asked for; null while one lesson is, or something is missing. */
function weeklyWishOf(
  { teacherId, date, block, subject, level, isDouble, isWeekly, everyWeeks, to, description }: Values,
  changes: DateChanges,
  studentId: string | undefined,
): SeriesBody | null {
  if (!isWeekly || !date || block === null || !subject || !level || !to) return null;
  return {
    teacherId,
    ...(studentId && { studentId }),
    weekday: weekdayOf(date),
    block,
    subject,
    level,
    from: date,
    to,
    everyWeeks: everyWeeks === "2" ? 2 : 1,
    description: description.trim(),
    ...(isDouble && { blocks: 2 }),
    ...(changes.size > 0 && {
      changes: [...changes].map(([changed, hour]) => ({ date: changed, block: hour })),
    }),
  };
}

/** Says, until a slot is chosen, how many lessons are paid for and what one costs. */
function Payment({ price, available }: { price: number; available: number }) {
  return available > 0 ? (
    <Text mt="md" size="sm" c="dimmed" role="status">
      {texts.paidFor(lessonScreenTexts.lessonCount(available), formatMoney(price))}
    </Text>
  ) : (
    <Notice>{texts.notPaidFor(formatMoney(price))}</Notice>
  );
}

function Notice({ children }: { children: string }) {
  return (
    <Alert
      mt="md"
      variant="light"
      color="yellow"
      role="status"
      icon={<IconInfoCircle size={20} aria-hidden />}
    >
      {children}
    </Alert>
  );
}
