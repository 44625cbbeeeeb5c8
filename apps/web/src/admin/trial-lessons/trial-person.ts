import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import type { TrialLesson } from "@korki/contracts/trial-lessons";
import { formatPhone } from "../../ui/formats";

/** What a visitor is called in lists: the name, else whatever they left. */
export function trialPerson(
  trial: Pick<TrialLesson, "name" | "email" | "studentPhone" | "parentPhone">,
): string {
  return trial.name || trial.email || formatPhone(trial.studentPhone || trial.parentPhone) || texts.notGiven;
}
