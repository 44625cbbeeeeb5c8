import { addPasskeyInput, passkeyLoginInput } from "@korki/contracts/account-security";
import type { LessonStatus } from "@korki/domain";
import { PASSWORD } from "@korki/services/testing/people";
import type { InputOf, ProcedurePath } from "../trpc/procedures";
import { type CallerName, studentFor } from "./callers";
import type { Fixtures } from "./fixtures";
import { sampleSeries } from "./lesson-fixtures";
import { OVERPAID } from "./money-fixtures";

/**
 * A good input of a procedure.
 *
 * @param id of the resource that the call addresses, if there is one
 * @param caller who will call
 */
type Sample<P extends ProcedurePath> = (fixtures: Fixtures, id: string, caller: CallerName) => InputOf<P>;

/** A blue square of 64 pixels, as PNG. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEUdTthVdjWUAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC";
/** A file of one student. */
const IMPORTED = Buffer.from("Imię;E-mail\nZofia;zofia.z.pliku@example.pl\n").toString("base64");
const month = { month: 5, year: 2026 };
export const slot = (fixtures: Fixtures) => ({ date: fixtures.inDays(7), block: 10 });
const pair = { subject: "Fizyka", level: "liceumP" } as const;
/** Parents name a child; other roles name no student. */
export const child = ({ people }: Fixtures, studentId: string, caller: CallerName): { studentId?: string } =>
  caller !== "visitor" && people[caller].role === "Parent" ? { studentId } : {};
const isAdmin = ({ people }: Fixtures, caller: CallerName) =>
  caller !== "visitor" && people[caller].role === "Admin";
const proposal = (fixtures: Fixtures, lessonId: string) => ({
  lessonId,
  proposalId: fixtures.proposals[lessonId] ?? lessonId,
});

const booking = (fixtures: Fixtures, teacherId: string, caller: CallerName) => ({
  teacherId,
  ...child(fixtures, studentFor(fixtures, caller).id, caller),
  ...slot(fixtures),
  ...pair,
  description: "Optyka",
});

/**
 * Inputs that cannot be derived. A procedure needs none here if it takes nothing, only optional fields or one id, or
 * if a REST row with an `example` or with parts in `samples.ts` leads to it.
 */
export const SAMPLE_INPUTS: { [P in ProcedurePath]?: Sample<P> } = {
  "account.register": () => ({
    name: "Nowy",
    surname: "Uczeń",
    email: "nowy@example.pl",
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    role: "Student",
    phone: "+48600100200",
  }),
  "account.refresh": ({ people }) => ({ refreshToken: people.otherStudent.refreshToken }),
  "results.hourRows": () => ({ month: "2026-05", weekday: "pon", block: 3 }),
  "accountSecurity.reportEvent": (fixtures, _id, caller) => ({
    id: securityOf(fixtures, caller).eventId,
    password: PASSWORD,
  }),

  // Parents receive no notification yet, so there is nothing to choose.
  "notifications.savePreferences": (_fixtures, _id, caller) =>
    caller === "parent" ? [] : [{ kind: "unread-messages", telegram: true, email: false }],
  "notifications.saveChannels": () => ({ push: true, telegram: true, email: false }),
  "notifications.list": () => ({ search: "Anna", page: 1, pageSize: 10 }),

  "outsideCalendars.busyTimes": ({ inDays }) => ({ from: inDays(0) }),

  "availability.days": (fixtures, teacherId, caller) => ({
    teacherId,
    ...child(fixtures, studentFor(fixtures, caller).id, caller),
  }),

  "watches.list": child,
  "lessons.mine": (...on) => ({ group: "planned", limit: 10, ...child(...on) }),
  "lessons.list": child,
  "lessons.available": child,
  "people.teachers": child,
  "payments.mine": child,
  "ledger.mine": child,
  "ledger.statement": child,
  "money.mine": child,
  "ledger.mineJson": child,
  "ledger.exportMine": child,
  "availability.get": (fixtures, teacherId, caller) => ({
    teacherId,
    ...child(fixtures, studentFor(fixtures, caller).id, caller),
  }),
  "lessons.week": (fixtures, ...on) => ({ from: fixtures.inDays(0), ...child(fixtures, ...on) }),
  "lessons.book": booking,
  "lessons.previewBooking": booking,
  "lessons.cancel": (_fixtures, lessonId) => ({ lessonId, reason: "Choroba" }),
  "lessons.setStatus": (_fixtures, lessonId, caller) => ({ lessonId, status: statusFor(caller) }),
  "lessons.proposeReschedule": (fixtures, lessonId) => ({ lessonId, ...slot(fixtures) }),
  "lessons.acceptReschedule": proposal,
  "lessons.declineReschedule": proposal,
  "lessons.withdrawReschedule": proposal,

  "chat.contacts": () => ({ search: "", page: 1, pageSize: 25 }),
  "chat.contactPage": () => ({ search: "", page: 1, pageSize: 25 }),
  "chat.history": (_fixtures, userId) => ({ userId, limit: 10 }),
  "chat.send": (_fixtures, recipientId) => ({ recipientId, text: "Dzień dobry", clientKey: "moja-1" }),
  "chat.markRead": ({ people }) => ({ userId: people.teacher.id, upTo: 1 }),

  "families.inviteParent": (_fixtures, studentId, caller) => ({
    ...(caller === "admin" ? { studentId } : {}),
    email: "tata@example.pl",
  }),
  "families.invitations": (_fixtures, studentId, caller) => (caller === "admin" ? { studentId } : {}),
  "families.invitation": ({ tokens }) => ({ token: tokens.invitation }),
  "board.draw": (_fixtures, lessonId) => ({
    lessonId,
    operations: [{ key: lessonId, page: 1, kind: "lock", body: { on: false } }],
  }),
  "board.list": ({ people }, studentId, caller) =>
    caller !== "visitor" && people[caller].role === "Student" ? {} : { studentId },

  "bills.returnBalance": (_fixtures, payerId) => ({ payerId, amount: OVERPAID }),
  "bills.ofMonth": (fixtures) => ({ month: fixtures.inDays(0).slice(0, 7) }),
  "orders.offer": (fixtures, studentId, caller) =>
    isAdmin(fixtures, caller) ? { studentId } : child(fixtures, studentId, caller),
  "orders.review": (_fixtures, id) => ({ ids: [id] }),
  "orders.notifyPayment": () => ({ sessionId: "x" }),
  "orders.notifyRefund": () => ({ sessionId: "x" }),

  "listViews.list": () => ({ list: "students" }),
  "listViews.save": () => ({ list: "students", name: "Zaległości", query: "do-zaplaty=tak" }),
  "listViews.remove": () => ({ list: "students", name: "Zaległości" }),
  "office.file": (_fixtures, id) => ({ of: "person", id }),
  "office.addNote": (_fixtures, id) => ({ of: "person", id, text: "Dzwonić po 17" }),
  "office.saveTags": (_fixtures, id) => ({ of: "person", id, tags: ["matura"] }),
  "undo.takeBack": ({ undoIds }, _id, caller) => ({
    id: undoIds[caller === "visitor" ? "student" : caller],
  }),
  "bankStatements.changeColumns": ({ bankFile }, id) => ({
    id,
    base64: bankFile,
    mapping: { on: "Data", amount: "Kwota", payer: "Tytuł", title: "Nadawca" },
  }),
  "bankStatements.bookLine": ({ bankLineId, people }, id) => ({
    id,
    lineId: bankLineId,
    studentId: people.student.id,
    ...pair,
    lessonAmount: 1,
  }),
  "imports.preview": () => ({ kind: "students", fileName: "uczniowie.csv", base64: IMPORTED }),
  "imports.run": () => ({ kind: "students", fileName: "uczniowie.csv", base64: IMPORTED }),
  "imports.sample": () => ({ kind: "payments" }),
  "centre.saveFace": () => ({ colour: "#1d4ed8", version: 0 }),
  "centre.saveLogo": () => ({ base64: LOGO }),

  "prices.save": () => ({ prices: [{ level: "liceumP", price: 95, rate: 61, version: 0 }] }),

  "statistics.activity": () => month,
  "statistics.movements": () => ({ ...month, flow: "in" }),
  "statistics.companyYear": () => month,

  "history.list": (fixtures) => ({ entity: "lesson", from: "2026-01-01", to: fixtures.inDays(0), limit: 10 }),
  "exports.lessons": () => ({ year: 2026 }),
  "exports.payments": () => ({ from: "2026-01-01", to: "2026-12-31" }),
  "exports.payouts": () => ({ from: "2026-01-01", to: "2026-12-31" }),
  "exports.companyMonth": () => month,

  "adminPeople.teachers": () => ({ search: "Nina", sort: "name", direction: "asc", page: 1, pageSize: 10 }),
  "adminPeople.students": () => ({ search: "Ola", sort: "email", showDisabled: true }),
  "adminPeople.teacherProfiles": () => ({ search: "Nina" }),

  "adminPeople.update": (_fixtures, id) => ({
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
  "adminPeople.relationCandidates": (_fixtures, id) => ({ id, search: "Nina", page: 1, pageSize: 10 }),
  "adminPeople.relateMany": ({ people }, teacherId) => ({
    teacherId,
    people: { ids: [people.otherStudent.id, people.student.id] },
  }),
  "adminPeople.unrelateMany": ({ people }, teacherId) => ({ teacherId, ids: [people.student.id] }),
  "adminPeople.inviteMany": () => ({ role: "Student", people: { filter: { without: "password" } } }),
  "adminPeople.disableMany": ({ people }) => ({
    role: "Student",
    people: { ids: [people.otherStudent.id] },
    plannedLessons: "cancel",
  }),
  "adminPeople.enableMany": ({ people }) => ({ role: "Student", ids: [people.otherStudent.id] }),
  "debts.remindMany": ({ people }) => ({ people: { filter: { owing: true }, except: [people.student.id] } }),

  "adminLessons.list": () => ({ year: 2026, month: 5, day: 4, direction: "asc", page: 1, pageSize: 10 }),
  "adminLessons.create": (fixtures, teacherId) => ({
    teacherId,
    studentId: fixtures.people.student.id,
    ...slot(fixtures),
    ...pair,
    description: "Optyka",
    blocks: 1,
  }),
  "adminLessons.update": (fixtures, id) => ({
    id,
    version: 1,
    ...slot(fixtures),
    status: "Zrealizowana",
    description: "Optyka",
    pair: "one",
  }),
  "adminLessons.cancel": (_fixtures, id) => ({ id, by: "Student", charged: true, reason: "Choroba" }),
  "adminLessons.confirmMany": ({ resources }) => ({
    lessons: [{ id: resources.confirmedLesson.id, version: 1 }],
  }),
  "adminLessons.cancelMany": ({ resources }) => ({
    lessons: [{ id: resources.confirmedLesson.id, version: 1 }],
    reason: "Choroba",
  }),
  "adminLessons.restoreMany": ({ resources }) => ({
    lessons: [{ id: resources.confirmedLesson.id, version: 1, status: "Nie potwierdzona" }],
  }),
  "adminPeople.messageMany": ({ people }) => ({
    people: [{ id: people.student.id }, { id: people.teacher.id }],
    text: "Jutro centrum jest nieczynne",
    clientKey: "wszyscy-1",
  }),
  "adminLessons.calendar": (fixtures) => ({
    from: fixtures.inDays(0),
    to: fixtures.inDays(6),
    teacherId: fixtures.people.teacher.id,
  }),
  "adminLessons.dayLoads": (fixtures) => ({ from: fixtures.inDays(0), to: fixtures.inDays(30) }),
  "adminLessons.lanes": (fixtures) => ({
    from: fixtures.inDays(0),
    to: fixtures.inDays(6),
    subject: "Fizyka",
  }),
  "adminLessons.quote": ({ people }, teacherId) => ({ teacherId, studentId: people.student.id, ...pair }),
  "adminLessons.freeBlocks": (fixtures, teacherId) => ({
    teacherId,
    date: fixtures.inDays(5),
    studentId: fixtures.people.student.id,
    exceptLessonId: fixtures.resources.confirmedLesson.id,
  }),

  "series.dayHours": (fixtures, teacherId, caller) => {
    const { studentId, subject, level } = { studentId: undefined, ...seriesFor(fixtures, teacherId, caller) };
    return { teacherId, ...(studentId && { studentId }), subject, level, date: fixtures.inDays(8) };
  },
  "series.answerMove": ({ moveId }, seriesId) => ({ seriesId, moveId, answer: "decline" }),
  "series.fillSlots": (fixtures, seriesId) => ({
    seriesId,
    skippedDate: sampleSeries(fixtures, fixtures.people).skipped,
  }),

  "adminLessons.substitute": (fixtures, lessonId) => ({
    lessonId,
    teacherId: fixtures.people.otherTeacher.id,
    pair: "one",
  }),

  "trialLessons.request": () => ({
    ...pair,
    email: "nowy.gosc@example.pl",
    description: "Chcę zdać maturę",
    studentPhone: "+48600100200",
    parentPhone: "",
  }),
  "trialLessons.freeSlots": () => ({ ...pair }),
  "trialLessons.list": () => ({ status: "Nowa", search: "gosc" }),
  "trialLessons.schedule": (fixtures, id) => ({
    id,
    version: 0,
    teacherId: fixtures.people.teacher.id,
    ...slot(fixtures),
  }),
  "trialLessons.update": (_fixtures, id) => ({
    id,
    version: 0,
    status: "Odwolana",
    name: "Kasia",
    description: "",
    email: "inny.gosc@example.pl",
    studentPhone: "",
    parentPhone: "+48600100200",
  }),
  "trialLessons.add": (fixtures, teacherId) => ({
    teacherId,
    ...slot(fixtures),
    ...pair,
    name: "Kasia",
    email: "",
    studentPhone: "",
    parentPhone: "",
    description: "",
  }),
  "payouts.myStatement": () => month,
  "payouts.statement": (_fixtures, teacherId) => ({ teacherId, ...month }),
  "payouts.exportStatement": (_fixtures, teacherId) => ({ teacherId, ...month }),
  "payouts.statementPdf": (_fixtures, teacherId) => ({ teacherId, ...month }),

  "reports.mine": child,
  "reports.mySummary": (...on) => ({ ...month, ...child(...on) }),
  "reports.summaryOf": (_fixtures, studentId) => ({ studentId, ...month }),
  "reports.summaryPdf": (_fixtures, studentId, caller) => ({
    ...month,
    ...(caller === "student" ? {} : { studentId }),
  }),

  "attention.list": () => ({ kind: "today" }),

  "trialLessons.teacherCandidates": (fixtures) => ({ ...pair, ...slot(fixtures) }),
};

export function absence(fixtures: Fixtures, caller: CallerName) {
  const { teacher, otherTeacher } = fixtures.people;
  const teacherId = caller === "otherTeacher" ? otherTeacher.id : teacher.id;
  const day = fixtures.inDays(70);
  return { scope: "teacher" as const, teacherId, from: day, to: day, label: "Urlop" };
}

export function securityOf({ security }: Fixtures, caller: CallerName) {
  return security[caller === "visitor" ? "student" : caller];
}

export function newPasskey(fixtures: Fixtures, caller: CallerName) {
  return addPasskeyInput.parse({ name: "Telefon", response: securityOf(fixtures, caller).addedPasskey() });
}

export function passkeyAnswer({ security }: Fixtures) {
  return passkeyLoginInput.parse({ response: security.student.passkeyLogin() });
}

/** A student leaves out whom the lessons are for; a parent names the child. */
export function seriesFor(fixtures: Fixtures, teacherId: string, caller: CallerName) {
  const { studentId: _, ...series } = sampleSeries(fixtures, fixtures.people).create;
  const isStudent = caller === "student" || caller === "otherStudent" || caller === "disabled";
  return { ...series, teacherId, ...(isStudent ? {} : { studentId: studentFor(fixtures, caller).id }) };
}

/** What a student, and what everybody else, may make of a confirmed lesson. */
function statusFor(caller: CallerName): LessonStatus {
  return /(student|parent)$/i.test(caller) ? "Odwolana przez ucznia" : "Uczen nieobecny";
}
