import { type AdminLessonDetail, updateLessonInput } from "@korki/contracts/admin-lessons";
import type { PairChoice } from "@korki/contracts/lessons";
import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminLessonTexts } from "@korki/contracts/texts/admin-lessons";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { lessonStatusNames } from "@korki/contracts/texts/statuses";
import { undoTexts } from "@korki/contracts/texts/undo";
import { blockAt, endHasPassed, isCancelled, isDelivered, LESSON_STATUSES } from "@korki/domain";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { now } from "../../clock";
import { PairField } from "../../lessons/cancel-lesson-form";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { DescriptionField } from "../../ui/description-field";
import { FormError, FormShell } from "../../ui/form-shell";
import { formatDay, formatDayWithWeekday } from "../../ui/formats";
import { ruleOf } from "../../ui/rule-of";
import { saved, toastError } from "../../ui/toasts";
import { newUndoId, offerUndo } from "../../undo/offer-undo";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { useFormBase } from "../use-form-base";
import styles from "./add-lesson-form.module.css";
import { BlockPicker } from "./block-picker";
import { DateFields, dateFault, readDate } from "./date-fields";
import { changedFields, type EditValues, editValues, keepEdits } from "./edit-lesson-values";
import { closureText, doubleBlocks, overlapText, overrideOf } from "./overlap-text";

const STATUSES = LESSON_STATUSES.map((status) => ({ value: status, label: lessonStatusNames[status] }));

/**
 * Edits date, hour block, description and status, or deletes the lesson. What would overlap is shown before saving;
 * another person's change meanwhile is shown and merged without losing what was typed.
 */
export function EditLessonForm(props: {
  lesson: AdminLessonDetail;
  /** Only another day and hour, for both of a double lesson or one. */
  isMove?: boolean;
  /** saved or deleted */
  onDone: () => void;
}) {
  const { lesson, isMove = false, onDone } = props;
  const form = useForm<EditValues>({
    initialValues: editValues(lesson),
    validate: {
      date: (date) => dateFault(date)?.text ?? null,
      block: (_, values) => overlapOf(values),
      description: ruleOf(updateLessonInput.shape.description),
    },
  });
  const { values } = form;
  const [isOverridden, setIsOverridden] = useState(false);
  const { partnerBlock } = lesson;
  const [chosenPair, setPair] = useState<PairChoice>("both");
  const pair: PairChoice = isMove && partnerBlock !== null ? chosenPair : "one";
  /** How many blocks the first hour that moves lies before this lesson. */
  const lead = pair === "both" && partnerBlock !== null ? Math.max(lesson.block - partnerBlock, 0) : 0;
  const { base, isOutdated, reload } = useFormBase(lesson, {
    isStale: ({ version }) => lesson.version !== version,
    hasEdits: (before) => Object.keys(changedFields(values, before)).length > 0,
    takeIn(before) {
      form.setInitialValues(editValues(lesson));
      form.setValues(keepEdits(values, before, lesson));
      update.reset();
    },
  });
  const date = readDate(values.date);
  const day = trpc.adminLessons.freeBlocks.useQuery(
    {
      teacherId: lesson.teacher.id,
      studentId: lesson.student.id,
      date: date ?? base.date,
      exceptLessonId: lesson.id,
      pair,
    },
    { enabled: date !== null },
  );
  const known = (date && day.data) || null;
  const blocks = known && pair === "both" ? doubleBlocks(known) : known;

  const update = trpc.adminLessons.update.useMutation({
    onSuccess(_, { undoId }) {
      form.resetDirty();
      offerUndo(isMove ? undoTexts.moved : adminLessonTexts.updated, undoId);
      onDone();
    },
  });
  const remove = trpc.adminLessons.delete.useMutation({
    onSuccess: saved(form, adminLessonTexts.deleted, onDone),
  });

  /** What overlaps with the chosen block, if the lesson would take place there. */
  function overlapOf(edited: EditValues): string | null {
    if (isCancelled(edited.status)) return null;
    return (
      overlapText(blocks, edited.block - lead) ??
      (takesSlot(edited) ? closureText(blocks, edited.block - lead, isOverridden) : null)
    );
  }

  /** Returns whether the edit takes a slot; only then is a closed day to be overridden. */
  function takesSlot(edited: EditValues): boolean {
    const { date: day, block, status } = changedFields(edited, base);
    return day !== undefined || block !== undefined || (status !== undefined && isCancelled(base.status));
  }
  const isClosed =
    !isCancelled(values.status) &&
    takesSlot(values) &&
    closureText(blocks, values.block - lead, false) !== null;

  async function save() {
    const changes = changedFields(values, base);
    if (Object.keys(changes).length === 0) return toastError(adminLessonTexts.nothingChanged);
    if (changes.status !== undefined && isDelivered(changes.status) && !(await isSureOfEarly(changes)))
      return;
    const override = isClosed && isOverridden ? overrideOf(blocks, values.block - lead) : {};
    update.mutate({
      id: lesson.id,
      version: base.version,
      pair,
      ...changes,
      ...override,
      undoId: newUndoId(),
    });
  }

  /** An outcome before the lesson's end asks first (rules §4). */
  async function isSureOfEarly({ date = base.date, block = base.block }: Partial<typeof base>) {
    if (endHasPassed({ date, block }, now())) return true;
    const [day, time] = [formatDayWithWeekday(date), blockAt(block).start];
    return confirm({
      title: lessonDetailTexts.earlyQuestion(day, time),
      text: texts.earlyText(lessonStatusNames[values.status]),
      confirmLabel: texts.earlyYes,
    });
  }

  async function askAndDelete() {
    const sure = await confirm({
      title: texts.deleteQuestion(formatDay(base.date), blockAt(base.block).start),
      text: texts.deleteText,
      confirmLabel: texts.delete,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (sure) remove.mutate({ id: lesson.id });
  }

  return (
    <FormShell
      form={form}
      label={isMove ? texts.saveMove : texts.detail}
      call={{ isPending: update.isPending || remove.isPending, error: isOutdated ? null : update.error }}
      errorTitle={adminLessonTexts.notUpdated}
      submitLabel={isMove ? texts.saveMove : texts.save}
      secondary={
        isMove ? null : (
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={remove.isPending}
            disabled={update.isPending}
            onClick={() => void askAndDelete()}
          >
            {texts.delete}
          </Button>
        )
      }
      onSubmit={() => void save()}
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      <div className={styles.pair}>
        <DateFields
          value={values.date}
          fault={form.errors.date ? dateFault(values.date) : null}
          onChange={(typed) => form.setFieldValue("date", typed)}
          onLeave={() => form.validateField("date")}
        />
        {isMove ? null : (
          <NativeSelect label={texts.status} data={STATUSES} {...form.getInputProps("status")} />
        )}
      </div>
      {isMove && partnerBlock !== null ? (
        <PairField
          value={chosenPair}
          onChange={(chosen) => {
            setPair(chosen);
            form.setFieldValue("block", base.block);
          }}
        />
      ) : null}
      <BlockPicker
        blocks={blocks}
        span={pair === "both" ? 2 : 1}
        value={values.block - lead}
        anyBlock={isCancelled(values.status)}
        error={form.errors.block ?? (date ? overlapOf(values) : null)}
        onChange={(block) => form.setFieldValue("block", block + lead)}
      />
      {isClosed ? (
        <Checkbox
          label={texts.overrideClosure}
          checked={isOverridden}
          onChange={({ currentTarget }) => {
            setIsOverridden(currentTarget.checked);
            form.clearFieldError("block");
          }}
        />
      ) : null}
      {isMove ? null : <DescriptionField label={texts.description} {...form.getInputProps("description")} />}
      {remove.error ? <FormError error={remove.error} title={adminLessonTexts.notDeleted} /> : null}
    </FormShell>
  );
}
