import type { PlannedLessons } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { longDate, longSlot } from "@korki/contracts/texts/dates";
import { trialHours } from "@korki/domain";
import { List, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { formatSubject } from "../../ui/formats";

/** Lessons named one by one in a question. */
const NAMED_MAX = 5;

/**
 * What a question before disabling or erasing says about planned lessons. With `onChoose` it asks whether they are
 * kept; without, it says that they are cancelled.
 */
export function PlannedLessonsNotice({
  planned: { total, lessons },
  text,
  onChoose,
}: {
  planned: PlannedLessons;
  text: string;
  onChoose?: (choice: "cancel" | "keep") => void;
}) {
  if (total === 0) return text;
  return (
    <Stack gap="sm">
      <Text size="sm">{text}</Text>
      <div>
        <Text size="sm">{texts.planned(total)}</Text>
        <List size="sm">
          {lessons.slice(0, NAMED_MAX).map((lesson) => (
            <List.Item key={lesson.id}>
              {lesson.isTrial
                ? `${longDate(lesson.date)}, ${trialHours(lesson.block)}, ${formatSubject(lesson)}, ${texts.plannedTrial(lesson.withName)}`
                : `${longSlot(lesson.date, lesson.block)}, ${formatSubject(lesson)}, ${lesson.withName}`}
            </List.Item>
          ))}
          {total > NAMED_MAX ? <List.Item>{texts.plannedMore(total - NAMED_MAX)}</List.Item> : null}
        </List>
      </div>
      {onChoose ? (
        <Radio.Group<"cancel" | "keep"> label={texts.plannedChoice} defaultValue="cancel" onChange={onChoose}>
          <Stack gap="xs" mt="xs">
            <Radio value="cancel" label={texts.plannedCancel} />
            <Radio value="keep" label={texts.plannedKeep} />
          </Stack>
        </Radio.Group>
      ) : (
        <Text size="sm">{texts.plannedCancelled}</Text>
      )}
    </Stack>
  );
}
