import type { PayoutRunInput } from "@korki/contracts/payments";
import { finishUndoStep, insertUndoStep, newId, transact } from "@korki/db";
import type { CivilDate } from "@korki/domain";
import type { Services } from "@korki/services";
import { saveDay } from "@korki/services/availability/day-hours";
import { previewBills } from "@korki/services/bills/issue-bills";
import { addCalendar } from "@korki/services/busy-times/calendars";
import { sendMessage } from "@korki/services/chat/send-message";
import { runImport } from "@korki/services/imports/run-import";
import { addOfficeNote } from "@korki/services/office/office-file";
import { inDays } from "@korki/services/testing/classroom";
import { type Person, personCtx } from "@korki/services/testing/people";
import type { Resource } from "../trpc/access";
import {
  makeDevice,
  makeGuardianships,
  makeInvitation,
  makeLink,
  makeLoginLink,
  makeSecurity,
  makeTelegramCode,
  openInvitation,
  serveAlways,
} from "./account-fixtures";
import {
  type CallerName,
  type Callers,
  type Fixture,
  makeCallers,
  ofNobody,
  PERSON_NAMES,
  type PersonName,
} from "./callers";
import {
  makeClosure,
  makeLessons,
  makeMovingSeries,
  makeSeries,
  makeTrial,
  makeWatch,
  type SeriesTokens,
} from "./lesson-fixtures";
import { makeBankStatement, makeInvoices, makeMoney, makeObjection, previewRun } from "./money-fixtures";
import type { SecurityFixture } from "./security-fixtures";

/** One of everything, and everybody with a session. */
export type Fixtures = {
  people: Callers;
  /** Everybody's second session, authenticator and passkey. */
  security: Record<PersonName, SecurityFixture>;
  resources: Record<Resource, Fixture>;
  /** Ids of the open proposals, by their lessons. */
  proposals: Record<string, string>;
  /** The wish to move of `movingSeries`. */
  moveId: string;
  /** Tokens of previews of `sampleSeries`, its move and its extension, by caller. */
  seriesTokens: Partial<Record<CallerName, SeriesTokens>>;
  /** Tokens of previews of this month's bills, by caller. */
  billTokens: Partial<Record<CallerName, string>>;
  /** Each person's act that can be taken back. */
  undoIds: Record<PersonName, string>;
  /** An open line of the bank statement. */
  bankLineId: string;
  /** The file of `unbookedStatement`. */
  bankFile: string;
  /** Unused links of e-mails. */
  tokens: Record<
    "confirm" | "reset" | "notMe" | "invitation" | "login" | "loginRequest" | "loginCode",
    string
  >;
  /** A payout run that was previewed and can be confirmed. */
  payoutRun: PayoutRunInput;
  /** Where a calendar elsewhere is. */
  calendarUrl: string;
  /** Eight digits that the bot has just handed out. */
  telegramCode: string;
  /** A date so many days from now. */
  inDays(days: number): CivilDate;
};

/** In so many days the teacher's hours differ from the week. */
export const DIFFERENT_DAY = 23;

export async function makeFixtures(services: Services): Promise<Fixtures> {
  const people = await makeCallers(services);
  const { teacher, student, parent } = people;
  const greeting = { recipientId: student.id, text: "Dzień dobry", clientKey: "powitanie" };
  await sendMessage(personCtx(services, teacher), greeting);
  const { lessons, proposals } = await makeLessons(services, people);
  await saveDay(personCtx(services, teacher), {
    date: inDays(services, DIFFERENT_DAY),
    replaces: false,
    sections: [{ startBlock: 0, endBlock: 0 }],
  });
  const series = await makeSeries(services, people);
  const moving = await makeMovingSeries(services, people);
  const calendarUrl = await serveCalendar();
  const bank = await makeBankStatement(services, people.admin);
  return {
    people,
    bankLineId: bank.lineId,
    bankFile: bank.unbooked.base64,
    undoIds: await makeUndoSteps(services, people, lessons.confirmedLesson.id),
    security: await makeSecurity(services, people),
    proposals,
    moveId: moving.moveId,
    seriesTokens: series.tokens,
    resources: {
      teacher: { id: teacher.id, own: ["teacher"], related: ["student"] },
      student: { id: student.id, own: ["student"], related: ["teacher"] },
      ...lessons,
      series: { id: series.id, own: ["teacher", "student"], related: [] },
      movingSeries: { id: moving.seriesId, own: ["teacher", "student"], related: [] },
      closure: { id: await makeClosure(services, teacher), own: ["teacher"], related: [] },
      ...(await makeMoney(services, people)),
      trialRequest: ofNobody(await makeTrial(services)),
      parent: ofNobody(parent.id),
      document: ofNobody(await makeDocument(services, people)),
      guardianship: await makeGuardianships(services, people),
      parentInvitation: { ...(await openInvitation(services, people)), own: ["student"], related: [] },
      import: ofNobody(await makeImport(services, people.admin)),
      officeNote: ofNobody(await makeOfficeNote(services, people)),
      bankStatement: ofNobody(bank.id),
      unbookedStatement: ofNobody(bank.unbooked.id),
      ...(await makeInvoices(services, people)),
      settlementLine: { id: await makeObjection(services, people), own: ["teacher"], related: [] },
      failedNotification: ofNobody(await makeFailedNotification(services, student)),
      outsideCalendar: {
        id: (await addCalendar(personCtx(services, teacher), { url: `${calendarUrl}/plan`, label: "" })).id,
        own: ["teacher"],
        related: [],
      },
      watch: { id: await makeWatch(services, people), own: ["student"], related: [] },
      pushDevice: { id: await makeDevice(services, people), own: ["teacher"], related: [] },
    },
    tokens: {
      confirm: await makeLink(services, student, "confirm-email"),
      reset: await makeLink(services, parent, "reset-password"),
      notMe: await makeLink(services, student, "not-me"),
      invitation: await makeInvitation(services, people),
      ...(await makeLoginLink(services)),
    },
    billTokens: {
      admin: (
        await previewBills(personCtx(services, people.admin), { month: inDays(services, 0).slice(0, 7) })
      ).token,
    },
    payoutRun: await previewRun(services, people),
    calendarUrl,
    telegramCode: await makeTelegramCode(services),
    inDays: (days) => inDays(services, days),
  };
}

async function makeDocument({ db, now }: Services, { admin }: Callers): Promise<string> {
  const id = newId();
  const text = { kind: "wizerunek", title: "Zgoda na wizerunek", text: "Zgadzam się.", mandatory: false };
  const by = { createdById: admin.id, createdAt: now() };
  await db.prisma.document.create({ data: { id, version: 1, roles: ["Student", "Parent"], ...text, ...by } });
  return id;
}

async function makeFailedNotification({ db, now }: Services, { id: recipientId }: Person): Promise<string> {
  const id = newId();
  const facts = { otherName: "Anna Kowalska", otherRole: "Teacher" };
  await db.prisma.notification.create({
    data: { id, kind: "relation-added", recipientId, facts, status: "failed", finishedAt: now() },
  });
  return id;
}

/** Returns the address of a server that has an empty calendar for everybody. */
async function serveCalendar(): Promise<string> {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Szkoła//PL", "END:VCALENDAR", ""];
  return serveAlways((response) => response.end(lines.join("\r\n")));
}

async function makeImport(services: Services, admin: Person): Promise<string> {
  const base64 = Buffer.from("Imię;E-mail\nLena;lena.z.pliku@example.pl\n").toString("base64");
  const file = { kind: "students" as const, fileName: "uczniowie.csv", base64, invite: false };
  return (await runImport(personCtx(services, admin), file)).id;
}

async function makeUndoSteps(
  { db }: Services,
  people: Callers,
  lessonId: string,
): Promise<Fixtures["undoIds"]> {
  const ids: Partial<Fixtures["undoIds"]> = {};
  for (const name of PERSON_NAMES) {
    const id = newId();
    const step = { id, actorId: people[name].id, target: { lessonId }, until: new Date("2100-01-01") };
    await transact(db, async (tx) => {
      await insertUndoStep(tx, step);
      await finishUndoStep(tx, id);
    });
    ids[name] = id;
  }
  return ids as Fixtures["undoIds"];
}

async function makeOfficeNote(services: Services, { admin, student }: Callers): Promise<string> {
  const note = { of: "person" as const, id: student.id, text: "Woli zajęcia po 17" };
  const { notes } = await addOfficeNote(personCtx(services, admin), note);
  return notes[0]?.id ?? "";
}
