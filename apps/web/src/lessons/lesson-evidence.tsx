import { evidenceTexts as texts } from "@korki/contracts/texts/room-screens";
import { roomHours } from "@korki/domain";
import { Text } from "@mantine/core";
import { trpc } from "../trpc";
import { evidenceText } from "./evidence-text";

/** Who was in a lesson's room and when (rules §30); nothing where nobody was and nothing is to be decided. */
export function LessonEvidence({ lessonId, isAsked }: { lessonId: string; isAsked: boolean }) {
  const { data } = trpc.classroom.evidence.useQuery({ lessonId });
  if (!data || (data.visits.length === 0 && !isAsked)) return null;
  return (
    <section aria-label={texts.title}>
      <Text size="sm" c="dimmed">
        {texts.title}
      </Text>
      <Text size="sm" className="tabular">
        {evidenceText(data)}
      </Text>
    </section>
  );
}

/** Whether a lesson's room has been open: before, there is nothing to read. */
export function hasBegun(lesson: Parameters<typeof roomHours>[0], now: Date): boolean {
  return roomHours(lesson).opensAt <= now;
}
