import { addPasskeyInput, passkeyLoginInput } from "@korki/contracts/account-security";
import type { LessonStatus } from "@korki/domain";
import { PASSWORD } from "@korki/services/testing/people";
import type { InputOf, ProcedurePath } from "../trpc/procedures";
import { type CallerName, studentFor } from "./callers";
import { DIFFERENT_DAY, type Fixtures } from "./fixtures";
import { sampleSeries } from "./lesson-fixtures";
import { endedMonth } from "./money-fixtures";

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
/** A bank's file of one credit. */
const BANK_FILE = Buffer.from("Data;Kwota;Nadawca;Tytuł\n2026-05-04;90,00;Anna Nowak;lekcje\n").toString(
  "base64",
);
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
 * if a REST row with an `example` leads to it.
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
  "results.retention": () => ({ month: "2026-05" }),
  "results.hours": () => ({ month: "2026-05" }),
  "results.hourRows": () => ({ month: "2026-05", weekday: "pon", block: 3 }),
  "results.trials": () => ({ month: "2026-05" }),
  "settlement.mine": ({ inDays }) => ({ month: endedMonth(inDays(0), 1) }),
  "settlement.accept": ({ inDays }) => ({ month: endedMonth(inDays(0), 2), version: 2 }),
  "settlement.object": ({ inDays }, lineId) => ({
    month: endedMonth(inDays(0), 1),
    lineId,
    text: "Nie zgadza się",
  }),
  "settlement.missing": ({ inDays }) => ({ month: endedMonth(inDays(0), 1), text: "Brakuje lekcji z 13." }),
  "settlement.month": ({ inDays }) => ({ month: endedMonth(inDays(0), 1) }),
  "settlement.ofTeacher": ({ inDays }, teacherId) => ({ teacherId, month: endedMonth(inDays(0), 1) }),
  "settlement.propose": ({ inDays }) => ({ month: endedMonth(inDays(0), 1) }),
  "settlement.answer": ({ inDays, people }, lineId) => ({
    ...{ teacherId: people.teacher.id, month: endedMonth(inDays(0), 1), lineId },
    ...{ answer: "Poprawimy", accepted: true },
  }),
  "account.confirmEmail": ({ tokens }) => ({ token: tokens.confirm }),
  "account.link": ({ tokens }) => ({ token: tokens.reset }),
  "account.reportNotMe": ({ tokens }) => ({ token: tokens.notMe }),
  "account.login": ({ people, security }) => ({
    email: people.student.email,
    password: PASSWORD,
    code: security.student.code,
  }),
  "accountSecurity.changePassword": () => ({ currentPassword: PASSWORD, password: "Zupelnie1Nowe" }),
  "accountSecurity.endSession": (fixtures, _id, caller) => ({
    id: securityOf(fixtures, caller).otherSessionId,
  }),
  "accountSecurity.startTotp": () => ({ password: PASSWORD }),
  "accountSecurity.confirmTotp": (fixtures, _id, caller) => ({ code: securityOf(fixtures, caller).code }),
  "accountSecurity.deleteTotp": (fixtures, _id, caller) => ({
    password: PASSWORD,
    code: securityOf(fixtures, caller).code,
  }),
  "accountSecurity.startPasskey": () => ({ password: PASSWORD }),
  "accountSecurity.addPasskey": (fixtures, _id, caller) => newPasskey(fixtures, caller),
  "accountSecurity.deletePasskey": (fixtures, _id, caller) => ({
    id: securityOf(fixtures, caller).passkeyId,
    password: PASSWORD,
  }),
  "accountSecurity.reportEvent": (fixtures, _id, caller) => ({
    id: securityOf(fixtures, caller).eventId,
    password: PASSWORD,
  }),
  "accountSecurity.resetSecondFactor": (_fixtures, userId) => ({ userId }),
  "accountSecurity.passkeyLogin": (fixtures) => passkeyAnswer(fixtures),
  "account.refresh": ({ people }) => ({ refreshToken: people.otherStudent.refreshToken }),
  "account.logout": ({ people }) => ({ refreshToken: people.otherStudent.refreshToken }),
  "account.requestLoginLink": ({ people }) => ({ email: people.student.email }),
  "account.loginByLink": ({ tokens }) => ({ token: tokens.login }),
  "account.loginByCode": ({ tokens }) => ({ code: tokens.loginCode }),
  "account.requestRecovery": ({ people }) => ({ email: people.student.email }),
  "account.resetPassword": ({ tokens }) => ({ password: "Zupelnie1Nowe", confirmId: tokens.reset }),
  "account.updateProfile": () => ({ surname: "Nowe", phone: "+48700800900" }),
  "account.connectTelegram": ({ telegramCode }) => ({ code: telegramCode }),

  // Parents receive no notification yet, so there is nothing to choose.
  "notifications.savePreferences": (_fixtures, _id, caller) =>
    caller === "parent" ? [] : [{ kind: "unread-messages", telegram: true, email: false }],
  "notifications.saveChannels": () => ({ push: true, telegram: true, email: false }),
  "notifications.list": () => ({ search: "Anna", page: 1, pageSize: 10 }),

  "outsideCalendars.add": ({ calendarUrl: url }) => ({ url, label: "Szkoła" }),
  "outsideCalendars.busyTimes": ({ inDays }) => ({ from: inDays(0) }),

  "watches.list": (fixtures, studentId, caller) => child(fixtures, studentId, caller),
  "watches.add": (fixtures, teacherId, caller) => ({
    ...{ teacherId, ...pair, weekdays: ["pon"], fromBlock: 8, toBlock: 10, until: fixtures.inDays(20) },
    ...child(fixtures, studentFor(fixtures, caller).id, caller),
  }),
  "availability.days": (fixtures, teacherId, caller) => ({
    teacherId,
    ...child(fixtures, studentFor(fixtures, caller).id, caller),
  }),
  "availability.saveDay": ({ inDays }, teacherId) => ({
    ...{ teacherId, date: inDays(5), replaces: true },
    sections: [{ startBlock: 2, endBlock: 5 }],
  }),
  "availability.deleteDay": ({ inDays }, teacherId) => ({ teacherId, date: inDays(DIFFERENT_DAY) }),
  "availability.save": () => [{ day: "pon", startBlock: 2, endBlock: 5 }],

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
  "availability.freeDays": (fixtures, teacherId, caller) => ({
    teacherId,
    ...child(fixtures, studentFor(fixtures, caller).id, caller),
  }),
  "lessons.week": (fixtures, ...on) => ({ from: fixtures.inDays(0), ...child(fixtures, ...on) }),
  "lessons.book": booking,
  "lessons.previewBooking": booking,
  "lessons.cancel": (_fixtures, lessonId) => ({ lessonId, reason: "Choroba" }),
  "lessons.correctOutcome": ({ resources }, lessonId = resources.heldLesson.id) => ({
    lessonId,
    status: "Uczen nieobecny",
  }),
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

  "payments.add": (_fixtures, studentId) => ({
    studentId,
    moneyAmount: 90,
    lessonAmount: 1,
    ...pair,
    description: "wplata",
  }),
  "payouts.add": (_fixtures, teacherId) => ({ teacherId, moneyAmount: 60, description: "wyplata" }),

  "families.inviteParent": (_fixtures, studentId, caller) => ({
    ...(caller === "admin" ? { studentId } : {}),
    email: "tata@example.pl",
  }),
  "families.invitations": (_fixtures, studentId, caller) => (caller === "admin" ? { studentId } : {}),
  "families.invitation": ({ tokens }) => ({ token: tokens.invitation }),
  "families.acceptInvitation": ({ tokens }) => ({
    token: tokens.invitation,
    account: { name: "Anna", surname: "Nowak", phone: "+48600100200", password: PASSWORD },
  }),
  "board.draw": (_fixtures, lessonId) => ({
    lessonId,
    operations: [{ key: lessonId, page: 1, kind: "lock", body: { on: false } }],
  }),
  "board.list": ({ people }, studentId, caller) =>
    caller !== "visitor" && people[caller].role === "Student" ? {} : { studentId },

  "bills.preview": (fixtures) => ({ month: fixtures.inDays(0).slice(0, 7) }),
  "bills.ofMonth": (fixtures) => ({ month: fixtures.inDays(0).slice(0, 7) }),
  "bills.issue": (fixtures, _id, caller) => ({
    month: fixtures.inDays(0).slice(0, 7),
    token: fixtures.billTokens[caller] ?? "x",
  }),
  "bills.mine": () => ({}),
  "bills.payerMode": (_fixtures, payerId) => ({ payerId }),
  "bills.setPayerMode": (_fixtures, payerId) => ({ payerId, mode: "perLesson" }),
  "orders.offer": (fixtures, studentId, caller) =>
    isAdmin(fixtures, caller) ? { studentId } : child(fixtures, studentId, caller),
  "orders.place": (...on) => ({ items: [{ ...pair, lessons: 2 }], ...child(...on) }),
  "orders.list": () => ({}),
  "orders.sendLink": (_fixtures, studentId) => ({ studentId, items: [{ ...pair, lessons: 2 }] }),
  "orders.refund": (_fixtures, id) => ({ id, reason: "Rezygnacja" }),
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
  "bankStatements.list": () => ({}),
  "bankStatements.upload": () => ({ fileName: "wyciag.csv", base64: BANK_FILE }),
  "bankStatements.bookLine": ({ bankLineId, people }, id) => ({
    ...{ id, lineId: bankLineId, studentId: people.student.id },
    ...{ ...pair, lessonAmount: 1 },
  }),
  "imports.preview": () => ({ kind: "students", fileName: "uczniowie.csv", base64: IMPORTED }),
  "imports.run": () => ({ kind: "students", fileName: "uczniowie.csv", base64: IMPORTED }),
  "imports.sample": () => ({ kind: "payments" }),
  "centre.saveFace": () => ({ colour: "#1d4ed8", version: 0 }),
  "centre.saveLogo": () => ({ base64: LOGO }),

  "prices.save": () => ({ prices: [{ level: "liceumP", price: 95, rate: 61, version: 0 }] }),

  "statistics.myMonth": () => month,
  "statistics.teacherMonth": (_fixtures, teacherId) => ({ teacherId, ...month }),
  "statistics.activity": () => month,
  "statistics.movements": () => ({ ...month, flow: "in" }),
  "statistics.companyMonth": () => month,
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
  "adminPeople.relate": ({ people }, teacherId) => ({ teacherId, studentId: people.otherStudent.id }),
  "adminPeople.unrelate": ({ people }, teacherId) => ({ teacherId, studentId: people.student.id }),
  "adminPeople.saveTeacherSubjects": (_fixtures, teacherId) => ({ teacherId, subjects: [pair] }),

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

  "series.preview": (fixtures, teacherId, caller) => seriesFor(fixtures, teacherId, caller),
  "series.dayHours": (fixtures, teacherId, caller) => {
    const { studentId, subject, level } = { studentId: undefined, ...seriesFor(fixtures, teacherId, caller) };
    return { teacherId, ...(studentId && { studentId }), subject, level, date: fixtures.inDays(8) };
  },
  "series.create": (fixtures, teacherId, caller) => ({
    ...seriesFor(fixtures, teacherId, caller),
    token: fixtures.seriesTokens[caller]?.create ?? "none",
  }),
  "series.previewEnd": (fixtures, seriesId) => ({ seriesId, from: fixtures.inDays(8) }),
  "series.end": (fixtures, seriesId) => ({ seriesId, from: fixtures.inDays(8) }),
  "series.previewMove": (fixtures, seriesId) => ({
    seriesId,
    ...sampleSeries(fixtures, fixtures.people).move,
  }),
  "series.move": (fixtures, seriesId, caller) => ({
    ...{ seriesId, ...sampleSeries(fixtures, fixtures.people).move },
    token: fixtures.seriesTokens[caller]?.move ?? "none",
  }),
  "series.answerMove": ({ moveId }, seriesId) => ({ seriesId, moveId, answer: "decline" }),
  "series.withdrawMove": ({ moveId }, seriesId) => ({ seriesId, moveId }),
  "series.previewExtension": (fixtures, seriesId) => ({
    ...{ seriesId, ...sampleSeries(fixtures, fixtures.people).extend },
  }),
  "series.extend": (fixtures, seriesId, caller) => ({
    ...{ seriesId, ...sampleSeries(fixtures, fixtures.people).extend },
    token: fixtures.seriesTokens[caller]?.extend ?? "none",
  }),
  "series.fillSlots": (fixtures, seriesId) => ({
    ...{ seriesId, skippedDate: sampleSeries(fixtures, fixtures.people).skipped },
  }),
  "series.fillDate": (fixtures, seriesId) => ({
    ...{ seriesId, skippedDate: sampleSeries(fixtures, fixtures.people).skipped },
    ...{ date: fixtures.inDays(16), block: 6 },
  }),

  "closures.holidays": () => ({ year: 2027 }),
  "closures.preview": (fixtures, _id, caller) => absence(fixtures, caller),
  "closures.add": (fixtures, _id, caller) => ({ ...absence(fixtures, caller), decisions: [] }),
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
  "payouts.previewRun": () => month,
  "payouts.confirmRun": ({ payoutRun }) => payoutRun,
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
