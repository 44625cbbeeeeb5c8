import { dateParts } from "@korki/domain";
import { PASSWORD } from "@korki/services/testing/people";
import { z } from "zod";
import type { RestRoute } from "../rest/route";
import { REST_ROUTES } from "../rest/routes";
import type { Resource } from "../trpc/access";
import { type ProcedurePath, procedureOf } from "../trpc/procedures";
import { type CallerName, studentFor } from "./callers";
import { DIFFERENT_DAY, type Fixtures } from "./fixtures";
import { sampleSeries } from "./lesson-fixtures";
import { endedMonth } from "./money-fixtures";
import {
  absence,
  child,
  newPasskey,
  passkeyAnswer,
  SAMPLE_INPUTS,
  securityOf,
  seriesFor,
  slot,
} from "./sample-inputs";

/** What a parent adds to a call about a child's teacher. */
const ofChild = (fixtures: Fixtures, _id: string, caller: CallerName) => ({
  query: child(fixtures, studentFor(fixtures, caller).id, caller),
});

/** Parts of REST calls that neither the row's `example` nor the fixtures give. */
const SAMPLE_PARTS: Record<string, (fixtures: Fixtures, id: string, caller: CallerName) => SampleParts> = {
  "GET /teacher/freeBlocks/{teacherId}": ofChild,
  "GET /teacher/freeTime/{teacherId}": ofChild,
  "GET /teacher/days/{teacherId}": ofChild,
  "GET /student/watches": (fixtures, studentId, caller) => ({ query: child(fixtures, studentId, caller) }),
  "PUT /student/watches": (fixtures, teacherId, caller) => ({
    body: {
      teacherId,
      subject: "Fizyka",
      subjectLevel: "liceumP",
      weekdays: ["pon"],
      fromBlock: 8,
      toBlock: 10,
      until: fixtures.inDays(20),
      ...child(fixtures, studentFor(fixtures, caller).id, caller),
    },
  }),
  "PUT /teacher/days/{date}": ({ inDays }, teacherId) => ({
    params: { date: inDays(5) },
    query: { teacherId },
    body: { replaces: true, sections: [{ startBlockIndex: 2, endBlockIndex: 5 }] },
  }),
  "DELETE /teacher/days/{date}": ({ inDays }, teacherId) => ({
    params: { date: inDays(DIFFERENT_DAY) },
    query: { teacherId },
  }),
  "GET /admin/results/retention": () => ({ query: { month: "2026-05" } }),
  "GET /admin/results/hours": () => ({ query: { month: "2026-05" } }),
  "GET /admin/results/trials": () => ({ query: { month: "2026-05" } }),
  "GET /admin/bills/{month}/preview": ({ inDays }) => ({ params: { month: inDays(0).slice(0, 7) } }),
  "GET /admin/bills/{month}": ({ inDays }) => ({ params: { month: inDays(0).slice(0, 7) } }),
  "POST /admin/bills/{month}": ({ inDays, billTokens }, _id, caller) => ({
    params: { month: inDays(0).slice(0, 7) },
    body: { token: billTokens[caller] ?? "x" },
  }),
  "POST /admin/bank_statements/{id}/lines/{lineId}": ({ bankLineId, people }, id) => ({
    params: { id, lineId: bankLineId },
    body: { studentId: people.student.id, subject: "Matematyka", subjectLevel: "liceumP", lessonAmount: 1 },
  }),
  "GET /teacher/settlement/{month}": ({ inDays }) => ({ params: { month: endedMonth(inDays(0), 1) } }),
  "POST /teacher/settlement/{month}/accept": ({ inDays }) => ({
    params: { month: endedMonth(inDays(0), 2) },
    body: { version: 2 },
  }),
  "PUT /teacher/settlement/{month}/lines/{id}/objection": ({ inDays }, id) => ({
    params: { month: endedMonth(inDays(0), 1), id },
    body: { text: "Nie zgadza się" },
  }),
  "PUT /teacher/settlement/{month}/objection": ({ inDays }) => ({
    params: { month: endedMonth(inDays(0), 1) },
    body: { text: "Brakuje lekcji z 13." },
  }),
  "GET /admin/settlement/{month}": ({ inDays }) => ({ params: { month: endedMonth(inDays(0), 1) } }),
  "GET /admin/settlement/{teacherId}/{month}": ({ inDays }, teacherId) => ({
    params: { teacherId, month: endedMonth(inDays(0), 1) },
  }),
  "POST /admin/settlement/{month}/propose": ({ inDays }) => ({ params: { month: endedMonth(inDays(0), 1) } }),
  "POST /admin/settlement/{teacherId}/{month}/lines/{id}/answer": ({ inDays, people }, id) => ({
    params: { teacherId: people.teacher.id, month: endedMonth(inDays(0), 1), id },
    body: { answer: "Poprawimy", accepted: true },
  }),
  "POST /user/invitation/{token}": ({ tokens }) => ({
    params: { token: tokens.invitation },
    body: { name: "Anna", surname: "Nowak", phone: "+48600100200", password: PASSWORD },
  }),
  "POST /user/confirm/{token}": ({ tokens }) => ({ params: { token: tokens.confirm } }),
  "GET /user/link/{token}": ({ tokens }) => ({ params: { token: tokens.reset } }),
  "POST /user/not_me/{token}": ({ tokens }) => ({ params: { token: tokens.notMe } }),
  "POST /user/login": ({ people, security }) => ({
    body: { email: people.student.email, password: PASSWORD, code: security.student.code },
  }),
  "DELETE /user/sessions/{id}": (fixtures, _id, caller) => ({
    params: { id: securityOf(fixtures, caller).otherSessionId },
  }),
  "POST /user/totp/confirm": (fixtures, _id, caller) => ({
    body: { code: securityOf(fixtures, caller).code },
  }),
  "DELETE /user/totp": (fixtures, _id, caller) => ({
    body: { password: PASSWORD, code: securityOf(fixtures, caller).code },
  }),
  "POST /user/passkeys": (fixtures, _id, caller) => ({ body: newPasskey(fixtures, caller) }),
  "DELETE /user/passkeys/{id}": (fixtures, _id, caller) => ({
    params: { id: securityOf(fixtures, caller).passkeyId },
    body: { password: PASSWORD },
  }),
  "POST /admin/reset_second_factor": (_fixtures, userId) => ({ body: { userId } }),
  "POST /user/login/passkey": (fixtures) => ({ body: passkeyAnswer(fixtures) }),
  "POST /user/login_link": ({ people }) => ({ body: { email: people.student.email } }),
  "POST /user/login_link/code": ({ tokens }) => ({ body: { code: tokens.loginCode } }),
  "POST /user/login_link/{token}": ({ tokens }) => ({ params: { token: tokens.login } }),
  "POST /user/refresh": ({ people }) => ({ body: { refreshToken: people.otherStudent.refreshToken } }),
  "POST /user/logout": ({ people }) => ({ body: { refreshToken: people.otherStudent.refreshToken } }),
  "POST /user/regen_password": ({ people }) => ({ body: { email: people.student.email } }),
  "POST /user/regen_password_confirm": ({ tokens }) => ({
    body: { password: "Zupelnie1Nowe", confirmId: tokens.reset },
  }),
  "GET /user/telegram/confirm": ({ telegramCode }) => ({ query: { telegramCode } }),
  "PUT /teacher/calendars": ({ calendarUrl: url }) => ({ body: { url, label: "Szkoła" } }),
  "PUT /order": (...on) => ({
    body: { items: [{ subject: "Fizyka", subjectLevel: "liceumP", lessons: 2 }], ...child(...on) },
  }),
  "POST /series/preview": (fixtures, id, caller) => ({ body: wireSample(fixtures, id, caller) }),
  "PUT /series": (fixtures, id, caller) => ({
    body: { ...wireSample(fixtures, id, caller), token: fixtures.seriesTokens[caller]?.create ?? "none" },
  }),
  "POST /series/{id}/end/preview": (fixtures) => ({ body: { from: fixtures.inDays(8) } }),
  "POST /series/{id}/end": (fixtures) => ({ body: { from: fixtures.inDays(8) } }),
  "POST /series/{id}/move/preview": (fixtures) => ({ body: wireMove(fixtures) }),
  "POST /series/{id}/move": (fixtures, _id, caller) => ({
    body: { ...wireMove(fixtures), token: fixtures.seriesTokens[caller]?.move ?? "none" },
  }),
  "POST /series/{id}/move/{moveId}/accept": ({ moveId }) => ({ params: { moveId } }),
  "POST /series/{id}/move/{moveId}/decline": ({ moveId }) => ({ params: { moveId } }),
  "POST /series/{id}/move/{moveId}/withdraw": ({ moveId }) => ({ params: { moveId } }),
  "POST /series/{id}/extend/preview": (fixtures) => ({ body: { to: fixtures.inDays(36) } }),
  "POST /series/{id}/extend": (fixtures, _id, caller) => ({
    body: { to: fixtures.inDays(36), token: fixtures.seriesTokens[caller]?.extend ?? "none" },
  }),
  "POST /series/{id}/dates/{date}": (fixtures) => ({
    params: { date: sampleSeries(fixtures, fixtures.people).skipped },
    body: { date: fixtures.inDays(16), blockIndex: 6 },
  }),
  "POST /closures/preview": (fixtures, _id, caller) => ({ body: absence(fixtures, caller) }),
  "PUT /closures": (fixtures, _id, caller) => ({ body: { ...absence(fixtures, caller), decisions: [] } }),
  "GET /admin/public_holidays/{year}": () => ({ params: { year: "2027" } }),
  "PUT /admin/lesson/{lessonId}/substitute": ({ people }) => ({
    body: { teacherId: people.otherTeacher.id },
  }),
  "GET /user/messages/{id}": () => ({ query: { before: "9", limit: "5", page: "1" } }),
  "GET /parent/summary/{studentId}/{year}/{month}": () => ({ params: { year: "2026", month: "5" } }),
  "GET /student/summary/{year}/{month}": () => ({ params: { year: "2026", month: "5" } }),
  "PUT /admin/payout_run": ({ payoutRun: { rows, ...run } }) => ({
    body: { ...run, rows: rows.map(({ description: desc, ...row }) => ({ ...row, desc })) },
  }),
  "GET /admin/lessons": () => ({ query: { day: "4", month: "5", year: "2026", page: "1" } }),
  "POST /admin/add_relation_student_teacher": ({ people }, teacherId) => ({
    body: { teacherId, studentId: people.otherStudent.id },
  }),
};

function wireSample(fixtures: Fixtures, teacherId: string, caller: CallerName) {
  const { block, level, ...body } = seriesFor(fixtures, teacherId, caller);
  return { ...body, blockIndex: block, subjectLevel: level };
}

function wireMove(fixtures: Fixtures) {
  const { block, ...body } = sampleSeries(fixtures, fixtures.people).move;
  return { ...body, blockIndex: block };
}

/** What goes into a REST call, before it is one. */
export type SampleParts = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
};

/** Returns a good input of a procedure. Throws where there is no sample. */
export function sampleInput(
  path: ProcedurePath,
  fixtures: Fixtures,
  id: string,
  caller: CallerName,
): unknown {
  const sample = SAMPLE_INPUTS[path];
  if (sample) return sample(fixtures, id, caller);
  const { input, meta } = procedureOf(path);
  if (!input) return undefined;
  if (input.safeParse({}).success) return {};
  if (input.safeParse([]).success) return [];
  const route = REST_ROUTES.find((row) => row.procedure === path && isSampled(row));
  if (route) return inputFromRoute(route, meta.about, fixtures, id, caller);
  const { required = [] } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const [only, ...others] = required;
  if (only === undefined || others.length > 0)
    throw new Error(`${path} needs a sample input in sample-inputs.ts`);
  return { [only]: id };
}

const isSampled = ({ method, path, example }: RestRoute): boolean =>
  example !== undefined || `${method} ${path}` in SAMPLE_PARTS;

function inputFromRoute(
  route: RestRoute,
  about: Resource | undefined,
  fixtures: Fixtures,
  id: string,
  caller: CallerName,
): unknown {
  const { params = {}, query = {}, body } = sampleParts(route, about, fixtures, id, caller);
  const variables = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, params[name] ?? id]);
  return route.toInput?.({
    params: route.params?.parse(Object.fromEntries(variables)),
    query: route.query?.parse(query),
    body: route.body?.parse(body),
    isHead: false,
  });
}

/** Returns the parts of a good call: the row's example with the ids and dates of the fixtures. */
export function sampleParts(
  { method, path, example }: RestRoute,
  about: Resource | undefined,
  fixtures: Fixtures,
  id: string,
  caller: CallerName,
): SampleParts {
  const given = SAMPLE_PARTS[`${method} ${path}`]?.(fixtures, id, caller) ?? {};
  if (given.body !== undefined || example === undefined) return given;
  return { ...given, body: filled(example, about, fixtures, id, caller) };
}

/** Replaces ids and dates of an example with those of the fixtures. */
function filled(
  example: unknown,
  about: Resource | undefined,
  fixtures: Fixtures,
  id: string,
  caller: CallerName,
): unknown {
  if (Array.isArray(example)) return example.map((item) => filled(item, about, fixtures, id, caller));
  if (typeof example !== "object" || example === null) return example;
  const { people } = fixtures;
  const { dateDay, dateMonth, dateYear, blockIndex } = wireSlot(fixtures);
  const student = studentFor(fixtures, caller);
  const values: Record<string, unknown> = {
    _id: id,
    teacherId: about === "teacher" ? id : people.teacher.id,
    parentId: about === "parent" ? id : people.parent.id,
    studentId: about === "student" ? id : student.id,
    ...(about === "document" && { documentId: id }),
    ...(about?.toLowerCase().includes("lesson") && { lessonId: id }),
    dateDay,
    dateMonth,
    dateYear,
    blockIndex,
  };
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      key,
      key in values ? values[key] : filled(value, about, fixtures, id, caller),
    ]),
  );
}

/** The sample slot with the specification's names. */
function wireSlot(fixtures: Fixtures) {
  const { date, block } = slot(fixtures);
  const { day, month: dateMonth, year } = dateParts(date);
  return { dateDay: day, dateMonth, dateYear: year, blockIndex: block };
}
