import { blockAt, blockEnd, isPlanned, roomPath } from "@korki/domain";
import { defineNotification } from "../define-notification";
import { isUnmoved, lessonDetails, lessonPayload, SAMPLE_LESSON, toLesson, whileLesson } from "../lessons";

/** To both sides, minutes after the start: somebody waits in the lesson's room without the teacher (rules §30). */
export const teacherAbsent = defineNotification({
  kind: "teacher-absent",
  label: "Nauczyciela nie ma w sali",
  group: "lessons",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "urgent",
  tellsPayer: true,
  payload: lessonPayload,
  async revalidate(payload, moment) {
    const isHeld = moment.now < blockEnd(payload.date, payload.block);
    if (!isHeld || (await moment.lookups.isTeacherThere(payload.lessonId))) return null;
    return whileLesson(payload, moment, (lesson) => isUnmoved(lesson, payload) && isPlanned(lesson.status));
  },
  message(facts, context) {
    const { publicUrl, contactPhone, recipientRole } = context;
    const { start } = blockAt(facts.block);
    const isTeacher = recipientRole === "Teacher";
    return {
      icon: "⏳",
      subject: isTeacher
        ? `Czekają na Ciebie w sali: ${facts.subject}, ${start}`
        : `Nauczyciela nie ma jeszcze w sali: ${facts.subject}, ${start}`,
      heading: isTeacher ? "Czekają na Ciebie w sali" : "Nauczyciela nie ma jeszcze w sali",
      paragraphs: isTeacher
        ? [`Lekcja zaczęła się o ${start}. Wejdź do sali albo napisz, co się dzieje.`]
        : [
            `Lekcja zaczęła się o ${start}. Powiadomiliśmy nauczyciela i biuro.`,
            `Jeśli to potrwa dłużej, zadzwoń: ${contactPhone}.`,
          ],
      details: lessonDetails(facts, context),
      action: { label: "Wejdź do sali", url: publicUrl + roomPath(facts.lessonId) },
      secondary: toLesson(facts, context),
    };
  },
  samples: [
    { to: "Student", facts: SAMPLE_LESSON },
    { to: "Teacher", facts: SAMPLE_LESSON },
  ],
});
