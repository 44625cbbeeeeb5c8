import { type DayHours, saveDayInput } from "@korki/contracts/availability";
import { availabilityTexts, dayHoursTexts as texts } from "@korki/contracts/texts/availability";
import { BLOCKS, blockAt, type CivilDate, lastSeriesDate, today } from "@korki/domain";
import { ActionIcon, Box, Button, Group, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useForm } from "@mantine/form";
import { IconCalendarPlus, IconClockPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { now } from "../clock";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormShell } from "../ui/form-shell";
import { formatDayWithWeekday } from "../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { toastError, toastSuccess } from "../ui/toasts";

type Kind = "add" | "replace" | "free";
type Row = { key: number; startBlock: number; endBlock: number };
type Values = { date: string; kind: Kind; rows: Row[] };

const STARTS = BLOCKS.map(({ index, start }) => ({ value: String(index), label: start }));
const ENDS = BLOCKS.map(({ index, end }) => ({ value: String(index), label: end }));

/** The teacher whom an administrator means; nobody is named for oneself. */
type Whose = { teacherId: string; isOwn: boolean };

/** The dates on which a teacher's hours differ from the week: what is to come, and a form for another one (rules §34). */
export function DayHoursCard({ teacherId, isOwn }: Whose) {
  const days = trpc.availability.days.useQuery({ teacherId });
  /** The date with which the form opens; null: it is closed. */
  const [opened, setOpened] = useState<CivilDate | null>(null);
  const close = () => setOpened(null);
  return (
    <Card title={texts.title} text={texts.text}>
      <Stack gap="lg" align="stretch">
        <Group>
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            disabled={!days.data}
            onClick={() => setOpened(today(now()))}
          >
            {texts.change}
          </Button>
        </Group>
        <Sheet opened={opened !== null} onClose={close} title={texts.title}>
          {opened !== null && days.data ? (
            <SaveDayForm
              teacherId={teacherId}
              isOwn={isOwn}
              days={days.data}
              opensWith={opened}
              onSaved={close}
            />
          ) : null}
        </Sheet>
        <Loaded query={days} skeleton={<TableSkeleton rows={2} />}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={texts.none} />
            ) : (
              <Stack gap="sm">
                {found.map((day) => (
                  <Day
                    key={day.date}
                    day={day}
                    teacherId={teacherId}
                    isOwn={isOwn}
                    onChange={() => setOpened(day.date)}
                  />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Stack>
    </Card>
  );
}

/**
 * Saving replaces the hours of the date, so the form starts from them.
 *
 * @param days the dates that differ from the week
 */
function SaveDayForm({
  teacherId,
  isOwn,
  days,
  opensWith,
  onSaved,
}: Whose & { days: readonly DayHours[]; opensWith: CivilDate; onSaved: () => void }) {
  const first = today(now());
  const last = lastSeriesDate(first);
  const form = useForm<Values>({
    initialValues: valuesOf(opensWith, days),
    validate: (values) => {
      if (values.date < first || values.date > last) return { date: availabilityTexts.dayOutOfReach };
      const { error } = saveDayInput.safeParse(inputOf(values));
      return error ? { rows: error.issues[0]?.message } : {};
    },
  });
  const save = trpc.availability.saveDay.useMutation({
    onSuccess(day) {
      form.resetDirty();
      toastSuccess(day.lessonsOutside.length > 0 ? keptLessons(day) : texts.saved);
      onSaved();
    },
  });
  const { kind, rows } = form.values;

  function chooseDate(date: string) {
    const wasChanged = days.some((day) => day.date === form.values.date);
    // Hours typed for a usual day are kept when another usual day is chosen.
    if (wasChanged || days.some((day) => day.date === date)) form.setValues(valuesOf(date, days));
    else form.setFieldValue("date", date);
  }

  function inputOf({ date, kind, rows }: Values) {
    const sections = rows.map(({ startBlock, endBlock }) => ({ startBlock, endBlock }));
    const whose = isOwn ? {} : { teacherId };
    return { ...whose, date, replaces: kind !== "add", sections: kind === "free" ? [] : sections };
  }

  return (
    <FormShell
      form={form}
      label={texts.title}
      call={save}
      submitLabel={texts.save}
      secondary={
        kind === "free" ? null : (
          <Button
            variant="default"
            mr="auto"
            px="md"
            leftSection={<IconClockPlus size={18} aria-hidden />}
            onClick={() =>
              form.insertListItem("rows", {
                key: 1 + Math.max(...rows.map(({ key }) => key), 0),
                startBlock: 8,
                endBlock: 9,
              })
            }
          >
            {texts.addSection}
          </Button>
        )
      }
      onSubmit={(values) => save.mutate(inputOf(values))}
    >
      <TextInput
        type="date"
        label={texts.date}
        min={first}
        max={last}
        maw="14rem"
        {...form.getInputProps("date")}
        onChange={({ currentTarget }) => chooseDate(currentTarget.value)}
      />
      <Radio.Group label={texts.kind} {...form.getInputProps("kind")}>
        <Stack gap="xs" mt="xs">
          <Radio value="add" label={texts.kinds.add} />
          <Radio value="replace" label={texts.kinds.replace} />
          <Radio value="free" label={texts.kinds.free} />
        </Stack>
      </Radio.Group>
      {kind === "free"
        ? null
        : rows.map((row, index) => (
            <Group key={row.key} gap="sm" align="end" wrap="nowrap">
              <NativeSelect
                flex={1}
                label={texts.from}
                data={STARTS}
                value={String(row.startBlock)}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(`rows.${index}.startBlock`, Number(currentTarget.value))
                }
              />
              <NativeSelect
                flex={1}
                label={texts.to}
                data={ENDS}
                value={String(row.endBlock)}
                onChange={({ currentTarget }) =>
                  form.setFieldValue(`rows.${index}.endBlock`, Number(currentTarget.value))
                }
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size={42}
                aria-label={texts.removeSection}
                onClick={() => form.removeListItem("rows", index)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
      {form.errors.rows ? (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {form.errors.rows}
        </Text>
      ) : null}
    </FormShell>
  );
}

/** Returns the values that the form starts from: the hours of the date, or one default section. */
function valuesOf(date: string, days: readonly DayHours[]): Values {
  const day = days.find((each) => each.date === date);
  const sections = day?.sections.length ? day.sections : [{ startBlock: 8, endBlock: 9 }];
  const rows = sections.map(({ startBlock, endBlock }, key) => ({ key, startBlock, endBlock }));
  return { date, kind: !day?.replaces ? "add" : day.sections.length > 0 ? "replace" : "free", rows };
}

function Day({ day, teacherId, isOwn, onChange }: Whose & { day: DayHours; onChange: () => void }) {
  const remove = trpc.availability.deleteDay.useMutation({
    onSuccess: ({ lessonsOutside }) =>
      toastSuccess(lessonsOutside.length > 0 ? keptLessons({ ...day, lessonsOutside }) : texts.removed),
    onError: (error) => toastError(errorText(error)),
  });
  const name = formatDayWithWeekday(day.date);

  async function ask() {
    const isMeant = await confirm({
      title: texts.removeQuestion(name),
      text: texts.removeText,
      confirmLabel: texts.remove,
      cancelLabel: texts.keepIt,
    });
    if (isMeant) remove.mutate({ date: day.date, ...(isOwn ? {} : { teacherId }) });
  }

  return (
    <Group justify="space-between" wrap="nowrap" role="group" aria-label={name}>
      <Box>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed" className="tabular">
          {offer(day)}
        </Text>
        {day.lessonsOutside.length > 0 ? <Text size="sm">{keptLessons(day)}</Text> : null}
      </Box>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="sm" onClick={onChange}>
          {texts.edit}
        </Button>
        <Button variant="default" size="sm" loading={remove.isPending} onClick={() => void ask()}>
          {texts.remove}
        </Button>
      </Group>
    </Group>
  );
}

function offer({ replaces, sections }: DayHours): string {
  const hours = sections
    .map(({ startBlock, endBlock }) => `${blockAt(startBlock).start}–${blockAt(endBlock).end}`)
    .join(", ");
  if (replaces) return hours === "" ? texts.freeDay : texts.instead(hours);
  return texts.besides(hours);
}

function keptLessons({ date, lessonsOutside }: Pick<DayHours, "date" | "lessonsOutside">): string {
  const starts = lessonsOutside.map((block) => blockAt(block).start);
  return texts.lessonsStay(formatDayWithWeekday(date), starts);
}
