import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { NotifiedLesson } from "../kinds";
import { screenUrl } from "../links";
import type { Message, Surroundings } from "../message";

type Details = NonNullable<Message["details"]>;

/** When, what, and with whom: the other person from where the recipient stands, both for anybody else. */
export function lessonDetails(lesson: NotifiedLesson, { recipientRole }: Surroundings): Details {
  return [
    { label: "Termin", value: longSlot(lesson.date, lesson.block) },
    { label: "Przedmiot", value: subjectWithLevel(lesson) },
    ...(recipientRole === "Student" ? [] : [{ label: "Uczeń", value: lesson.studentName }]),
    ...(recipientRole === "Teacher" ? [] : [{ label: "Nauczyciel", value: lesson.teacherName }]),
  ];
}

/** The way to one's lessons. */
export function toLessons({ publicUrl }: Surroundings, label = "Zobacz swoje zajęcia"): Message["action"] {
  return { label, url: screenUrl(publicUrl, "lessons") };
}

/** A line of details, left out where there is nothing to say. */
export function detail(label: string, value: string): Details {
  return value.trim() === "" ? [] : [{ label, value }];
}

/** Leads into the meeting where there is a link, else to one's lessons. */
export function meetingActions(
  meetingLink: string,
  around: Surroundings,
): Pick<Message, "action" | "secondary"> {
  const lessons = toLessons(around);
  if (meetingLink === "") return { action: lessons };
  return { action: { label: "Dołącz do spotkania", url: meetingLink }, secondary: lessons };
}
