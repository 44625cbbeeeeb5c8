import { longSlot } from "@korki/contracts/texts/dates";
import { hasStarted, isCancelled, type LessonStatus } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  isUnmoved,
  lessonPayload,
  type NotifiedLesson,
  namedLessons,
  SAMPLE_LESSON,
  toLesson,
  toLessons,
  whileOwnLesson,
} from "../lessons";

const EVENTS = ["confirmed", "waiting", "restored"] as const;
type Event = (typeof EVENTS)[number];

const HOLDS: Record<Event, (status: LessonStatus) => boolean> = {
  confirmed: (status) => status === "Potwierdzona",
  waiting: (status) => status === "Nie potwierdzona",
  restored: (status) => !isCancelled(status),
};

const WORDS: Record<Event, { icon: string; one: string; many: string; text: string }> = {
  confirmed: {
    icon: "✅",
    one: "Lekcja potwierdzona",
    many: "Potwierdzone lekcje",
    text: "Administrator potwierdził, że zajęcia odbędą się w zaplanowanym terminie.",
  },
  waiting: {
    icon: "⏳",
    one: "Lekcja znów czeka na potwierdzenie",
    many: "Lekcje znów czekają na potwierdzenie",
    text: "Administrator cofnął potwierdzenie.",
  },
  restored: {
    icon: "📅",
    one: "Lekcja jednak się odbędzie",
    many: "Lekcje jednak się odbędą",
    text: "Administrator cofnął odwołanie. Zajęcia zostają w planie.",
  },
};

/** Of cancellations that are taken back when the time of a lesson has come. */
const RESTORED_LATE = {
  one: "Odwołanie lekcji cofnięte",
  many: "Cofnięte odwołania lekcji",
  text: "Administrator cofnął odwołanie.",
};

/** What becomes of lessons that are not confirmed. */
const WAITS = "Poczekaj, aż nauczyciel potwierdzi zajęcia.";
const ASKED = "Niepotwierdzone zajęcia czekają na Twoją decyzję.";

const payload = z.object({ event: z.enum(EVENTS), lessons: z.array(lessonPayload).min(1) });
/** `isConfirmed`: all that are ahead are; `hasBegun`: some are not ahead. Both at the moment of sending. */
type Facts = z.infer<typeof payload> & { isConfirmed: boolean; hasBegun: boolean };

/** To the people of lessons that an administrator changed, alone or together: one message for all of a person's lessons. */
export const lessonsChangedByAdmin = defineNotification({
  kind: "lessons-changed-by-admin",
  label: "Potwierdzenie lub przywrócenie lekcji przez administratora",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  payload,
  // A lesson changed again since then has a separate message.
  async revalidate({ event, lessons }, moment): Promise<Facts | null> {
    let isConfirmed = true;
    let hasBegun = false;
    const checked = await Promise.all(
      lessons.map((each) =>
        whileOwnLesson(each, moment, (lesson) => {
          const holds = isUnmoved(lesson, each) && HOLDS[event](lesson.status);
          if (holds && hasStarted(each.date, each.block, moment.now)) hasBegun = true;
          else if (holds && lesson.status !== "Potwierdzona") isConfirmed = false;
          return holds;
        }),
      ),
    );
    const still = checked.filter((each): each is NotifiedLesson => each !== null);
    return still.length > 0 ? { event, lessons: still, isConfirmed, hasBegun } : null;
  },
  message({ event, lessons, isConfirmed, hasBegun }, context) {
    const { icon, ...words } = WORDS[event];
    const { one, many, text } = event === "restored" && hasBegun ? RESTORED_LATE : words;
    const waits = context.recipientRole === "Teacher" ? ASKED : WAITS;
    const [first] = lessons;
    const only = lessons.length === 1 ? first : undefined;
    const { details, rest } = namedLessons(lessons, context);
    return {
      icon,
      subject: only
        ? `${one}: ${only.subject}, ${longSlot(only.date, only.block, only.blocks)}`
        : `${many}: ${lessons.length}`,
      heading: only ? one : many,
      paragraphs: [isConfirmed ? text : `${text} ${waits}`, ...rest],
      details,
      action: only ? toLesson(only, context) : toLessons(context),
    };
  },
  samples: [
    ...EVENTS.map((event, at) => ({
      to: event === "restored" ? ("Teacher" as const) : ("Student" as const),
      facts: {
        event,
        lessons: at === 1 ? [SAMPLE_LESSON] : [SAMPLE_LESSON, { ...SAMPLE_LESSON, date: "2026-11-27" }],
        isConfirmed: event === "confirmed",
        hasBegun: false,
      },
    })),
    {
      to: "Student" as const,
      facts: {
        event: "restored" as const,
        lessons: [SAMPLE_LESSON],
        isConfirmed: true,
        hasBegun: true,
      },
    },
  ],
});
