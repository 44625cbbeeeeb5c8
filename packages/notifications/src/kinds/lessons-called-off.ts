import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { plural } from "@korki/domain";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { lessonPayload, SAMPLE_LESSON, toLessons } from "../lessons";

/** Lessons named one by one; the screen has the rest. */
const NAMED_MAX = 12;

/** To the other side: the centre cancelled all planned lessons of a person. */
export const lessonsCalledOff = defineNotification({
  kind: "lessons-called-off",
  label: "Odwołanie kilku lekcji przez centrum",
  audience: ["Teacher", "Student"],
  optional: true,
  tellsPayer: true,
  payload: z.object({ lessons: z.array(lessonPayload).min(1) }),
  // A lesson that came back has a notification of its own.
  revalidate: alwaysTrue,
  message({ lessons }, context) {
    const count = `${lessons.length} ${plural(lessons.length, "lekcja", "lekcje", "lekcji")}`;
    const [first] = lessons;
    const withWhom = context.recipientRole === "Teacher" ? first?.studentName : first?.teacherName;
    const rest = lessons.length - NAMED_MAX;
    return {
      icon: "❌",
      subject: `Odwołane lekcje: ${lessons.length}`,
      heading: `Centrum odwołało zaplanowane lekcje (${withWhom ?? ""})`,
      paragraphs: [
        `Te zajęcia się nie odbędą: ${count}.`,
        ...(rest > 0 ? [`Poniżej pierwsze ${NAMED_MAX}, pozostałe zobaczysz w zajęciach.`] : []),
      ],
      details: lessons.slice(0, NAMED_MAX).map((lesson) => ({
        label: longSlot(lesson.date, lesson.block),
        value: subjectWithLevel(lesson),
      })),
      action: toLessons(context),
    };
  },
  samples: [{ to: "Student", facts: { lessons: [SAMPLE_LESSON, { ...SAMPLE_LESSON, date: "2026-11-27" }] } }],
});
