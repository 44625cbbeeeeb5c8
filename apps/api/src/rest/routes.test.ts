import { expect, test } from "vitest";
import { procedureOf } from "../trpc/procedures";
import { REST_ROUTES } from "./routes";

/** Every REST call of rules §25, as written there. */
const SPECIFIED = `
  GET /user/profile
  POST /user/create
  POST /user/login
  POST /user/regen_password
  POST /user/regen_password_confirm
  PUT /user/update
  GET /user/telegram/confirm
  POST /user/confirm/{token}
  POST /user/refresh
  POST /user/logout
  GET /user/contacts
  GET /user/unread_messages
  GET /user/messages/{id}
  GET /user/contacts
  GET /user/unread_messages
  GET /user/messages/{id}
  GET /student/teachers
  GET /student/lessons
  GET /student/avaiable_lessons
  GET /teacher/freeBlocks/{teacherId}
  POST /lesson/preview
  PUT /student/reserve_lesson
  POST /student/lesson_cancel/{lessonId}
  PUT /student/lesson_status/{lessonId}
  GET /student/input_payment
  GET /teacher/lessons
  GET /teacher/students
  PUT /teacher/lesson_status/{lessonId}
  GET /teacher/generate_link/{lessonId}
  GET /teacher/freeTime/{teacherId}
  PUT /teacher/freeTime
  GET /teacher/output_payment
  GET /teacher/payment_statistics
  POST /teacher/monthly_statistics
  GET /admin/students
  GET /admin/teachers
  GET /admin/lessons
  GET /admin/get_trial_lessons
  POST /admin/add_relation_student_teacher
  POST /admin/delete_relation_student_teacher
  GET /admin/output_payment/{teacherId}
  DELETE /admin/output_payment/{paymentId}
  POST /admin/output_payment
  GET /admin/teacher_statistics/{teacherId}
  POST /admin/monthly_statistics/{teacherId}
  GET /admin/teacher_subject/{teacherId}
  PUT /admin/teacher_subject/{teacherId}
  POST /admin/update_teacher
  POST /admin/update_student
  GET /admin/input_payment/{studentId}
  DELETE /admin/input_payment/{paymentId}
  POST /admin/input_payment
  GET /admin/student_statistics/{studentId}
  POST /admin/lesson/{lessonId}
  DELETE /admin/lesson/{lessonId}
  PUT /admin/lesson
  PUT /admin/add_trial_lesson
  POST /admin/company_statistics
  POST /other/add_form_trial_lesson
`;

const specified = SPECIFIED.trim()
  .split("\n")
  .map((line) => line.trim());
const rows = REST_ROUTES.map(({ method, path }) => `${method} ${path}`);

test("every route of the specification is in the table, once", () => {
  expect(specified.filter((route) => !rows.includes(route))).toEqual([]);
  expect(new Set(rows).size).toBe(rows.length);
});

test("every row leads to a procedure with declared access", () => {
  for (const { procedure } of REST_ROUTES) expect(procedureOf(procedure).meta.roles).toBeTruthy();
});
