import { type AvailabilitySection, availabilityWeek } from "@korki/contracts/availability";
import { availabilityTexts } from "@korki/contracts/texts/availability";
import { availabilityEditorTexts as texts } from "@korki/contracts/texts/lesson-screens";
import { weekdayTexts } from "@korki/contracts/texts/statuses";
import { BLOCKS, DEFAULT_SECTION, WEEKDAYS, wrongSections } from "@korki/domain";
import { ActionIcon, Button, NativeSelect, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconClockPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormShell } from "../ui/form-shell";
import { EmptyState } from "../ui/page-states";
import { ruleOf } from "../ui/rule-of";
import { markSaved } from "../ui/sent-values";
import { toastSuccess } from "../ui/toasts";
import styles from "./save-availability-form.module.css";
import { WeekPainter } from "./week-painter";

/** The state as the screen has it: a key keeps a row apart from its neighbours while it is edited. */
type Row = AvailabilitySection & { key: string; isNew?: true };
type Values = { rows: Row[] };

const DAYS = WEEKDAYS.map((day) => ({ value: day, label: weekdayTexts[day] }));
const STARTS = BLOCKS.map(({ index, start }) => ({ value: String(index), label: start }));
const ENDS = BLOCKS.map(({ index, end }) => ({ value: String(index), label: end }));

const weekRule = ruleOf(availabilityWeek);

/** The weekly availability; both hours of a section belong to it. Saved as a whole. */
export function SaveAvailabilityForm({ sections }: { sections: readonly AvailabilitySection[] }) {
  const { id: teacherId } = useProfile();
  const utils = trpc.useUtils();
  const form = useForm<Values>({
    initialValues: { rows: sections.map(toRow) },
    onValuesChange: () => form.clearFieldError("rows"),
    validate: {
      rows: (rows) => weekRule(rows.map(toSection)),
    },
  });
  const save = trpc.availability.save.useMutation({
    onSuccess(saved) {
      markSaved(form);
      utils.availability.get.setData({ teacherId }, saved);
      toastSuccess(availabilityTexts.saved);
    },
  });
  // Takes in a week that was saved on another device, unless the form has edits.
  const follow = useEffectEvent((stored: readonly AvailabilitySection[]) => {
    if (form.isDirty() || isSameWeek(stored, form.getValues().rows)) return;
    const rows = stored.map(toRow);
    form.setInitialValues({ rows });
    form.setValues({ rows });
    setBefore([]);
  });
  useEffect(() => follow(sections), [sections]);
  const { rows } = form.values;
  // The values before each change of the grid, for "Cofnij".
  const [before, setBefore] = useState<readonly (readonly AvailabilitySection[])[]>([]);
  function paint(next: readonly AvailabilitySection[]) {
    setBefore([...before, rows.map(toSection)]);
    form.setFieldValue("rows", next.map(toRow));
  }
  function undo() {
    const last = before.at(-1);
    if (!last) return;
    setBefore(before.slice(0, -1));
    form.setFieldValue("rows", last.map(toRow));
  }
  const fault = form.errors.rows;
  const wrong = fault ? wrongSections(rows) : [];

  return (
    <Card text={texts.text}>
      <FormShell
        form={form}
        label={availabilityTexts.heading}
        call={save}
        errorTitle={texts.failed}
        submitLabel={texts.save}
        secondary={
          <Button
            variant="default"
            mr="auto"
            px="md"
            leftSection={<IconClockPlus size={18} aria-hidden />}
            onClick={() => form.insertListItem("rows", { ...toRow(DEFAULT_SECTION), isNew: true })}
          >
            {texts.add}
          </Button>
        }
        onSubmit={(values) => save.mutate(values.rows.map(toSection))}
      >
        <WeekPainter sections={rows} canUndo={before.length > 0} onChange={paint} onUndo={undo} />
        <Title order={2} size="h4">
          {texts.sections}
        </Title>
        {rows.length === 0 ? <EmptyState title={texts.empty} text={texts.emptyText} /> : null}
        {rows.map((row, index) => (
          <div key={row.key} className={styles.row}>
            <NativeSelect
              className={styles.day}
              label={texts.day}
              data={DAYS}
              ref={row.isNew ? takeFocus : undefined}
              {...form.getInputProps(`rows.${index}.day`)}
            />
            <NativeSelect
              className={styles.from}
              label={texts.from}
              data={STARTS}
              error={wrong.includes(index)}
              value={String(row.startBlock)}
              onChange={({ currentTarget }) =>
                form.setFieldValue(`rows.${index}.startBlock`, Number(currentTarget.value))
              }
            />
            <NativeSelect
              className={styles.to}
              label={texts.to}
              data={ENDS}
              error={wrong.includes(index)}
              value={String(row.endBlock)}
              onChange={({ currentTarget }) =>
                form.setFieldValue(`rows.${index}.endBlock`, Number(currentTarget.value))
              }
            />
            <ActionIcon
              className={styles.remove}
              variant="subtle"
              color="red"
              size={42}
              aria-label={texts.remove}
              onClick={() => form.removeListItem("rows", index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {fault ? (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {fault}
          </Text>
        ) : null}
      </FormShell>
    </Card>
  );
}

/** A row that was added is the next to be filled in. */
function takeFocus(field: HTMLSelectElement | null) {
  field?.focus();
}

let lastKey = 0;

function toRow(section: AvailabilitySection): Row {
  lastKey += 1;
  return { ...section, key: String(lastKey) };
}

function isSameWeek(one: readonly AvailabilitySection[], other: readonly AvailabilitySection[]): boolean {
  const inWords = (week: readonly AvailabilitySection[]) =>
    week
      .map(({ day, startBlock, endBlock }) => `${day} ${startBlock} ${endBlock}`)
      .sort()
      .join();
  return inWords(one) === inWords(other);
}

function toSection({ day, startBlock, endBlock }: Row): AvailabilitySection {
  return { day, startBlock, endBlock };
}
