import { longDate } from "@korki/contracts/texts/dates";
import { trialLandingTexts as texts } from "@korki/contracts/texts/trial-landing";
import { trialHours } from "@korki/domain";
import type { Values } from "./form";
import { Note } from "./note";

/** Repeats the half hour that was asked for, and offers it as a calendar file: the centre has yet to confirm it. */
export default function ChosenSlot({ values: { slot = "", subject = "", level = "" } }: { values: Values }) {
  const [date = "", block = ""] = slot.split(" ");
  const file = new URLSearchParams({ date, blockIndex: block, subject, subjectLevel: level });
  return (
    <Note tone="calm" title={`${texts.chosen}: ${slotText(slot)}`}>
      <p>{texts.chosenText}</p>
      <a href={`/api/trial.ics?${file}`}>{texts.toCalendar}</a>
    </Note>
  );
}

/** A date and a block as the form keeps them, e.g. `2026-11-20 9`: `piątek, 20 listopada, 16:45–17:15`. */
export function slotText(slot: string): string {
  const [date = "", block = ""] = slot.split(" ");
  return `${longDate(date)}, ${trialHours(Number(block))}`;
}
