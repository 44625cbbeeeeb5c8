import { teacherRef } from "@korki/contracts/availability";
import { correctOutcomeInput, lessonRef, meetingLink } from "@korki/contracts/lessons";
import { sectionToWire, wireAvailability, wireSection } from "@korki/contracts/wire/availability";
import { lessonToWire, wireLesson, wireTeacherStatus } from "@korki/contracts/wire/lesson";
import { ownStudentToWire, wireOwnStudent } from "@korki/contracts/wire/person";
import { pageFromWire, wirePage } from "@korki/contracts/wire/query";
import { type RestRoute, route } from "./route";

const lessonParams = lessonRef.pick({ lessonId: true });

/** A teacher's students, lessons and availability (rules §25). */
export const TEACHER_LESSON_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/teacher/lessons",
    roles: ["Teacher"],
    procedure: "lessons.list",
    summary:
      "The teacher's own lessons by date, a thousand per `page`: the planned ones and the newest finished ones first",
    query: wirePage,
    answer: wireLesson.array(),
    paged: true,
    toInput: ({ query }) => pageFromWire(query),
    toAnswer: ({ items }) => items.map(lessonToWire),
  }),
  route({
    method: "GET",
    path: "/teacher/students",
    roles: ["Teacher"],
    procedure: "people.students",
    summary: "The teacher's own students",
    answer: wireOwnStudent.array(),
    toAnswer: (students) => students.map(ownStudentToWire),
  }),
  route({
    method: "PUT",
    path: "/teacher/lesson_status/{lessonId}",
    roles: ["Teacher"],
    procedure: "lessons.setStatus",
    summary: "Confirm, cancel (with a reason), complete an own lesson, or mark its student absent",
    params: lessonParams,
    body: wireTeacherStatus,
    example: { status: "Odwolana przez nauczyciela", cancelMessage: "Choroba" },
    answer: wireLesson,
    toInput: ({ params, body: { status, cancelMessage } }) => ({ ...params, status, reason: cancelMessage }),
    toAnswer: lessonToWire,
  }),
  route({
    method: "POST",
    path: "/lesson/{lessonId}/correct_outcome",
    roles: ["Teacher"],
    procedure: "lessons.correctOutcome",
    summary: "Correct an outcome that was marked by mistake, until the end of the next day",
    params: lessonParams,
    body: correctOutcomeInput.pick({ status: true }),
    example: { status: "Uczen nieobecny" },
    answer: wireLesson,
    toInput: ({ params, body }) => ({ ...params, ...body }),
    toAnswer: lessonToWire,
  }),
  route({
    method: "GET",
    path: "/teacher/generate_link/{lessonId}",
    roles: ["Teacher"],
    procedure: "lessons.generateLink",
    summary: "The meeting link of an own confirmed lesson, made at the first call",
    params: lessonParams,
    answer: meetingLink,
    toInput: ({ params }) => params,
    toAnswer: (link) => link,
  }),
  route({
    method: "GET",
    path: "/teacher/freeTime/{teacherId}",
    roles: ["Student", "Teacher", "Admin"],
    procedure: "availability.get",
    summary:
      "A teacher's weekly availability, both blocks inclusive; for the teacher, the own students and admins",
    params: teacherRef,
    answer: wireSection.array(),
    toInput: ({ params }) => params,
    toAnswer: (sections) => sections.map(sectionToWire),
  }),
  route({
    method: "PUT",
    path: "/teacher/freeTime",
    roles: ["Teacher"],
    procedure: "availability.save",
    summary: "Replace the weekly availability; lessons already booked stay",
    body: wireAvailability,
    example: [{ day: "pon", startBlockIndex: 2, endBlockIndex: 5 }],
    answer: wireSection.array(),
    toInput: ({ body }) => body,
    toAnswer: (sections) => sections.map(sectionToWire),
  }),
];
