import { dateParts } from "@korki/domain";
import { PASSWORD } from "@korki/services/testing/people";
import type { CallerName, World } from "./world";

/**
 * A good input of a procedure.
 *
 * @param id of the thing that the call is about (see the policy), where it is about one
 * @param caller who will call
 */
export type SampleInput = (world: World, id: string, caller: CallerName) => unknown;

const none: SampleInput = () => undefined;
const empty: SampleInput = () => ({});
const about =
  (name: string): SampleInput =>
  (_world, id) => ({ [name]: id });
const month = { month: 5, year: 2026 };
const slot = (world: World) => ({ date: world.inDays(7), block: 10 });
const pair = { subject: "Fizyka", level: "liceumP" } as const;
const proposal: SampleInput = (world, lessonId) => ({
  lessonId,
  proposalId: world.proposals[lessonId] ?? lessonId,
});

/** A good input for every procedure, by its name. */
export const SAMPLE_INPUTS: Record<string, SampleInput> = {
  "centre.info": none,

  "account.register": () => ({
    name: "Nowy",
    surname: "Uczeń",
    email: "nowy@example.pl",
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    role: "Student",
    phone: "+48600100200",
  }),
  "account.confirmEmail": ({ tokens }) => ({ token: tokens.confirm }),
  "account.login": ({ people }) => ({ email: people.student.email, password: PASSWORD }),
  "account.refresh": ({ people }) => ({ refreshToken: people.otherStudent.refreshToken }),
  "account.logout": ({ people }) => ({ refreshToken: people.otherStudent.refreshToken }),
  "account.requestRecovery": ({ people }) => ({ email: people.student.email }),
  "account.resetPassword": ({ tokens }) => ({ password: "Zupelnie1Nowe", confirmId: tokens.reset }),
  "account.profile": none,
  "account.updateProfile": () => ({ surname: "Nowe", phone: "+48700800900" }),
  "account.connectTelegram": ({ telegramCode }) => ({ code: telegramCode }),
  "account.disconnectTelegram": none,

  "notifications.preferences": none,
  // Parents hear of nothing yet, so there is nothing that they could choose.
  "notifications.savePreferences": (_world, _id, caller) =>
    caller === "parent" ? [] : [{ kind: "unread-messages", telegram: true, email: false }],
  "notifications.list": () => ({ search: "Anna", page: 1, pageSize: 10 }),
  "notifications.resend": about("id"),

  "people.teachers": none,
  "people.students": none,

  "availability.freeDays": about("teacherId"),
  "availability.get": about("teacherId"),
  "availability.save": () => [{ day: "pon", startBlock: 2, endBlock: 5 }],

  "lessons.mine": () => ({ group: "planned", limit: 10 }),
  "lessons.list": none,
  "lessons.week": (world) => ({ from: world.inDays(0) }),
  "lessons.available": none,
  "lessons.get": about("lessonId"),
  "lessons.book": (world, teacherId) => ({ teacherId, ...slot(world), ...pair, description: "Optyka" }),
  "lessons.delete": about("lessonId"),
  "lessons.confirm": about("lessonId"),
  "lessons.cancel": (_world, lessonId) => ({ lessonId, reason: "Choroba" }),
  "lessons.complete": about("lessonId"),
  "lessons.markAbsent": about("lessonId"),
  "lessons.setStatus": (_world, lessonId, caller) => ({ lessonId, status: statusFor(caller) }),
  "lessons.generateLink": about("lessonId"),
  "lessons.proposeReschedule": (world, lessonId) => ({ lessonId, ...slot(world) }),
  "lessons.acceptReschedule": proposal,
  "lessons.declineReschedule": proposal,
  "lessons.withdrawReschedule": proposal,

  "calendar.address": none,
  "calendar.createAddress": none,
  "calendar.revokeAddress": none,

  "chat.contacts": () => ({ search: "", page: 1, pageSize: 25 }),
  "chat.unread": none,
  "chat.history": (_world, userId) => ({ userId, limit: 10 }),
  "chat.send": (_world, recipientId) => ({ recipientId, text: "Dzień dobry", clientKey: "moja-1" }),
  "chat.markRead": ({ people }) => ({ userId: people.teacher.id, upTo: 1 }),

  "payments.mine": empty,
  "payments.ofStudent": about("studentId"),
  "payments.add": (_world, studentId) => ({
    studentId,
    moneyAmount: 90,
    lessonAmount: 1,
    ...pair,
    description: "wplata",
  }),
  "payments.void": about("id"),
  "payouts.mine": empty,
  "payouts.ofTeacher": about("teacherId"),
  "payouts.add": (_world, teacherId) => ({ teacherId, moneyAmount: 60, description: "wyplata" }),
  "payouts.void": about("id"),

  "prices.get": none,
  "prices.save": () => ({ prices: [{ level: "liceumP", price: 95, rate: 61, version: 0 }] }),

  "statistics.myOverall": none,
  "statistics.myMonth": () => month,
  "statistics.teacherOverall": about("teacherId"),
  "statistics.teacherMonth": (_world, teacherId) => ({ teacherId, ...month }),
  "statistics.student": about("studentId"),
  "statistics.companyMonth": () => month,
  "statistics.companyYear": () => month,

  "history.list": (world) => ({ entity: "lesson", from: "2026-01-01", to: world.inDays(0), limit: 10 }),
  "exports.lessons": () => ({ year: 2026 }),
  "exports.payments": () => ({ from: "2026-01-01", to: "2026-12-31" }),
  "exports.payouts": () => ({ from: "2026-01-01", to: "2026-12-31" }),
  "exports.companyMonth": () => month,

  "adminPeople.teachers": () => ({ search: "Nina", sort: "name", direction: "asc", page: 1, pageSize: 10 }),
  "adminPeople.students": () => ({ search: "Ola", sort: "email", showDisabled: true }),
  "adminPeople.parents": empty,
  "adminPeople.admins": empty,
  "adminPeople.teacherProfiles": () => ({ search: "Nina" }),
  "adminPeople.studentProfiles": empty,
  "adminPrivacy.exportPerson": about("userId"),
  "adminPrivacy.erasePerson": about("userId"),

  "adminPeople.get": about("id"),
  "adminPeople.update": (_world, id) => ({
    id,
    version: 0,
    name: "Olga",
    surname: "Nowa",
    email: "olga@example.pl",
    phone: "+48700800900",
    phoneParent: "",
    isDisabled: false,
  }),
  "adminPeople.create": () => ({
    role: "Parent",
    name: "Roman",
    surname: "Nowy",
    email: "roman@example.pl",
    phone: "+48700800900",
    phoneParent: "",
  }),
  "adminPeople.related": about("id"),
  "adminPeople.relationCandidates": (_world, id) => ({ id, search: "Nina", page: 1, pageSize: 10 }),
  "adminPeople.relate": ({ people }, teacherId) => ({ teacherId, studentId: people.otherStudent.id }),
  "adminPeople.unrelate": ({ people }, teacherId) => ({ teacherId, studentId: people.student.id }),
  "adminPeople.teacherSubjects": about("teacherId"),
  "adminPeople.saveTeacherSubjects": (_world, teacherId) => ({ teacherId, subjects: [pair] }),
  "adminPeople.availability": about("teacherId"),

  "adminLessons.list": () => ({ year: 2026, month: 5, day: 4, direction: "asc", page: 1, pageSize: 10 }),
  "adminLessons.get": about("id"),
  "adminLessons.create": (world, teacherId) => ({
    teacherId,
    studentId: world.people.student.id,
    ...slot(world),
    ...pair,
    description: "Optyka",
  }),
  "adminLessons.update": (world, id) => ({
    id,
    version: 1,
    ...slot(world),
    status: "Zrealizowana",
    description: "Optyka",
  }),
  "adminLessons.delete": about("id"),
  "adminLessons.calendar": (world) => ({
    from: world.inDays(0),
    to: world.inDays(6),
    teacherId: world.people.teacher.id,
  }),
  "adminLessons.freeBlocks": (world, teacherId) => ({
    teacherId,
    date: world.inDays(5),
    studentId: world.people.student.id,
    exceptLessonId: world.things.confirmedLesson.id,
  }),

  "trialLessons.request": () => ({
    ...pair,
    email: "nowy.gosc@example.pl",
    description: "Chcę zdać maturę",
    studentPhone: "+48600100200",
    parentPhone: "",
  }),
  "trialLessons.list": () => ({ status: "Nowa", search: "gosc" }),
  "trialLessons.get": about("id"),
  "trialLessons.schedule": (world, id) => ({
    id,
    version: 0,
    teacherId: world.people.teacher.id,
    ...slot(world),
  }),
  "trialLessons.update": (_world, id) => ({
    id,
    version: 0,
    status: "Odwolana",
    name: "Kasia",
    description: "",
    email: "inny.gosc@example.pl",
    studentPhone: "",
    parentPhone: "+48600100200",
  }),
  "trialLessons.add": (world, teacherId) => ({
    teacherId,
    ...slot(world),
    ...pair,
    name: "Kasia",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  }),
  "trialLessons.teacherCandidates": (world) => ({ ...pair, ...slot(world) }),
};

/** What a student, and what everybody else, may make of a confirmed lesson. */
export function statusFor(caller: CallerName): string {
  return caller.toLowerCase().endsWith("student") ? "Odwolana przez ucznia" : "Uczen nieobecny";
}

/** The sample slot with the specification's names. */
export function wireSlot(world: World) {
  const { date, block } = slot(world);
  const { day, month: dateMonth, year } = dateParts(date);
  return { dateDay: day, dateMonth, dateYear: year, blockIndex: block };
}
