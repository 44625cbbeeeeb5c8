import type { RoomEvidence } from "@korki/contracts/classroom";
import { roomRoleTexts, evidenceTexts as texts } from "@korki/contracts/texts/room-screens";
import { ROOM_ROLES, roomHours } from "@korki/domain";
import { Text } from "@mantine/core";
import { trpc } from "../trpc";
import { formatTime } from "../ui/formats";

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

/** `nauczyciel 16:43–17:46, uczeń 16:47–17:45, razem 58 min` */
function evidenceText({ visits, togetherSeconds }: RoomEvidence): string {
  if (visits.length === 0) return texts.nobody;
  const people = ROOM_ROLES.flatMap((role) => {
    const times = visits
      .filter((visit) => visit.role === role)
      .map(({ enteredAt, leftAt }) => texts.time(formatTime(enteredAt), leftAt && formatTime(leftAt)));
    return times.length > 0 ? [texts.line(roomRoleTexts[role], times.join(texts.and))] : [];
  });
  return [...people, texts.together(Math.round(togetherSeconds / 60))].join(", ");
}
