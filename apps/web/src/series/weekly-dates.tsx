import type { PreviewDate, SeriesBody, SeriesPreview } from "@korki/contracts/series";
import { seriesOutcomeTexts, seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { type CivilDate, spanHours } from "@korki/domain";
import { Button, Checkbox, Group, NativeSelect, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useState } from "react";
import { trpc } from "../trpc";
import { formatDayWithWeekday } from "../ui/formats";
import styles from "./outcome-strip.module.css";

/** What a person changed about single dates: another hour, or null to leave the date out. */
export type DateChanges = ReadonlyMap<CivilDate, number | null>;

/** Outcomes of dates at which another hour of the same day may be free. */
const BUSY = ["free", "teacher-busy", "student-busy", "teacher-absent", "outside-availability"];

/**
 * The dates of a weekly lesson before it is booked: the skipped ones with what is there, all of them on demand. Each can be
 * left out or given another hour.
 */
export function WeeklyDates(props: {
  preview: SeriesPreview;
  wish: SeriesBody;
  changes: DateChanges;
  onChange: (changes: DateChanges) => void;
}) {
  const { preview, wish, changes, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? preview.dates : preview.dates.filter(({ outcome }) => outcome !== "free");
  const choose = (date: CivilDate, block: number | null | undefined) => {
    const next = new Map(changes);
    if (block === undefined) next.delete(date);
    else next.set(date, block);
    onChange(next);
  };
  return (
    <Stack gap="sm">
      <Text fw={550} role="status">
        {texts.summary(preview.free, preview.skipped, wish.blocks ?? 1)}
      </Text>
      {preview.consequence && preview.free > 0 ? <Text size="sm">{preview.consequence.sentence}</Text> : null}
      {shown.length > 0 ? (
        <ul className={styles.list} aria-label={texts.outcomes}>
          {shown.map((item) => (
            <DateRow key={item.date} item={item} wish={wish} onChoose={(block) => choose(item.date, block)} />
          ))}
        </ul>
      ) : null}
      <Group>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideDates : texts.chooseDates(preview.dates.length)}
        </Button>
      </Group>
    </Stack>
  );
}

function DateRow(props: {
  item: PreviewDate;
  wish: SeriesBody;
  /** undefined: as all others */
  onChoose: (block: number | null | undefined) => void;
}) {
  const { item, wish, onChoose } = props;
  const { date, outcome, reason } = item;
  const [asks, setAsks] = useState(false);
  const { teacherId, studentId, subject, level, blocks = 1 } = wish;
  const input = { teacherId, studentId, subject, level, blocks, date };
  const hours = trpc.series.dayHours.useQuery(input, { enabled: asks });
  const block = item.block ?? wish.block;
  const day = formatDayWithWeekday(date);
  const isOn = outcome === "free";
  return (
    <li className={styles.row}>
      <Checkbox
        label={`${day}, ${spanHours(block, blocks)}`}
        checked={isOn}
        disabled={!isOn && outcome !== "left-out"}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked ? undefined : null)}
      />
      {isOn ? null : (
        <Text size="sm" c="dimmed">
          {reason ?? seriesOutcomeTexts[outcome]}
        </Text>
      )}
      {!BUSY.includes(outcome) ? null : !asks ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.otherHourOn(day)}
          onClick={() => setAsks(true)}
        >
          {texts.otherHour}
        </Button>
      ) : hours.data?.length === 0 ? (
        <Text size="sm">{texts.noOtherHour}</Text>
      ) : hours.data ? (
        <NativeSelect
          size="sm"
          aria-label={texts.otherHourOn(day)}
          value={isOn ? String(block) : ""}
          data={[
            ...(isOn ? [] : [{ value: "", label: texts.choose }]),
            ...[...new Set([...(isOn ? [block] : []), ...hours.data])]
              .sort((a, b) => a - b)
              .map((hour) => ({ value: String(hour), label: spanHours(hour, blocks) })),
          ]}
          onChange={({ currentTarget }) => {
            if (currentTarget.value === "") return;
            const hour = Number(currentTarget.value);
            onChoose(hour === wish.block ? undefined : hour);
          }}
        />
      ) : null}
    </li>
  );
}
