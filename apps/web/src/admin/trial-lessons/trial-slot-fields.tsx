import { adminLessonScreenTexts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import type { TrialLesson, TrialTeacher } from "@korki/contracts/trial-lessons";
import { type CivilDate, fullName, hasStarted, type SubjectLevel, trialHours } from "@korki/domain";
import { Checkbox, Select, Text } from "@mantine/core";
import "../../ui/select-styles";
import type { UseFormReturnType } from "@mantine/form";
import { now } from "../../clock";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { BlockPicker } from "../lessons/block-picker";
import { DateFields, dateFault, readDate, type TypedDate } from "../lessons/date-fields";
import { closureText } from "../lessons/overlap-text";

/** The slot of a trial lesson as the form has it. */
export type TrialSlotValues = {
  teacherId: string | null;
  date: TypedDate;
  block: number | null;
  overrideClosure: boolean;
};

/** Rules of the slot's fields; what overlaps is shown beside them, and the server decides. */
export const trialSlotFaults = {
  teacherId: (id: string | null) => (id === null ? texts.teacherRequired : null),
  date: (date: TypedDate) => dateFault(date)?.text ?? null,
  block: (block: number | null) => (block === null ? adminLessonScreenTexts.blockRequired : null),
};

/** Asks before a slot in the past is taken: nobody is told of it, except where a trial lesson that is ahead moves there. */
export async function agreesToSlot(date: CivilDate, block: number, moved?: TrialLesson): Promise<boolean> {
  const isAhead = (day: CivilDate | null, at: number | null) =>
    day !== null && at !== null && !hasStarted(day, at, now());
  if (isAhead(date, block)) return true;
  const isTold = moved?.status === "Umowiona" && isAhead(moved.date, moved.block);
  const text = isTold ? texts.pastMoveText : texts.pastText;
  return confirm({ title: texts.pastTitle, text, confirmLabel: texts.pastYes });
}

/**
 * When and with whom: the day, the block, and the free teachers of that subject and level, those who want more
 * students first. A chosen teacher's taken blocks are shown, and a chosen block's busy teachers.
 */
export function TrialSlotFields<Values extends TrialSlotValues>(props: {
  form: UseFormReturnType<Values>;
  /** null while it is not chosen */
  subject: SubjectLevel | null;
  /** does not overlap with itself */
  trialId?: string;
}) {
  const { form, subject, trialId } = props;
  const slot: TrialSlotValues = form.values;
  const date = readDate(slot.date);
  const teachers = trpc.trialLessons.teacherCandidates.useQuery(
    {
      subject: subject?.subject ?? "Matematyka",
      level: subject?.level ?? "szkolaP",
      ...(date && slot.block !== null ? { date, block: slot.block } : {}),
    },
    { enabled: subject !== null, placeholderData: (before) => (subject ? before : undefined) },
  );
  const day = trpc.adminLessons.freeBlocks.useQuery(
    {
      teacherId: slot.teacherId ?? "",
      date: date ?? "",
      ...(trialId ? { exceptTrialLessonId: trialId } : {}),
    },
    { enabled: slot.teacherId !== null && date !== null },
  );
  const blocks = (slot.teacherId && date && day.data) || null;
  const isClosed = closureText(blocks, slot.block, false) !== null;
  const isBusy = blocks?.some(({ block, teacherBusy }) => block === slot.block && teacherBusy) ?? false;
  const set = (changes: Partial<TrialSlotValues>) => form.setValues(changes as Partial<Values>);

  return (
    <>
      <DateFields
        value={slot.date}
        fault={form.errors.date ? dateFault(slot.date) : null}
        onChange={(next) => set({ date: next })}
      />
      <BlockPicker
        blocks={blocks}
        value={slot.block}
        hours={trialHours}
        error={
          form.errors.block ??
          (isBusy ? trialTexts.teacherBusy : closureText(blocks, slot.block, slot.overrideClosure))
        }
        onChange={(block) => set({ block })}
      />
      {isClosed ? (
        <Checkbox
          label={adminLessonScreenTexts.overrideClosure}
          checked={slot.overrideClosure}
          onChange={({ currentTarget }) => set({ overrideClosure: currentTarget.checked })}
        />
      ) : null}
      <Select
        label={texts.teacher}
        description={texts.occupies}
        searchable
        openOnFocus={false}
        limit={100}
        disabled={subject === null}
        placeholder={subject ? texts.chooseTeacher : texts.chooseSubjectFirst}
        nothingFoundMessage={texts.noTeachers}
        data={subject && teachers.data ? teacherGroups(teachers.data, slot.teacherId) : []}
        value={slot.teacherId}
        error={form.errors.teacherId}
        onChange={(teacherId) => set({ teacherId })}
        renderOption={({ option }) => (
          <TeacherOption teacher={teachers.data?.find(({ id }) => id === option.value)} />
        )}
      />
    </>
  );
}

function TeacherOption({ teacher }: { teacher: TrialTeacher | undefined }) {
  if (!teacher) return null;
  return (
    <span>
      <span>{fullName(teacher)}</span>
      {teacher.isAvailable ? null : (
        <Text size="xs" c="dimmed" component="span" display="block">
          {texts.outsideNote}
        </Text>
      )}
    </span>
  );
}

/** Free ones who want more students, other free ones, and the busy ones, who cannot be chosen. */
function teacherGroups(teachers: readonly TrialTeacher[], chosen: string | null) {
  const item = (teacher: TrialTeacher) => ({
    value: teacher.id,
    label: fullName(teacher),
    disabled: !teacher.isFree && teacher.id !== chosen,
  });
  const free = teachers.filter(({ isFree }) => isFree);
  return [
    { group: texts.wantsMore, items: free.filter(({ isWantMoreStudents }) => isWantMoreStudents).map(item) },
    { group: texts.others, items: free.filter(({ isWantMoreStudents }) => !isWantMoreStudents).map(item) },
    { group: texts.busyThen, items: teachers.filter(({ isFree }) => !isFree).map(item) },
  ].filter(({ items }) => items.length > 0);
}
