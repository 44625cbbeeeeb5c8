import * as field from "@korki/contracts/fields";
import { longDate } from "@korki/contracts/texts/dates";
import { trialHours } from "@korki/domain";
import { z } from "zod";
import type { Moment } from "./define-notification";
import type { TrialState } from "./lookups";
import type { NotificationText } from "./message";

/** The payload of a kind about a trial lesson; its text reads everything else at the moment of sending. */
export const trialPayload = z.object({ trialLessonId: field.id });
type TrialPayload = z.infer<typeof trialPayload>;

/** Revalidates by the trial lesson's state, and adds that state to the facts. */
export async function whileTrial<P extends TrialPayload>(
  payload: P,
  { lookups }: Moment,
  isTrue: (trial: TrialState) => boolean,
): Promise<(TrialState & P) | null> {
  const trial = await lookups.trialLesson(payload.trialLessonId);
  return trial && isTrue(trial) ? { ...trial, ...payload } : null;
}

/** `piątek, 20 listopada, 16:45–17:15`; empty while there is no date. */
export function trialSlot({ date, block }: Pick<TrialState, "date" | "block">): string {
  if (date === null) return "";
  return block === null ? longDate(date) : `${longDate(date)}, ${trialHours(block)}`;
}

/** The half hour that a visitor chose, where they chose one. */
export const wishedSlot = z.object({ date: field.civilDate, block: field.block }).optional();

/** The line that names it; none where a call decides. */
export function wishedDetail(slot: z.infer<typeof wishedSlot>): NonNullable<NotificationText["details"]> {
  return slot ? [{ label: "Wybrany termin (czeka na potwierdzenie)", value: trialSlot(slot) }] : [];
}

/** A scheduled trial lesson, for the samples. */
export const SAMPLE_TRIAL: TrialState & TrialPayload = {
  trialLessonId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a",
  status: "Umowiona",
  teacherId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
  subject: "Angielski",
  level: "szkolaP",
  date: "2026-11-21",
  block: 2,
  name: "Kuba",
  phone: "+48600100200",
  email: "kuba@example.pl",
  description: "Present Perfect, przygotowanie do egzaminu ósmoklasisty",
  meetingLink: "https://meet.jit.si/korki-proba-4f9d2c",
};

/** A request that has no date yet, for the samples. */
export const SAMPLE_REQUEST: TrialState &
  TrialPayload & { slot?: z.infer<typeof wishedSlot>; isOneOfMany?: true | undefined } = {
  ...SAMPLE_TRIAL,
  status: "Nowa",
  teacherId: null,
  date: null,
  block: null,
  meetingLink: "",
};
