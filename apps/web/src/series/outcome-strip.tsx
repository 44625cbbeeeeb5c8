import type { SeriesPreview } from "@korki/contracts/series";
import { seriesOutcomeTexts, seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { Group, List, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import { IconCheck, IconX } from "@tabler/icons-react";
import { formatDayMonth, formatDayWithWeekday } from "../ui/formats";
import styles from "./outcome-strip.module.css";

/** What becomes of each date: the counts, a strip of all dates, and every skipped one with its reason. */
export function OutcomeStrip({ preview }: { preview: SeriesPreview }) {
  const skipped = preview.dates.filter(({ outcome }) => outcome !== "free");
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {texts.summary(preview.free, preview.skipped)}
      </Text>
      {preview.consequence && preview.free > 0 ? <Text size="sm">{preview.consequence.sentence}</Text> : null}
      <ul className={styles.strip} aria-label={texts.outcomes}>
        {preview.dates.map(({ date, outcome }) => (
          <li key={date} className={styles.date} data-free={outcome === "free"}>
            {outcome === "free" ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
            {formatDayMonth(date)}
            <span className="read-out">{seriesOutcomeTexts[outcome]}</span>
          </li>
        ))}
      </ul>
      {skipped.length > 0 ? (
        <List size="sm">
          {skipped.map(({ date, outcome }) => (
            <List.Item key={date}>
              <Group gap="xs">
                <span>{formatDayWithWeekday(date)}</span>
                <Text span size="sm" c="dimmed">
                  {seriesOutcomeTexts[outcome]}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      ) : null}
    </Stack>
  );
}
