import { relationInput, teacherIdInput } from "@korki/contracts/admin-people";
import { erasedPerson, erasePersonInput, personData, personDataInput } from "@korki/contracts/privacy";
import {
  personEditFromWire,
  teacherSubjectsFromWire,
  wirePeopleQuery,
  wirePersonEdit,
  wireTeacherSubjects,
} from "@korki/contracts/wire/admin-person";
import { profileToWire, wireProfile } from "@korki/contracts/wire/profile";
import type { TeacherSubject } from "@korki/domain";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

const subjectsToWire = ({ subjects }: { subjects: TeacherSubject[] }) =>
  subjects.map(({ subject, level }) => ({ name: subject, level }));

/** Teachers, students and their relations (rules §25). */
export const ADMIN_PEOPLE_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/students",
    procedure: "adminPeople.studentProfiles",
    summary: "All students by surname, disabled ones too; a thousand per `page`, narrowed by `search`",
    query: wirePeopleQuery,
    answer: wireProfile.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(profileToWire),
  }),
  route({
    method: "GET",
    path: "/admin/teachers",
    procedure: "adminPeople.teacherProfiles",
    summary: "All teachers by surname, disabled ones too; a thousand per `page`, narrowed by `search`",
    query: wirePeopleQuery,
    answer: wireProfile.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(profileToWire),
  }),
  route({
    method: "POST",
    path: "/admin/add_relation_student_teacher",
    procedure: "adminPeople.relate",
    summary: "Assign a student to a teacher",
    body: relationInput,
    example: { teacherId: EXAMPLE_ID, studentId: EXAMPLE_ID },
    answer: relationInput,
  }),
  route({
    method: "POST",
    path: "/admin/delete_relation_student_teacher",
    procedure: "adminPeople.unrelate",
    summary: "Take a student from a teacher; their planned lessons stay",
    body: relationInput,
    example: { teacherId: EXAMPLE_ID, studentId: EXAMPLE_ID },
  }),
  route({
    method: "POST",
    path: "/admin/update_teacher",
    about: "teacher",
    procedure: "adminPeople.update",
    takesIdempotencyKey: true,
    summary:
      "Edit a teacher's name, surname, e-mail, phone and `isDisabled`; nothing else of the object counts",
    body: wirePersonEdit,
    example: {
      _id: EXAMPLE_ID,
      name: "Olga",
      surname: "Nowa",
      email: "olga@example.pl",
      phone: "+48700800900",
      isDisabled: false,
    },
    answer: wireProfile,
    toInput: ({ body }) => personEditFromWire("Teacher", body),
    toAnswer: profileToWire,
  }),
  route({
    method: "POST",
    path: "/admin/update_student",
    procedure: "adminPeople.update",
    takesIdempotencyKey: true,
    summary:
      "Edit a student's name, surname, e-mail, phones and `isDisabled`; nothing else of the object counts",
    body: wirePersonEdit,
    example: {
      _id: EXAMPLE_ID,
      name: "Olga",
      surname: "Nowa",
      email: "olga@example.pl",
      phone: "+48700800900",
      phoneParent: "",
      isDisabled: false,
    },
    answer: wireProfile,
    toInput: ({ body }) => personEditFromWire("Student", body),
    toAnswer: profileToWire,
  }),
  route({
    method: "GET",
    path: "/admin/teacher_subject/{teacherId}",
    procedure: "adminPeople.teacherSubjects",
    summary: "What a teacher teaches",
    params: teacherIdInput,
    answer: wireTeacherSubjects,
    toAnswer: subjectsToWire,
  }),
  route({
    method: "PUT",
    path: "/admin/teacher_subject/{teacherId}",
    procedure: "adminPeople.saveTeacherSubjects",
    summary: "Say what a teacher teaches; the list takes the place of the one before",
    params: teacherIdInput,
    body: wireTeacherSubjects,
    example: [{ name: "Polski", level: "szkolaP" }],
    answer: wireTeacherSubjects,
    toInput: ({ params, body }) => teacherSubjectsFromWire(params.teacherId, body),
    toAnswer: subjectsToWire,
  }),
];

/** A person's data on request (RODO). */
export const PRIVACY_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/admin/person_data/{userId}",
    procedure: "adminPrivacy.exportPerson",
    summary: "Everything kept about a person; that the copy was made is kept in the history",
    params: personDataInput,
    answer: personData,
  }),
  route({
    method: "POST",
    path: "/admin/erase_person/{userId}",
    procedure: "adminPrivacy.erasePerson",
    summary:
      'Erase who a person was; lessons and money stay. With planned lessons, `plannedLessons: "cancel"` is required',
    params: personDataInput,
    body: erasePersonInput.omit({ userId: true }),
    answer: erasedPerson,
    example: { plannedLessons: "cancel" },
  }),
];
