import { outsideCalendarScreenTexts as texts } from "@korki/contracts/texts/outside-calendars";
import { detailOf, errorText } from "../server/errors";
import { confirm } from "./confirm";

/** Asks whether a time that is busy elsewhere is taken all the same (rules §35); false after any other refusal. */
export async function takesBusyTime(refusal: unknown): Promise<boolean> {
  if (detailOf(refusal, "ask") !== "overrideBusy") return false;
  return confirm({ title: texts.askTitle, text: errorText(refusal), confirmLabel: texts.askYes });
}
