import * as field from "@korki/contracts/fields";
import { lessonCount, seriesSummary, shortDay, weeklySlot } from "@korki/contracts/texts/series-summary";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { type Role, WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import type { NotificationText, RenderContext } from "../message";

const SERIES_EVENTS = ["requested", "booked", "confirmed", "extended", "moved", "ended"] as const;
export type SeriesEvent = (typeof SERIES_EVENTS)[number];

const payload = z.object({
  event: z.enum(SERIES_EVENTS),
  /** Who acted. */
  bySide: z.enum(["Student", "Teacher", "Admin"]),
  seriesId: field.id,
  teacherName: z.string(),
  studentName: z.string(),
  weekday: z.enum(WEEKDAYS),
  block: field.block,
  everyWeeks: z.int(),
  subject: field.subject,
  level: field.level,
  /** The lessons that the action is about, and their first and last date. */
  count: z.int(),
  from: field.civilDate,
  to: field.civilDate,
});
type Payload = z.infer<typeof payload>;

const HEADINGS: Record<SeriesEvent, string> = {
  requested: "Prośba o stały termin",
  booked: "Nowy stały termin",
  confirmed: "Stały termin potwierdzony",
  extended: "Stały termin przedłużony",
  moved: "Zmiana stałego terminu",
  ended: "Koniec stałego terminu",
};

function whatHappened(facts: Payload, context: RenderContext): string {
  const who = { Student: facts.studentName, Teacher: facts.teacherName, Admin: "Administrator" }[
    facts.bySide
  ];
  const waits =
    context.recipientRole === "Teacher" ? " Wszystkie lekcje potwierdzisz jednym kliknięciem." : "";
  switch (facts.event) {
    case "requested":
      return facts.bySide === "Admin"
        ? `Administrator dodał stały termin; lekcje czekają na potwierdzenie.${waits}`
        : `${who} prosi o stały termin.${waits}`;
    case "booked":
      return `${who}: nowy stały termin.`;
    case "confirmed":
      return `${who} potwierdza wszystkie lekcje stałego terminu.`;
    case "extended":
      return `${who} przedłuża stały termin.${facts.bySide === "Student" ? waits : ""}`;
    case "moved":
      return `${who} zmienia stały termin.${facts.bySide === "Student" ? waits : ""}`;
    case "ended":
      return `${who} kończy stały termin: odwołane lekcje od ${shortDay(facts.from)}.`;
  }
}

/** To the other people of a weekly lesson: one message for a whole action on it. */
export const seriesChanged = defineNotification({
  kind: "series-changed",
  label: "Stały termin",
  audience: ["Teacher", "Student"],
  optional: true,
  payload,
  revalidate: alwaysTrue,
  message: (facts, context): NotificationText => ({
    icon: facts.event === "ended" ? "🚫" : "🗓️",
    subject: `${HEADINGS[facts.event]}: ${facts.subject}, ${weeklySlot(facts)}`,
    heading: HEADINGS[facts.event],
    paragraphs: [whatHappened(facts, context)],
    details: [
      {
        label: facts.event === "ended" ? "Odwołano" : "Termin",
        value:
          facts.event === "ended"
            ? `${lessonCount(facts.count)}, ${weeklySlot(facts)}`
            : seriesSummary(facts, facts.count, facts.to),
      },
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...(context.recipientRole === "Student" ? [] : [{ label: "Uczeń", value: facts.studentName }]),
      ...(context.recipientRole === "Teacher" ? [] : [{ label: "Nauczyciel", value: facts.teacherName }]),
    ],
    action: {
      label: facts.event === "requested" ? "Zobacz i potwierdź" : "Zobacz stały termin",
      url: `${screenUrl(context.publicUrl, "series")}?stalyTermin=${facts.seriesId}`,
    },
  }),
  samples: SERIES_EVENTS.map(sampleOf),
});

function sampleOf(event: SeriesEvent): { to: Role; facts: Payload } {
  const isAsked = event === "requested" || event === "extended";
  return {
    to: isAsked ? "Teacher" : "Student",
    facts: {
      event,
      bySide: isAsked ? "Student" : "Teacher",
      seriesId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
      teacherName: "Marek Zieliński",
      studentName: "Ola Nowak",
      weekday: "wt",
      block: 9,
      everyWeeks: 1,
      subject: "Matematyka",
      level: "liceumR",
      count: 32,
      from: "2026-11-24",
      to: "2027-06-29",
    },
  };
}
