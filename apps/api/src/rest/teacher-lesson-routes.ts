import { dayRef, daysPeriod, teacherRef } from "@korki/contracts/availability";
import { childRef } from "@korki/contracts/families";
import * as field from "@korki/contracts/fields";
import { correctOutcomeInput, lessonRef, meetingLink } from "@korki/contracts/lessons";
import {
  dayBodyFromWire,
  dayToWire,
  sectionToWire,
  wireAvailability,
  wireDay,
  wireDayBody,
  wireSection,
} from "@korki/contracts/wire/availability";
import { lessonToWire, wireLesson, wirePairChoice, wireTeacherStatus } from "@korki/contracts/wire/lesson";
import { wireOwnStudent } from "@korki/contracts/wire/person";
import { wirePage } from "@korki/contracts/wire/query";
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
    toAnswer: ({ items }) => items.map(lessonToWire),
  }),
  route({
    method: "GET",
    path: "/teacher/students",
    roles: ["Teacher"],
    procedure: "people.students",
    summary: "The teacher's own students",
    answer: wireOwnStudent.array(),
  }),
  route({
    method: "PUT",
    path: "/teacher/lesson_status/{lessonId}",
    roles: ["Teacher"],
    procedure: "lessons.setStatus",
    summary: "Confirm, cancel (with a reason), complete an own lesson, or mark its student absent",
    params: lessonParams,
    query: wirePairChoice,
    body: wireTeacherStatus,
    example: { status: "Odwolana przez nauczyciela", cancelMessage: "Choroba" },
    answer: wireLesson,
    toInput: ({ params, query, body: { status, cancelMessage } }) => ({
      ...params,
      ...query,
      status,
      reason: cancelMessage,
    }),
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
  }),
  route({
    method: "GET",
    path: "/teacher/freeTime/{teacherId}",
    procedure: "availability.get",
    summary:
      "A teacher's weekly availability, both blocks inclusive; for the teacher, the own students and admins; a parent names the child, `studentId`",
    params: teacherRef,
    query: childRef,
    answer: wireSection.array(),
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
    toAnswer: (sections) => sections.map(sectionToWire),
  }),
  route({
    method: "GET",
    path: "/teacher/days/{teacherId}",
    procedure: "availability.days",
    summary: "The dates on which a teacher's hours differ from the week, for whom the week is",
    params: teacherRef,
    query: daysPeriod.extend({ studentId: field.id.optional() }),
    answer: wireDay.array(),
    toAnswer: (days) => days.map(dayToWire),
  }),
  route({
    method: "PUT",
    path: "/teacher/days/{date}",
    procedure: "availability.saveDay",
    summary: "Add hours on one date or replace that date's hours; an administrator names the teacher",
    params: dayRef.pick({ date: true }),
    query: dayRef.pick({ teacherId: true }),
    body: wireDayBody,
    example: { replaces: false, sections: [{ startBlockIndex: 2, endBlockIndex: 5 }] },
    answer: wireDay,
    toInput: ({ params, query, body }) => ({ ...params, ...query, ...dayBodyFromWire(body) }),
    toAnswer: dayToWire,
  }),
  route({
    method: "DELETE",
    path: "/teacher/days/{date}",
    procedure: "availability.deleteDay",
    summary: "Make a date as the week is; an administrator names the teacher",
    params: dayRef.pick({ date: true }),
    query: dayRef.pick({ teacherId: true }),
    toAnswer: () => ({}),
  }),
];
