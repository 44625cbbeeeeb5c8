import type { WaitingStep } from "@korki/contracts/approvals";
import { approvalTexts } from "@korki/contracts/texts/approvals";
import { shortInstant } from "@korki/contracts/texts/dates";
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

function waitsText(step: WaitingStep | undefined): string | null {
  return step ? approvalTexts.until(shortInstant(new Date(step.until))) : null;
}
