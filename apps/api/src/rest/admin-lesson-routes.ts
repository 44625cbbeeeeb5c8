import { lessonRef } from "@korki/contracts/lessons";
import { openedTrialAccount, openTrialAccountBody, trialIdInput } from "@korki/contracts/trial-lessons";
import {
  adminLessonToWire,
  lessonEditFromWire,
  newLessonFromWire,
  wireLessonEdit,
  wireLessonFilters,
  wireNewLesson,
} from "@korki/contracts/wire/admin-lesson";
import { wireLesson, wirePairChoice } from "@korki/contracts/wire/lesson";
import { wirePage } from "@korki/contracts/wire/query";
import {
  newTrialFromWire,
  trialLessonToWire,
  wireNewTrial,
  wireTrialLesson,
} from "@korki/contracts/wire/trial-lesson";
import { EXAMPLE_ID, EXAMPLE_LESSON, EXAMPLE_SLOT, type RestRoute, route } from "./route";

const lessonParams = lessonRef.pick({ lessonId: true });

/** Lessons and trial lessons (rules §25). */
export const ADMIN_LESSON_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/lessons",
    procedure: "adminLessons.list",
    summary:
      "All lessons, the latest first; a thousand per `page`, narrowed by teacher, student, day, month, year",
    query: wireLessonFilters,
    answer: wireLesson.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(adminLessonToWire),
  }),
  route({
    method: "PUT",
    path: "/admin/lesson",
    procedure: "adminLessons.create",
    summary:
      "Make a lesson, in the past too, or with `blocks: 2` a double one; 409 where the teacher or the student is busy then",
    body: wireNewLesson,
    example: { ...EXAMPLE_LESSON, studentId: EXAMPLE_ID },
    answer: wireLesson,
    toInput: ({ body }) => newLessonFromWire(body),
    toAnswer: adminLessonToWire,
  }),
  route({
    method: "POST",
    path: "/admin/lesson/{lessonId}",
    procedure: "adminLessons.update",
    summary:
      "Edit a lesson, with `pair=both` both of a double one: any status, any free block; what is left out stays as it is",
    params: lessonParams,
    query: wirePairChoice,
    body: wireLessonEdit,
    example: { status: "Zrealizowana", description: "Optyka", ...EXAMPLE_SLOT },
    answer: wireLesson,
    toInput: ({ params, query, body }) => ({ ...lessonEditFromWire(params.lessonId, body), ...query }),
    toAnswer: adminLessonToWire,
  }),
  route({
    method: "DELETE",
    path: "/admin/lesson/{lessonId}",
    procedure: "adminLessons.delete",
    summary: "Delete a lesson; its history stays",
    params: lessonParams.transform(({ lessonId }) => ({ id: lessonId })),
  }),
  route({
    method: "GET",
    path: "/admin/get_trial_lessons",
    procedure: "trialLessons.list",
    summary: "All trial lessons, requests that wait first, then the newest; a thousand per `page`",
    query: wirePage,
    answer: wireTrialLesson.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(trialLessonToWire),
  }),
  route({
    method: "PUT",
    path: "/admin/add_trial_lesson",
    procedure: "trialLessons.add",
    summary: "Make a scheduled trial lesson; 409 where the teacher is busy then",
    body: wireNewTrial,
    example: EXAMPLE_LESSON,
    answer: wireTrialLesson,
    toInput: ({ body }) => newTrialFromWire(body),
    toAnswer: trialLessonToWire,
  }),
  route({
    method: "POST",
    path: "/admin/trial_lesson/{id}/account",
    procedure: "trialLessons.openAccount",
    summary:
      "Make a pupil of a trial request: accounts with invitations, and the relation to the trial's teacher",
    params: trialIdInput,
    body: openTrialAccountBody,
    example: {
      name: "Kasia",
      surname: "Nowa",
      email: "kasia@example.pl",
      parent: { name: "Ewa", surname: "Nowa", email: "ewa@example.pl" },
    },
    answer: openedTrialAccount,
  }),
];
