import type { WaitingStep } from "@korki/contracts/approvals";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { shortInstant } from "@korki/contracts/texts/dates";
import { seriesScreenTexts } from "@korki/contracts/texts/series-screens";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";

/** Returns what waits for a payer (rules §39): own steps, those of one's children, or lessons with a teacher. */
export function useWaitingSteps(): readonly WaitingStep[] {
  const { role } = useProfile();
  const { data } = trpc.approvals.waiting.useQuery(undefined, { enabled: role !== "Admin" });
  return data ?? [];
}

/** Says that a lesson waits for the student's payer, and until when; null: it does not. */
export function useLessonWaits(lessonId: string): string | null {
  return waitsText(useWaitingSteps().find(({ lessonIds }) => lessonIds.includes(lessonId)));
}

/** Says it of a weekly lesson. */
export function useSeriesWaits(series: string): string | null {
  return waitsText(useWaitingSteps().find(({ seriesId }) => seriesId === series));
}

/**
 * Returns a function that says what happened to a request for lessons of a series: the payer was asked first, or the text
 * `reached`.
 */
export function useRequestText(): (lessons: readonly { id: string }[], reached: string) => Promise<string> {
  const { role } = useProfile();
  const utils = trpc.useUtils();
  return async (lessons, reached) => {
    if (role !== "Student") return reached;
    const steps = await utils.approvals.waiting.fetch(undefined, { staleTime: 0 }).catch(() => []);
    const waits = steps.some(({ lessonIds }) => lessons.some(({ id }) => lessonIds.includes(id)));
    return waits ? seriesScreenTexts.payerAsked : reached;
  };
}

function waitsText(step: WaitingStep | undefined): string | null {
  return step ? approvalTexts.until(shortInstant(new Date(step.until))) : null;
}
