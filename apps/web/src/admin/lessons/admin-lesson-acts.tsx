import type { AdminLessonDetail } from "@korki/contracts/admin-lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { undoTexts } from "@korki/contracts/texts/undo";
import { blockAt, endHasPassed, fullName, isPlanned, type LessonStatus } from "@korki/domain";
import { Button, type ButtonProps, Group, Menu, Stack } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { JoinRoom } from "../../lesson-parts/join-room";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormError } from "../../ui/form-shell";
import { formatDayWithWeekday } from "../../ui/formats";
import { mayLeave } from "../../ui/may-leave";
import { useOneAtATime } from "../../ui/one-at-a-time";
import { useNow } from "../../ui/use-now";
import { newUndoId, offerUndo } from "../../undo/offer-undo";
import { CancelLessonForm, QuickCancel } from "./cancel-lesson-form";
import { EditLessonForm } from "./edit-lesson-form";
import { SubstituteForm } from "./substitute-form";

/** A form in place of the buttons. */
export type LessonPanel = "cancel" | "move" | "substitute" | "edit";
/** What one tap makes of a planned lesson. */
type SetStatus = Extract<LessonStatus, "Potwierdzona" | "Zrealizowana" | "Uczen nieobecny">;

const DONE: Record<SetStatus, string> = {
  Potwierdzona: undoTexts.confirmed,
  Zrealizowana: undoTexts.complete,
  "Uczen nieobecny": undoTexts.absent,
};
const EARLY = {
  Zrealizowana: lessonDetailTexts.earlyCompleteText,
  "Uczen nieobecny": lessonDetailTexts.earlyAbsentText,
};

/**
 * What an administrator does with a lesson, a button each: one tap where nothing is to be chosen, else a form in their
 * place. What is done is said with a button that takes it back.
 *
 * @param onDone the lesson is no longer what the sheet shows
 */
export function AdminLessonActs(props: {
  lesson: AdminLessonDetail;
  panel: LessonPanel | null;
  onPanel: (panel: LessonPanel | null) => void;
  onDone: () => void;
}) {
  const { lesson, panel, onPanel, onDone } = props;
  if (panel === null) return <Acts lesson={lesson} onOpen={onPanel} onDone={onDone} />;
  async function leave() {
    if (await mayLeave()) onPanel(null);
  }
  return (
    <Stack gap="sm" align="stretch">
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          data-autofocus
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => void leave()}
        >
          {texts.backToLesson}
        </Button>
      </div>
      {panel === "cancel" ? <CancelLessonForm lesson={lesson} onDone={onDone} /> : null}
      {panel === "substitute" ? <SubstituteForm lesson={lesson} onDone={onDone} /> : null}
      {panel === "move" || panel === "edit" ? (
        <EditLessonForm lesson={lesson} isMove={panel === "move"} onDone={onDone} />
      ) : null}
    </Stack>
  );
}

function Acts(props: {
  lesson: AdminLessonDetail;
  onOpen: (panel: LessonPanel) => void;
  onDone: () => void;
}) {
  const { lesson, onOpen, onDone } = props;
  const { id, version, date, block, partnerBlock, status, teacher, student, subject, level } = lesson;
  const isOver = endHasPassed(lesson, useNow());
  const update = trpc.adminLessons.update.useMutation({
    onSuccess(_, { undoId, status: set }) {
      offerUndo(DONE[set as SetStatus], undoId);
      onDone();
    },
  });

  const once = useOneAtATime();

  /** An outcome before the lesson's end asks first (rules §4). */
  async function setStatus(set: SetStatus, label: string) {
    const [day, time] = [formatDayWithWeekday(date), blockAt(block).start];
    if (set !== "Potwierdzona" && !isOver) {
      const title = lessonDetailTexts.earlyQuestion(day, time);
      if (!(await confirm({ title, text: EARLY[set](day, time), confirmLabel: label }))) return;
    }
    // Both hours of a double lesson are confirmed; each has its own outcome.
    const pair = set === "Potwierdzona" ? "both" : "one";
    await update.mutateAsync({ id, version, status: set, pair, undoId: newUndoId() });
  }

  const sets = (set: SetStatus, label: string, look: ButtonProps = {}) => (
    <Button
      variant="default"
      {...look}
      loading={update.isPending && update.variables.status === set}
      onClick={() => void once(() => setStatus(set, label))}
    >
      {label}
    </Button>
  );
  const opens = (panel: LessonPanel, label: string, look: ButtonProps = {}) => (
    <Button variant="default" {...look} onClick={() => onOpen(panel)}>
      {label}
    </Button>
  );
  const weekly = {
    teacherId: teacher.id,
    studentId: student.id,
    subject,
    level,
    date,
    block,
    partnerBlock,
  };
  return (
    <Stack gap="sm">
      {update.error ? <FormError error={update.error} title={adminLessonTexts.notUpdated} /> : null}
      <Group gap="xs" role="group" aria-label={texts.acts} inert={update.isPending}>
        <JoinRoom lesson={lesson} variant="light" />
        {status === "Nie potwierdzona" ? sets("Potwierdzona", texts.confirm, { variant: "filled" }) : null}
        {isPlanned(status) ? (
          <>
            {sets(
              "Zrealizowana",
              texts.complete,
              isOver && status === "Potwierdzona" ? { variant: "filled" } : {},
            )}
            {sets("Uczen nieobecny", texts.markAbsent)}
            {opens("move", texts.move)}
            {opens("substitute", texts.substitute)}
            <QuickCancel lesson={lesson} once={once} onDone={onDone} />
            {opens("cancel", texts.cancel, { variant: "light", color: "red" })}
          </>
        ) : null}
        <Button variant="default" component={Link} to={paths.newSeriesLike(weekly)}>
          {texts.repeat}
        </Button>
        <WriteMenu lesson={lesson} />
        {opens("edit", texts.edit)}
      </Group>
    </Stack>
  );
}

/** "Napisz": a conversation with somebody whom the lesson concerns. */
function WriteMenu({ lesson: { teacher, student } }: { lesson: AdminLessonDetail }) {
  const card = trpc.people.student.useQuery({ studentId: student.id }, { retry: false, throwOnError: false });
  const isStudentReached = card.data === undefined || card.data.contactId === student.id;
  const people = [
    ...(isStudentReached ? [{ ...student, role: texts.writeRoles.student }] : []),
    { ...teacher, role: texts.writeRoles.teacher },
    ...(card.data?.office?.parents ?? []).map((parent) => ({ ...parent, role: texts.writeRoles.parent })),
  ];
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default">{texts.write}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {people.map((person) => (
          <Menu.Item key={person.id} component={Link} to={paths.chatWith(person.id)}>
            {texts.writeTo(fullName(person), person.role)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
