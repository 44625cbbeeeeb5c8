import type { PreviewDate, SeriesPreview } from "@korki/contracts/series";
import { seriesOutcomeTexts, seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import type { BlockSpan } from "@korki/domain";
import { Group, List, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import { IconCheck, IconX } from "@tabler/icons-react";
import { formatDayMonth, formatDayWithWeekday, formatShortWeekday } from "../ui/formats";
import styles from "./outcome-strip.module.css";

/**
 * What becomes of each date: the counts, a strip of all dates, and every skipped one with its reason.
 *
 * @param blocks lessons of each date
 */
export function OutcomeStrip({ preview, blocks }: { preview: SeriesPreview; blocks: BlockSpan }) {
  const isMove = preview.dates.some(({ was }) => was);
  const skipped = preview.dates.filter(({ outcome }) => outcome !== "free");
  return (
    <Stack gap="sm">
      <Text fw={550} role="status">
        {texts.summary(preview.free, preview.skipped, blocks)}
      </Text>
      {preview.consequence && preview.free > 0 ? <Text size="sm">{preview.consequence.sentence}</Text> : null}
      {isMove ? <MovedDates dates={preview.dates} /> : null}
      <ul className={styles.strip} aria-label={texts.outcomes} hidden={isMove}>
        {preview.dates.map(({ date, outcome }) => (
          <li key={date} className={styles.date} data-free={outcome === "free"}>
            {outcome === "free" ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
            {formatDayMonth(date)}
            <span className="read-out">{seriesOutcomeTexts[outcome]}</span>
          </li>
        ))}
      </ul>
      {skipped.length > 0 && !isMove ? (
        <List size="sm">
          {skipped.map(({ date, outcome, reason }) => (
            <List.Item key={date}>
              <Group gap="xs">
                <span>{formatDayWithWeekday(date)}</span>
                <Text span size="sm" c="dimmed">
                  {reason ?? seriesOutcomeTexts[outcome]}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      ) : null}
    </Stack>
  );
}

/** Each lesson's old day and its new one; a lesson whose new slot is taken stays. */
export function MovedDates({ dates }: { dates: readonly (Pick<PreviewDate, "date" | "outcome"> & Was)[] }) {
  return (
    <ul className={styles.moves} aria-label={texts.moves}>
      {dates.map(({ date, outcome, was }) => (
        <li key={date} className={styles.date} data-free={outcome === "free"} data-moves>
          {outcome !== "free"
            ? was
              ? texts.staysAt(formatDayMonth(was.date), seriesOutcomeTexts[outcome])
              : `${formatDayMonth(date)} (${seriesOutcomeTexts[outcome]})`
            : was
              ? texts.movesTo(shortDay(was.date), shortDay(date))
              : texts.newLesson(shortDay(date))}
        </li>
      ))}
    </ul>
  );
}

type Was = { was?: PreviewDate["was"] | null };

function shortDay(date: string): string {
  return `${formatShortWeekday(date)} ${formatDayMonth(date)}`;
}
