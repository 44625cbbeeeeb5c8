import { teacherRef } from "@korki/contracts/availability";
import { consequence } from "@korki/contracts/consequence";
import { childRef } from "@korki/contracts/families";
import { lessonRef } from "@korki/contracts/lessons";
import { watchRef } from "@korki/contracts/watches";
import { freeDayToWire, wireFreeDay, wireNewWatch, wireWatch } from "@korki/contracts/wire/availability";
import {
  availableLessonsToWire,
  lessonToWire,
  wireAvailableLessons,
  wireBooking,
  wireLesson,
  wirePairChoice,
  wireStudentStatus,
} from "@korki/contracts/wire/lesson";
import { ownTeacherToWire, wireOwnTeacher } from "@korki/contracts/wire/person";
import { wirePage } from "@korki/contracts/wire/query";
import { EXAMPLE_BOOKING, type RestRoute, route } from "./route";

const lessonParams = lessonRef.pick({ lessonId: true });

/** A student's teachers, lessons and bookings (rules §25). */
export const STUDENT_LESSON_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/student/teachers",
    roles: ["Student"],
    procedure: "people.teachers",
    summary: "The student's own teachers and what they teach",
    answer: wireOwnTeacher.array(),
    toAnswer: (teachers) => teachers.map(ownTeacherToWire),
  }),
  route({
    method: "GET",
    path: "/student/lessons",
    roles: ["Student"],
    procedure: "lessons.list",
    summary:
      "The student's own lessons by date, a thousand per `page`: the planned ones and the newest finished ones first",
    query: wirePage,
    answer: wireLesson.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(lessonToWire),
  }),
  route({
    method: "GET",
    path: "/student/avaiable_lessons",
    roles: ["Student"],
    procedure: "lessons.available",
    summary: "Lessons paid for and not used, per subject and level; below zero: lessons owed",
    answer: wireAvailableLessons.array(),
    toAnswer: (rows) => rows.map(availableLessonsToWire),
  }),
  route({
    method: "GET",
    path: "/teacher/freeBlocks/{teacherId}",
    procedure: "availability.freeDays",
    summary:
      "Days with free blocks of a teacher, from today to the booking horizon; a parent names the child, `studentId`",
    params: teacherRef,
    query: childRef,
    answer: wireFreeDay.array(),
    toAnswer: (days) => days.map(freeDayToWire),
  }),
  route({
    method: "POST",
    path: "/lesson/preview",
    procedure: "lessons.previewBooking",
    summary:
      "What a booking would mean: its price, what is paid for, and until when it can be cancelled free",
    body: wireBooking,
    example: EXAMPLE_BOOKING,
    answer: consequence,
  }),
  route({
    method: "PUT",
    path: "/student/reserve_lesson",
    roles: ["Student"],
    procedure: "lessons.book",
    summary: "Book a lesson for oneself; of several who want one block exactly one gets it, the others 409",
    body: wireBooking,
    example: EXAMPLE_BOOKING,
    answer: wireLesson,
    toAnswer: lessonToWire,
  }),
  route({
    method: "POST",
    path: "/student/lesson_cancel/{lessonId}",
    roles: ["Student"],
    procedure: "lessons.delete",
    summary: "Delete an own lesson that is not confirmed yet",
    params: lessonParams,
    query: wirePairChoice,
  }),
  route({
    method: "PUT",
    path: "/student/lesson_status/{lessonId}",
    roles: ["Student"],
    procedure: "lessons.setStatus",
    summary:
      "Cancel an own confirmed lesson before it starts: `Odwolana przez ucznia`; any other status is 409",
    params: lessonParams,
    query: wirePairChoice,
    body: wireStudentStatus,
    example: { status: "Odwolana przez ucznia" },
    answer: wireLesson,
    toAnswer: lessonToWire,
  }),
  route({
    method: "GET",
    path: "/student/watches",
    procedure: "watches.list",
    summary: "What the student waits for, with the place in the line; a parent names the child, `studentId`",
    query: childRef,
    answer: wireWatch.array(),
  }),
  route({
    method: "PUT",
    path: "/student/watches",
    procedure: "watches.add",
    summary: "Wait for a slot of a teacher that becomes free; at most three at once, at most 60 days",
    body: wireNewWatch,
    answer: wireWatch,
  }),
  route({
    method: "DELETE",
    path: "/student/watches/{id}",
    procedure: "watches.remove",
    summary: "Wait no longer; what is held is free for the next",
    params: watchRef,
  }),
];
