import type { CancellationTermsOf } from "@korki/contracts/cancellation";
import type { Lesson, PairChoice } from "@korki/contracts/lessons";
import { cancellingLabel } from "@korki/contracts/texts/consequence";
import { lessonDetailTexts } from "@korki/contracts/texts/lesson-screens";
import { Text } from "@mantine/core";
import { trpc } from "../trpc";

const REFRESH_MS = 30_000;

/** What cancelling means for the student now, in a line, and on the button that does it. */
export type CancellationNote = { text: string; submitLabel: string };

/** Null while it is free without a limit, as without any rules. */
function noteOf({ freeUntil, cost, unpaid, consequence }: CancellationTermsOf): CancellationNote | null {
  if (!consequence || (cost === "free" && freeUntil === null)) return null;
  // A server of the version before does not send what is unpaid.
  const submitLabel =
    cost === "charge" ? cancellingLabel({ ...consequence, unpaid: unpaid ?? 0 }) : lessonDetailTexts.cancel;
  return { text: consequence.sentence, submitLabel };
}

/** Asks the server, and asks again while the lesson is open, what cancelling it, or this hour of it, costs the student. */
export function useCancellationNote(
  lesson: Lesson,
  enabled: boolean,
  pair: PairChoice = "both",
): CancellationNote | null {
  const terms = trpc.lessons.cancellation.useQuery(
    { lessonId: lesson.id, pair },
    { enabled, refetchInterval: REFRESH_MS, staleTime: 0 },
  );
  return enabled && terms.data ? noteOf(terms.data) : null;
}

/** Beside the cancel button: what it costs. */
export function CancellationCost({ note }: { note: CancellationNote | null }) {
  if (note === null) return null;
  return (
    <Text size="sm" role="status">
      {note.text}
    </Text>
  );
}
