import { longSlot } from "@korki/contracts/texts/dates";
import { plural } from "@korki/domain";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import {
  type Begun,
  lessonPayload,
  type NotifiedLesson,
  namedLessons,
  notTakingPlace,
  SAMPLE_LESSON,
  toLessons,
  whileLessonCancelled,
} from "../lessons";

/** To the people of lessons that the centre cancelled together: one message for all of a person's lessons. */
export const lessonsCalledOff = defineNotification({
  kind: "lessons-called-off",
  label: "Odwołanie kilku lekcji przez centrum",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  tellsPayer: true,
  payload: z.object({ lessons: z.array(lessonPayload).min(1) }),
  // A lesson restored since then has a separate message.
  async revalidate({ lessons }, moment) {
    const checked = await Promise.all(lessons.map((lesson) => whileLessonCancelled(lesson, moment)));
    const still = checked.filter((lesson): lesson is NotifiedLesson & Begun => lesson !== null);
    return still.length > 0 ? { lessons: still } : null;
  },
  message({ lessons }, context) {
    const [first] = lessons;
    const only = lessons.length === 1 ? first : undefined;
    const { details, rest } = namedLessons(lessons, context);
    const count = `${lessons.length} ${plural(lessons.length, "lekcja", "lekcje", "lekcji")}`;
    return {
      icon: "❌",
      subject: only
        ? `Lekcja odwołana: ${only.subject}, ${longSlot(only.date, only.block)}`
        : `Odwołane lekcje: ${lessons.length}`,
      heading: only ? "Centrum odwołało lekcję" : "Centrum odwołało zaplanowane lekcje",
      paragraphs: [
        only
          ? notTakingPlace(only)
          : `${lessons.some(({ hasBegun }) => hasBegun) ? "Odwołane zajęcia" : "Te zajęcia się nie odbędą"}: ${count}.`,
        ...rest,
      ],
      details,
      action: toLessons(context),
    };
  },
  samples: [
    { to: "Student", facts: { lessons: [SAMPLE_LESSON, { ...SAMPLE_LESSON, date: "2026-11-27" }] } },
    { to: "Teacher", facts: { lessons: [SAMPLE_LESSON] } },
    {
      to: "Teacher",
      facts: {
        lessons: [
          { ...SAMPLE_LESSON, hasBegun: true },
          { ...SAMPLE_LESSON, block: 10 },
        ],
      },
    },
    { to: "Parent", facts: { lessons: [SAMPLE_LESSON, { ...SAMPLE_LESSON, studentName: "Jan Nowak" }] } },
  ],
});
