import * as field from "@korki/contracts/fields";
import { longDate } from "@korki/contracts/texts/dates";
import { blockAt, type DayHours } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import { detail } from "../message";

const dayHours = z.object({
  replaces: z.boolean(),
  sections: z.array(z.object({ startBlock: field.block, endBlock: field.block })),
});
type Offer = Pick<DayHours, "replaces" | "sections">;

const payload = z.object({
  date: field.civilDate,
  /** What is offered on it beside the week, or instead; null: it is as the week is. */
  day: dayHours.nullable(),
});

type ChangedHours = z.infer<typeof payload>;

/** To a teacher whose hours of a date an administrator changes. */
export const hoursChanged = defineNotification({
  kind: "hours-changed",
  label: "Godziny dnia zmienione przez administratora",
  group: "changes",
  audience: ["Teacher"],
  optional: true,
  urgency: "urgent",
  payload,
  // Hours that were changed again have a separate message.
  async revalidate(facts, { lookups, recipientId }): Promise<ChangedHours | null> {
    const now = recipientId === null ? null : await lookups.dayHours(recipientId, facts.date);
    return isSame(now, facts.day) ? facts : null;
  },
  message: ({ date, day }, { publicUrl }) => ({
    icon: "📆",
    subject: `Administrator zmienił Twoje godziny: ${longDate(date)}`,
    heading: "Administrator zmienił Twoje godziny",
    paragraphs: [textOf(day), "Umówione lekcje zostają bez zmian."],
    details: [{ label: "Dzień", value: longDate(date) }, ...detail("Godziny", day ? hours(day) : "")],
    action: { label: "Zobacz godziny", url: screenUrl(publicUrl, "availability") },
  }),
  samples: [
    {
      to: "Teacher",
      facts: {
        date: "2026-11-24",
        day: {
          replaces: false,
          sections: [
            { startBlock: 1, endBlock: 2 },
            { startBlock: 8, endBlock: 8 },
          ],
        },
      },
    },
    {
      to: "Teacher",
      facts: { date: "2026-11-24", day: { replaces: true, sections: [{ startBlock: 8, endBlock: 10 }] } },
    },
    { to: "Teacher", facts: { date: "2026-11-24", day: { replaces: true, sections: [] } } },
    { to: "Teacher", facts: { date: "2026-11-24", day: null } },
  ],
});

function isSame(one: Offer | null, other: Offer | null): boolean {
  return one?.replaces === other?.replaces && (one ? hours(one) : "") === (other ? hours(other) : "");
}

function textOf(day: Offer | null): string {
  if (day === null) return "Tego dnia znowu obowiązują godziny z tygodnia.";
  if (!day.replaces) return "Tego dnia uczniowie mogą rezerwować także dodatkowe godziny.";
  if (day.sections.length === 0) return "Ten dzień jest wolny: nikt nie zarezerwuje w nim lekcji z Tobą.";
  return "Tego dnia uczniowie mogą rezerwować tylko te godziny.";
}

/** e.g. `8:00–10:10, 16:45–17:45` */
function hours({ sections }: Offer): string {
  return sections
    .map(({ startBlock, endBlock }) => `${blockAt(startBlock).start}–${blockAt(endBlock).end}`)
    .join(", ");
}
