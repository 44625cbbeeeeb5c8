import { createLessonInput, type DayBlock } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { bookingTexts } from "@korki/contracts/texts/lesson-screens";
import {
  type BlockSpan,
  type CivilDate,
  hasStarted,
  isBlock,
  type Level,
  type Subject,
  today,
} from "@korki/domain";
import { Alert, Anchor, Checkbox } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router-dom";
import { now } from "../../clock";
import { LessonQuote } from "../../lesson-parts/lesson-quote";
import { useLastLessonOf } from "../../lesson-parts/use-last-lesson";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { DescriptionField } from "../../ui/description-field";
import { FormShell } from "../../ui/form-shell";
import { PersonSelect } from "../../ui/person-select";
import { ruleOf } from "../../ui/rule-of";
import { toastSuccess } from "../../ui/toasts";
import styles from "./add-lesson-form.module.css";
import { BlockPicker } from "./block-picker";
import { DateFields, dateFault, readDate, type TypedDate, typedDate } from "./date-fields";
import { nextSlot } from "./next-slot";
import { closureText, doubleBlocks, overlapText, overrideOf } from "./overlap-text";
import { SubjectLevelFields, subjectLevelFaults } from "./subject-level-fields";

type Values = {
  teacherId: string | null;
  studentId: string | null;
  subject: Subject | "";
  level: Level | "";
  date: TypedDate;
  block: number | null;
  isDouble: boolean;
  description: string;
  overrideClosure: boolean;
};

/** What the form brought along with the student who was chosen last. */
type Remembered = Pick<Values, "studentId" | "subject" | "level" | "block"> & { date: CivilDate | null };

const NOTHING = { studentId: null, subject: "", level: "" } as const;

/** What may be known before the form opens, e.g. a free block of the calendar. */
export type LessonDraft = {
  teacherId?: string | null;
  studentId?: string | null;
  subject?: Subject | "";
  level?: Level | "";
  date?: CivilDate;
  block?: number;
};

/**
 * "Dodaj lekcję": teacher, one of the teacher's students, subject, level, date, block, or two for a double lesson. Who is
 * chosen brings along the last lesson's subject and level, and, where the draft names none, its weekday and hour. After a
 * success people, subject and date stay, for the next lesson of the same pair.
 */
export function AddLessonForm({ draft = {}, onAdded }: { draft?: LessonDraft; onAdded?: () => void }) {
  const form = useForm<Values>({
    initialValues: {
      teacherId: draft.teacherId ?? null,
      studentId: draft.studentId ?? null,
      subject: draft.subject ?? "",
      level: draft.level ?? "",
      date: typedDate(draft.date ?? today(now())),
      block: draft.block ?? null,
      isDouble: false,
      description: "",
      overrideClosure: false,
    },
    validateInputOnBlur: ["description"],
    validate: {
      teacherId: (id) => (id === null ? texts.teacherRequired : null),
      studentId: (id) => (id === null ? texts.studentRequired : null),
      ...subjectLevelFaults,
      date: (date) => dateFault(date)?.text ?? null,
      block: (block, { overrideClosure }): string | null =>
        block === null
          ? texts.blockRequired
          : (overlapText(blocks, block) ?? closureText(blocks, block, overrideClosure)),
      description: ruleOf(createLessonInput.shape.description),
    },
  });
  const { teacherId, studentId, subject, level, block, isDouble, date: typed } = form.values;
  const span: BlockSpan = isDouble ? 2 : 1;
  const date = readDate(typed);
  const day = trpc.adminLessons.freeBlocks.useQuery(
    { teacherId: teacherId ?? "", date: date ?? "", ...(studentId ? { studentId } : {}) },
    { enabled: teacherId !== null && date !== null },
  );
  const known = (teacherId && date && day.data) || null;
  const blocks: readonly DayBlock[] | null = known && isDouble ? doubleBlocks(known) : known;
  const taught = trpc.adminPeople.teacherSubjects.useQuery(
    { teacherId: teacherId ?? "" },
    { enabled: teacherId !== null },
  );
  const students = trpc.adminPeople.related.useQuery(
    { id: teacherId ?? "", pageSize: 1 },
    { enabled: teacherId !== null },
  );

  const create = trpc.adminLessons.create.useMutation({
    onSuccess() {
      const kept = { ...form.values, block: null, isDouble: false, description: "", overrideClosure: false };
      form.setInitialValues(kept);
      form.setValues(kept);
      toastSuccess(adminLessonTexts.added);
      onAdded?.();
    },
  });

  const last = useLastLessonOf(studentId);
  const [remembered, setRemembered] = useState<Remembered>({ ...NOTHING, date, block });
  const remember = useEffectEvent(() => {
    if (!studentId || last === undefined || remembered.studentId === studentId) return;
    const slot = last && draft.block === undefined ? nextSlot(last, now()) : { date, block };
    const next = { subject: last?.subject ?? ("" as const), level: last?.level ?? ("" as const), ...slot };
    setRemembered({ studentId, ...next });
    // What was chosen by hand stays.
    if (subject === remembered.subject && level === remembered.level) {
      form.setValues({ subject: next.subject, level: next.level });
    }
    if (next.date && date === remembered.date && block === remembered.block) {
      form.setValues({ date: typedDate(next.date), block: next.block });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another student may have as little of a last lesson
  useEffect(remember, [last, studentId]);
  const isClosed = closureText(blocks, block, false) !== null;
  const isPast = date !== null && block !== null && hasStarted(date, block + span - 1, now());

  function submit(values: Values) {
    if (!values.teacherId || !values.studentId || !values.subject || !values.level) return;
    if (!date || values.block === null) return;
    create.mutate({
      teacherId: values.teacherId,
      studentId: values.studentId,
      subject: values.subject,
      level: values.level,
      date,
      block: values.block,
      blocks: span,
      description: values.description,
      ...(isClosed && values.overrideClosure ? overrideOf(blocks, values.block) : {}),
    });
  }

  return (
    <FormShell form={form} label={texts.addLesson} call={create} submitLabel={texts.add} onSubmit={submit}>
      <div className={styles.pair}>
        <PersonSelect
          of="teachers"
          label={texts.teacher}
          placeholder={texts.chooseTeacher}
          value={teacherId}
          error={form.errors.teacherId}
          onChange={(id) => form.setValues({ teacherId: id, studentId: null })}
        />
        <PersonSelect
          key={teacherId}
          of={{ studentsOf: teacherId ?? "" }}
          label={texts.student}
          placeholder={teacherId ? texts.chooseStudent : texts.chooseTeacherFirst}
          disabled={!teacherId}
          value={studentId}
          error={form.errors.studentId}
          onChange={(id) => form.setFieldValue("studentId", id)}
        />
      </div>
      {teacherId && students.data?.total === 0 ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
          {texts.noStudents}.{" "}
          <Anchor component={Link} to={paths.teacherTab(teacherId, "relacje")} inherit underline="always">
            {texts.assignStudents}
          </Anchor>
        </Alert>
      ) : null}
      <SubjectLevelFields
        subject={form.getInputProps("subject")}
        level={form.getInputProps("level")}
        taught={taught.data?.subjects}
      />
      <LessonQuote teacherId={teacherId} studentId={studentId} subject={subject} level={level} />
      <DateFields
        value={typed}
        fault={form.errors.date ? dateFault(typed) : null}
        onChange={(next) => form.setFieldValue("date", next)}
        onLeave={() => form.validateField("date")}
      />
      <BlockPicker
        blocks={blocks}
        span={span}
        value={block}
        error={form.errors.block ?? overlapText(blocks, block)}
        onChange={(next) => form.setFieldValue("block", next)}
      />
      <Checkbox
        label={bookingTexts.double}
        description={bookingTexts.doubleHint}
        checked={isDouble}
        onChange={({ currentTarget: { checked } }) => {
          const hasNext = block === null || isBlock(block + 1);
          form.setValues({ isDouble: checked, ...(checked && !hasNext ? { block: null } : {}) });
          form.clearFieldError("block");
        }}
      />
      {isClosed ? (
        <Checkbox
          label={texts.overrideClosure}
          checked={form.values.overrideClosure}
          onChange={({ currentTarget }) => {
            form.setFieldValue("overrideClosure", currentTarget.checked);
            form.clearFieldError("block");
          }}
        />
      ) : null}
      <DescriptionField label={texts.description} {...form.getInputProps("description")} />
      {isPast ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={20} aria-hidden />}>
          {texts.pastNote}
        </Alert>
      ) : null}
    </FormShell>
  );
}
