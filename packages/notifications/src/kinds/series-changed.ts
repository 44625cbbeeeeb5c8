import * as field from "@korki/contracts/fields";
import { lessonCount, seriesSummary, shortDay, weeklyHours } from "@korki/contracts/texts/series-summary";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { LATE_DECISION_DAYS, MOVE_ANSWER_HOURS, plural, type Role, WEEKDAYS } from "@korki/domain";
import { z } from "zod";
import { moveButtons } from "../chat-actions";
import { defineNotification } from "../define-notification";
import { byParent, isByParent, toLessons } from "../lessons";
import { screenUrl } from "../links";
import type { SeriesState } from "../lookups";
import type { NotificationText, RenderContext } from "../message";
import { seriesFacts } from "../series-facts";

const SERIES_EVENTS = [
  "requested",
  "booked",
  "confirmed",
  "extended",
  "moved",
  "ended",
  "moveAsked",
  "moveAccepted",
  "moveDeclined",
  "moveWithdrawn",
  "moveExpired",
] as const;
export type SeriesEvent = (typeof SERIES_EVENTS)[number];

const payload = seriesFacts.extend({
  event: z.enum(SERIES_EVENTS),
  /** Who acted. */
  bySide: z.enum(["Student", "Teacher", "Admin"]),
  byParent,
  /** The lessons that the action is about, and their first and last date. */
  count: z.int(),
  from: field.civilDate,
  to: field.civilDate,
  /** Of a wish to move: its id, and where the lessons stand until it is accepted. */
  moveId: field.id.optional(),
  wasWeekday: z.enum(WEEKDAYS).optional(),
  wasBlock: field.block.optional(),
  /** Of one that waits: until when it can be answered, in milliseconds of the epoch. */
  untilMs: z.number().optional(),
  /** Of lessons that the student's side ended too late (rules §13): how many are charged, and how many a teacher decides about. */
  late: z.object({ charged: z.int(), asked: z.int() }).optional(),
  /** The recipient gives these lessons in place of the teacher. */
  isSubstitute: z.boolean().optional(),
});
type Payload = z.infer<typeof payload>;

const HEADINGS: Record<SeriesEvent, string> = {
  requested: "Prośba o stały termin",
  booked: "Nowy stały termin",
  confirmed: "Stały termin potwierdzony",
  extended: "Stały termin przedłużony",
  moved: "Zmiana stałego terminu",
  ended: "Koniec stałego terminu",
  moveAsked: "Prośba o przeniesienie stałego terminu",
  moveAccepted: "Zgoda na nowy stały termin",
  moveDeclined: "Stały termin bez zmian",
  moveWithdrawn: "Prośba o przeniesienie wycofana",
  moveExpired: "Stały termin bez zmian",
};

const NOTHING_MOVES: readonly SeriesEvent[] = ["moveDeclined", "moveWithdrawn", "moveExpired"];

/** Where the lessons stand while a wish to move them waits, and after it came to nothing. */
function present({ wasWeekday, wasBlock, ...facts }: Payload): string {
  return weeklyHours({ ...facts, weekday: wasWeekday ?? facts.weekday, block: wasBlock ?? facts.block });
}

/** The weekly hours that a message is about: after a wish that came to nothing, those that stay. */
function standing(facts: Payload): string {
  return NOTHING_MOVES.includes(facts.event) ? present(facts) : weeklyHours(facts);
}

/**
 * Whether a message is still true: a wish waits for its answer, lessons that ask the teacher are not confirmed, any others
 * are still to take place. A teacher is told of the own lessons.
 */
function isStill(facts: Payload, series: SeriesState, recipientId: string | null): boolean {
  const { event, from, to, isSubstitute } = facts;
  if (event === "moveAsked") return series.openMoveId === facts.moveId;
  if (NOTHING_MOVES.includes(event)) return series.planned.length > 0;
  const isTeacher = isSubstitute || recipientId === series.teacherId;
  return series.planned.some(
    ({ date, teacherId, isConfirmed }) =>
      date >= from &&
      date <= to &&
      (!isTeacher || teacherId === recipientId) &&
      !(isConfirmed && asksTeacher(facts)),
  );
}

function asksTeacher({ event, bySide }: Payload): boolean {
  return event === "requested" || (event === "extended" && bySide !== "Teacher");
}

/** Of lessons that an administrator adds, only the teacher is asked anything. */
function headingOf({ event }: Payload, { recipientRole }: RenderContext): string {
  return HEADINGS[event === "requested" && recipientRole !== "Teacher" ? "booked" : event];
}

function whatHappened(facts: Payload, context: RenderContext): string {
  const student = isByParent(facts, context) ? "Rodzic" : facts.studentName;
  const who = { Student: student, Teacher: facts.teacherName, Admin: "Administrator" }[facts.bySide];
  const isTeacher = context.recipientRole === "Teacher";
  const waits = isTeacher ? " Wszystkie lekcje potwierdzisz jednym kliknięciem." : "";
  switch (facts.event) {
    case "requested":
      return facts.bySide === "Admin"
        ? isTeacher
          ? `Administrator dodał stały termin; lekcje czekają na potwierdzenie.${waits}`
          : "Administrator dodał stały termin. Poczekaj, aż nauczyciel potwierdzi lekcje."
        : `${who} prosi o stały termin.${waits}`;
    case "booked":
      return `${who}: nowy stały termin.`;
    case "confirmed":
      return `${who} potwierdza wszystkie lekcje stałego terminu.`;
    case "extended":
      return facts.bySide === "Admin"
        ? isTeacher
          ? `Administrator przedłużył stały termin; nowe lekcje czekają na potwierdzenie.${waits}`
          : "Administrator przedłużył stały termin. Poczekaj, aż nauczyciel potwierdzi nowe lekcje."
        : `${who} przedłuża stały termin.${facts.bySide === "Student" ? waits : ""}`;
    case "moved":
      return `${who} zmienia stały termin.${facts.bySide === "Student" ? waits : ""}`;
    case "ended":
      return `${who} kończy stały termin: odwołane lekcje od ${shortDay(facts.from)}.`;
    case "moveAsked":
      return `${who} prosi o przeniesienie stałego terminu: ${present(facts)} → ${weeklyHours(facts)}. Dopóki nie odpowiesz, obowiązuje dotychczasowy termin; nowy jest zajęty dla Was przez ${MOVE_ANSWER_HOURS} godziny.`;
    case "moveAccepted":
      return `${who} zgadza się na nowy termin: ${weeklyHours(facts)}.`;
    case "moveDeclined":
      return `${who} ${facts.bySide === "Admin" ? "nie zgadza się na nowy termin" : "nie może prowadzić lekcji w nowym terminie"} (${weeklyHours(facts)}). Obowiązuje dotychczasowy: ${present(facts)}.`;
    case "moveWithdrawn":
      return `${who} wycofuje prośbę o przeniesienie. Obowiązuje dotychczasowy termin: ${present(facts)}.`;
    case "moveExpired":
      return `${facts.teacherName} nie odpowiada od ${MOVE_ANSWER_HOURS} godzin na prośbę o nowy termin (${weeklyHours(facts)}). Obowiązuje dotychczasowy: ${present(facts)}.`;
  }
}

/** What becomes of lessons that were cancelled too late. */
function lateSentences({ late }: Payload, { recipientRole }: RenderContext): string[] {
  const { charged, asked } = late ?? { charged: 0, asked: 0 };
  const cancelled = (count: number) =>
    `${count} ${plural(count, "lekcję", "lekcje", "lekcji")} odwołano po terminie`;
  const billed = (count: number) =>
    plural(count, "zostanie rozliczona", "zostaną rozliczone", "zostaną rozliczone");
  return [
    ...(charged > 0 ? [`${cancelled(charged)}, więc ${billed(charged)}.`] : []),
    ...(asked > 0 && recipientRole === "Teacher"
      ? [
          `${cancelled(asked)}. Zdecyduj w ciągu ${LATE_DECISION_DAYS} dni, czy ${billed(asked)}; potem rozliczymy ${asked === 1 ? "ją" : "je"} automatycznie.`,
        ]
      : []),
    ...(asked > 0 && recipientRole !== "Teacher"
      ? [`${cancelled(asked)}: o rozliczeniu zdecyduje nauczyciel.`]
      : []),
  ];
}

function substitution({ count, teacherName }: Payload): string {
  const which = plural(
    count,
    "lekcji, którą prowadzisz",
    "lekcji, które prowadzisz",
    "lekcji, które prowadzisz",
  );
  return `Dotyczy to ${which} w zastępstwie (zamiast: ${teacherName}).`;
}

/** To the other people of a weekly lesson, substitutes too: one message for a whole action on it. */
export const seriesChanged = defineNotification({
  kind: "series-changed",
  label: "Stały termin",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload,
  async revalidate(payload, { lookups, recipientId }) {
    if (payload.event === "ended") return payload;
    const series = await lookups.series(payload.seriesId);
    return series && isStill(payload, series, recipientId) ? payload : null;
  },
  message: (facts, context): NotificationText => ({
    icon: facts.event === "ended" ? "🚫" : "🗓️",
    subject: `${headingOf(facts, context)}: ${facts.subject}, ${standing(facts)}`,
    heading: headingOf(facts, context),
    paragraphs: [
      whatHappened(facts, context),
      ...(facts.isSubstitute ? [substitution(facts)] : []),
      ...lateSentences(facts, context),
    ],
    details: [
      {
        label: facts.event === "ended" ? "Odwołano" : "Termin",
        value:
          facts.event === "ended"
            ? `${lessonCount(facts.count)}, ${weeklyHours(facts)}`
            : NOTHING_MOVES.includes(facts.event)
              ? present(facts)
              : seriesSummary(facts, facts.count, facts.to),
      },
      { label: "Przedmiot", value: subjectWithLevel(facts) },
      ...(context.recipientRole === "Student" ? [] : [{ label: "Uczeń", value: facts.studentName }]),
      ...(context.recipientRole === "Teacher" ? [] : [{ label: "Nauczyciel", value: facts.teacherName }]),
    ],
    // A substitute sees the lessons, not the weekly lesson of the other teacher; and there a teacher decides.
    action:
      facts.isSubstitute || (facts.late?.asked && context.recipientRole === "Teacher")
        ? toLessons(context)
        : {
            label:
              facts.event === "requested" && context.recipientRole === "Teacher"
                ? "Zobacz i potwierdź"
                : facts.event === "moveAsked"
                  ? "Przyjmij lub odrzuć"
                  : "Zobacz stały termin",
            url: `${screenUrl(context.publicUrl, "series")}?stalyTermin=${facts.seriesId}`,
          },
    ...(facts.event === "moveAsked"
      ? { buttons: moveButtons({ seriesId: facts.seriesId, date: facts.from, block: facts.block }) }
      : {}),
  }),
  samples: [
    ...SERIES_EVENTS.map(sampleOf),
    ...(["moved", "ended"] as const).map(sampleOfSubstitute),
    endedByStudent(),
    { to: "Teacher", facts: { ...endedByStudent().facts, byParent: true } },
    ...endedLate(),
    { to: "Teacher", facts: { ...sampleOf("extended").facts, bySide: "Admin" } },
    ...(["requested", "extended", "moveDeclined"] as const).map(byAdmin),
    { to: "Teacher", facts: byAdmin("moveDeclined").facts },
    ofDoubleLessons(),
  ],
});

function sampleOf(event: SeriesEvent): { to: Role; facts: Payload } {
  const isAsked = ["requested", "extended", "moveAsked", "moveWithdrawn"].includes(event);
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
      ...(event.startsWith("move") && event !== "moved"
        ? { moveId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5c", wasWeekday: "czw", wasBlock: 9 }
        : {}),
      ...(event === "moveAsked" ? { untilMs: Date.parse("2026-11-21T15:45:00Z") } : {}),
    },
  };
}

function sampleOfSubstitute(event: SeriesEvent): { to: Role; facts: Payload } {
  const { facts } = sampleOf(event);
  const one = { count: 1, from: "2026-12-08", to: "2026-12-08" };
  return { to: "Teacher", facts: { ...facts, ...one, isSubstitute: true } };
}

function endedByStudent(): { to: Role; facts: Payload } {
  const { to, facts } = sampleOf("ended");
  return { to, facts: { ...facts, bySide: "Student" } };
}

function endedLate(): { to: Role; facts: Payload }[] {
  const { facts } = endedByStudent();
  return [
    { to: "Teacher", facts: { ...facts, late: { charged: 0, asked: 1 } } },
    { to: "Teacher", facts: { ...facts, late: { charged: 0, asked: 2 } } },
    { to: "Parent", facts: { ...facts, late: { charged: 1, asked: 0 } } },
    { to: "Student", facts: { ...facts, late: { charged: 5, asked: 2 } } },
  ];
}

function byAdmin(event: SeriesEvent): { to: Role; facts: Payload } {
  return { to: "Student", facts: { ...sampleOf(event).facts, bySide: "Admin" } };
}

function ofDoubleLessons(): { to: Role; facts: Payload } {
  const { to, facts } = sampleOf("requested");
  return { to, facts: { ...facts, blocks: 2, count: 64 } };
}
