import { defineNotification } from "../define-notification";
import { lessonDetails, lessonPayload, SAMPLE_LESSON, toLessons, whileLesson } from "../lessons";

/** To the teacher: the student ticked homework. */
export const homeworkDone = defineNotification({
  kind: "homework-done",
  label: "Zrobione zadanie domowe",
  group: "homework",
  audience: ["Teacher"],
  optional: true,
  payload: lessonPayload,
  revalidate: (payload, moment) => whileLesson(payload, moment, (lesson) => lesson.status === "Zrealizowana"),
  message: (facts, context) => ({
    icon: "✅",
    subject: `Zadanie zrobione: ${facts.studentName}`,
    heading: "Zadanie domowe zrobione",
    paragraphs: [`${facts.studentName} oznaczył(a) zadanie z tej lekcji jako zrobione.`],
    details: lessonDetails(facts, context),
    action: toLessons(context),
  }),
  samples: [{ to: "Teacher", facts: SAMPLE_LESSON }],
});
