import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { commonTexts } from "@korki/contracts/texts/common";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import {
  DEFAULT_TEACHER_SUBJECT,
  LEVELS,
  SUBJECTS,
  subjectLevelKey,
  type TeacherSubject,
} from "@korki/domain";
import { ActionIcon, Box, Button, NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { formatSubject } from "../../ui/formats";
import { EmptyState, FormSkeleton, Loaded } from "../../ui/page-states";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { useFormBase } from "../use-form-base";
import styles from "./teacher-subjects.module.css";

const SUBJECT_CHOICES = SUBJECTS.map((subject) => ({ value: subject, label: subjectTexts[subject] }));
const LEVEL_CHOICES = LEVELS.map((level) => ({ value: level, label: levelTexts[level] }));

/** The tab "Przedmioty": what the teacher teaches, saved as a whole. */
export function TeacherSubjects({ teacherId }: { teacherId: string }) {
  const query = trpc.adminPeople.teacherSubjects.useQuery({ teacherId }, { refetchOnWindowFocus: false });
  return (
    <Box maw="46rem">
      <Card title={texts.taught} text={texts.taughtText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
          {({ subjects }) => <SubjectsForm teacherId={teacherId} subjects={subjects} />}
        </Loaded>
      </Card>
    </Box>
  );
}

/** A key keeps a row apart from its neighbours while it is edited. */
type Row = TeacherSubject & { key: string };

function SubjectsForm({ teacherId, subjects }: { teacherId: string; subjects: readonly TeacherSubject[] }) {
  const utils = trpc.useUtils();
  const form = useForm<{ rows: Row[] }>({
    initialValues: { rows: subjects.map(toRow) },
    validate: {
      rows: {
        subject: (_, { rows }, path) => {
          const row = rows[Number(path.split(".")[1])];
          const twins = rows.filter((other) => row && subjectLevelKey(other) === subjectLevelKey(row));
          return row && twins[0] !== row ? texts.subjectTwice : null;
        },
      },
    },
  });
  const save = trpc.adminPeople.saveTeacherSubjects.useMutation({
    onSuccess(saved) {
      fillSaved(form, { rows: saved.subjects.map(toRow) });
      setBase(saved.subjects);
      utils.adminPeople.teacherSubjects.setData({ teacherId }, saved);
      toastSuccess(adminPeopleTexts.saved);
    },
  });
  const { rows } = form.values;
  const { base, setBase, isOutdated, reload } = useFormBase(subjects, {
    isStale: (before) => !isSameList(subjects, before),
    hasEdits: (before) => !isSameList(rows, before),
    takeIn(before) {
      const removed = before.filter((pair) => !holds(rows, pair));
      const added = rows.filter((row) => !holds(before, row) && !holds(subjects, row));
      fill(subjects, [...subjects.filter((pair) => !holds(removed, pair)), ...added]);
      save.reset();
    },
  });

  function fill(stored: readonly TeacherSubject[], shown: readonly TeacherSubject[]) {
    const unedited = stored.map(toRow);
    form.setInitialValues({ rows: unedited });
    // Rows carry keys: equal ones made twice would count as edited.
    form.setValues({ rows: !isSameList(shown, stored) ? shown.map(toRow) : unedited });
  }

  return (
    <FormShell
      form={form}
      label={texts.taught}
      call={{ isPending: save.isPending, error: isOutdated ? null : save.error }}
      errorTitle={commonTexts.somethingWentWrong}
      submitLabel={texts.save}
      secondary={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => form.insertListItem("rows", toRow(DEFAULT_TEACHER_SUBJECT))}
        >
          {texts.addSubject}
        </Button>
      }
      onSubmit={(values) =>
        save.mutate({
          teacherId,
          subjects: values.rows.map(({ subject, level }) => ({ subject, level })),
          before: [...base],
        })
      }
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      {rows.length === 0 ? (
        <EmptyState picture="notes" title={texts.noSubjects} text={texts.noSubjectsText} />
      ) : null}
      {rows.map((row, index) => (
        <div key={row.key} className={styles.row}>
          <NativeSelect
            aria-label={texts.subject}
            data={SUBJECT_CHOICES}
            {...form.getInputProps(`rows.${index}.subject`)}
          />
          <NativeSelect
            aria-label={texts.level}
            data={LEVEL_CHOICES}
            {...form.getInputProps(`rows.${index}.level`)}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size={42}
            aria-label={texts.removeSubject(formatSubject(row))}
            onClick={() => form.removeListItem("rows", index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
    </FormShell>
  );
}

function holds(list: readonly TeacherSubject[], pair: TeacherSubject): boolean {
  return list.some((other) => subjectLevelKey(other) === subjectLevelKey(pair));
}

function isSameList(one: readonly TeacherSubject[], other: readonly TeacherSubject[]): boolean {
  return one.map(subjectLevelKey).join() === other.map(subjectLevelKey).join();
}

let lastKey = 0;

function toRow({ subject, level }: TeacherSubject): Row {
  lastKey += 1;
  return { subject, level, key: String(lastKey) };
}
