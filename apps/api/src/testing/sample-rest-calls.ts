import { PASSWORD } from "@korki/services/testing/people";
import type { Thing } from "../../policy";
import { statusFor, wireSlot } from "./sample-trpc-calls";
import type { CallerName, World } from "./world";

/** What goes into a REST call, before it is one. */
export type SampleParts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
};

export type SampleRestCall = {
  /** What the call is about, where that is another thing than its procedure's. */
  about?: Thing;
  parts(world: World, id: string, caller: CallerName): SampleParts;
};

const plain = (parts: SampleParts = {}): SampleRestCall => ({ parts: () => parts });
const named = (variable: string, body?: unknown): SampleRestCall => ({
  parts: (_world, id) => ({ params: { [variable]: id }, ...(body === undefined ? {} : { body }) }),
});
const made = (parts: SampleRestCall["parts"]): SampleRestCall => ({ parts });
const month = { month: 5, year: 2026 };
const pair = { subject: "Fizyka", subjectLevel: "liceumP" };
const person = (id: string) => ({
  _id: id,
  name: "Olga",
  surname: "Nowa",
  email: "olga@example.pl",
  phone: "+48700800900",
  isDisabled: false,
});

/** A good call of every REST route, by method and path. */
export const SAMPLE_REST_CALLS: Record<string, SampleRestCall> = {
  "GET /user/profile": plain(),
  "POST /user/create": plain({
    body: {
      name: "Nowy",
      surname: "Uczeń",
      email: "nowy@example.pl",
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      userType: "Student",
      phone: "+48600100200",
    },
  }),
  "GET /user/confirm/{token}": made(({ tokens }) => ({ params: { token: tokens.confirm } })),
  "POST /user/login": made(({ people }) => ({
    body: { email: people.student.email, password: PASSWORD },
  })),
  "POST /user/refresh": made(({ people }) => ({ body: { refreshToken: people.otherStudent.refreshToken } })),
  "POST /user/logout": made(({ people }) => ({ body: { refreshToken: people.otherStudent.refreshToken } })),
  "POST /user/regen_password": made(({ people }) => ({ body: { email: people.student.email } })),
  "POST /user/regen_password_confirm": made(({ tokens }) => ({
    body: { password: "Zupelnie1Nowe", confirmId: tokens.reset },
  })),
  "PUT /user/update": plain({ body: { name: "Inne", surname: "Nowe", phone: "+48700800900" } }),
  "GET /user/telegram/confirm": made(({ telegramCode }) => ({ query: { telegramCode } })),

  "GET /user/contacts": plain({ query: { search: "Nina", page: "1" } }),
  "GET /user/unread_messages": plain(),
  "GET /user/messages/{id}": {
    parts: (_world, id) => ({ params: { id }, query: { before: "9", limit: "5" } }),
  },

  "GET /student/teachers": plain(),
  "GET /student/lessons": plain(),
  "GET /student/avaiable_lessons": plain(),
  "GET /student/input_payment": plain({ query: { page: "1" } }),
  "GET /teacher/freeBlocks/{teacherId}": named("teacherId"),
  "PUT /student/reserve_lesson": made((world, teacherId, caller) => ({
    body: {
      teacherId,
      studentId: world.people[caller === "visitor" ? "student" : caller].id,
      ...wireSlot(world),
      description: "Optyka",
      ...pair,
      title: "Fizyka",
    },
  })),
  "POST /student/lesson_cancel/{lessonId}": named("lessonId", {}),
  "PUT /student/lesson_status/{lessonId}": made((_world, lessonId) => ({
    params: { lessonId },
    body: { status: statusFor("student") },
  })),

  "GET /teacher/lessons": plain(),
  "GET /teacher/students": plain(),
  "PUT /teacher/lesson_status/{lessonId}": made((_world, lessonId) => ({
    params: { lessonId },
    body: { status: "Odwolana przez nauczyciela", cancelMessage: "Choroba" },
  })),
  "GET /teacher/generate_link/{lessonId}": named("lessonId"),
  "GET /teacher/freeTime/{teacherId}": named("teacherId"),
  "PUT /teacher/freeTime": plain({ body: [{ day: "pon", startBlockIndex: 2, endBlockIndex: 5 }] }),
  "GET /teacher/output_payment": plain({ query: { page: "1" } }),
  "GET /teacher/payment_statistics": plain(),
  "POST /teacher/monthly_statistics": plain({ body: month }),

  "GET /admin/students": plain({ query: { search: "Ola", page: "1" } }),
  "GET /admin/teachers": plain({ query: { search: "Nina", page: "1" } }),
  "GET /admin/lessons": plain({ query: { day: "4", month: "5", year: "2026", page: "1" } }),
  "GET /admin/get_trial_lessons": plain({ query: { page: "1" } }),
  "POST /admin/add_relation_student_teacher": made(({ people }, teacherId) => ({
    body: { teacherId, studentId: people.otherStudent.id },
  })),
  "POST /admin/delete_relation_student_teacher": made(({ people }, teacherId) => ({
    body: { teacherId, studentId: people.student.id },
  })),
  "GET /admin/output_payment/{teacherId}": named("teacherId"),
  "DELETE /admin/output_payment/{paymentId}": named("paymentId"),
  "POST /admin/output_payment": made((_world, teacherId) => ({
    body: { teacherId, moneyAmount: 60, desc: "wyplata" },
  })),
  "GET /admin/teacher_statistics/{teacherId}": named("teacherId"),
  "POST /admin/monthly_statistics/{teacherId}": named("teacherId", month),
  "GET /admin/teacher_subject/{teacherId}": named("teacherId"),
  "PUT /admin/teacher_subject/{teacherId}": named("teacherId", [{ name: "Polski", level: "szkolaP" }]),
  "POST /admin/update_teacher": { about: "teacher", parts: (_world, id) => ({ body: person(id) }) },
  "POST /admin/update_student": made((_world, id) => ({ body: { ...person(id), phoneParent: "" } })),
  "GET /admin/input_payment/{studentId}": named("studentId"),
  "DELETE /admin/input_payment/{paymentId}": named("paymentId"),
  "POST /admin/input_payment": made((_world, studentId) => ({
    body: { studentId, moneyAmount: 90, desc: "wplata", lessonAmount: 1, ...pair },
  })),
  "GET /admin/person_data/{userId}": named("userId"),
  "POST /admin/erase_person/{userId}": named("userId"),
  "GET /admin/student_statistics/{studentId}": named("studentId"),
  "POST /admin/lesson/{lessonId}": made((world, lessonId) => ({
    params: { lessonId },
    body: { status: "Zrealizowana", description: "Optyka", ...wireSlot(world) },
  })),
  "DELETE /admin/lesson/{lessonId}": named("lessonId"),
  "PUT /admin/lesson": made((world, teacherId) => ({
    body: { teacherId, studentId: world.people.student.id, ...wireSlot(world), ...pair },
  })),
  "PUT /admin/add_trial_lesson": made((world, teacherId) => ({
    body: { teacherId, ...wireSlot(world), ...pair },
  })),
  "POST /admin/company_statistics": plain({ body: month }),

  "POST /other/add_form_trial_lesson": plain({
    body: {
      ...pair,
      email: "nowy.gosc@example.pl",
      description: "",
      studentPhone: "+48600100200",
      parentPhone: "",
    },
  }),
};
