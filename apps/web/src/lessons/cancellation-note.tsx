import type { CancellationTermsOf } from "@korki/contracts/cancellation";
import type { Lesson } from "@korki/contracts/lessons";
import { cancellationTexts as texts } from "@korki/contracts/texts/cancellation";
import { Text } from "@mantine/core";
import { trpc } from "../trpc";
import { civilDateOf, formatDayMonth, formatShortWeekday, formatTime } from "../ui/formats";

const REFRESH_MS = 30_000;

/** What cancelling costs the student now, in a line; null while it is free without a limit, as without any rules. */
function consequence({ freeUntil, cost, isLate }: CancellationTermsOf): string | null {
  if (cost === "charge") return texts.lateCharge;
  if (cost === "ask") return texts.lateAsk;
  if (freeUntil === null) return null;
  if (isLate) return texts.lateFree;
  const day = civilDateOf(freeUntil);
  return texts.freeUntil(`${formatShortWeekday(day)} ${formatDayMonth(day)}, ${formatTime(freeUntil)}`);
}

/** Asks the server, and asks again while the lesson is open, what cancelling costs the student. */
export function useCancellationNote(lesson: Lesson, enabled: boolean): string | null {
  const terms = trpc.lessons.cancellation.useQuery(
    { lessonId: lesson.id },
    { enabled, refetchInterval: REFRESH_MS, staleTime: 0 },
  );
  return enabled && terms.data ? consequence(terms.data) : null;
}

/** Beside the cancel button: what it costs. */
export function CancellationNote({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <Text size="sm" role="status">
      {note}
    </Text>
  );
}
