import { newId } from "@korki/db";
import type { CivilDate, Role } from "@korki/domain";
import type { Services } from "@korki/services";
import { linkToken } from "@korki/services/accounts/link-token";
import { createLesson } from "@korki/services/admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "@korki/services/admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "@korki/services/admin-lessons/update-lesson";
import { sendMessage } from "@korki/services/chat/send-message";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import { addPayment } from "@korki/services/payments/add-payment";
import { voidPayment } from "@korki/services/payments/void-payment";
import { addPayout } from "@korki/services/payouts/add-payout";
import { voidPayout } from "@korki/services/payouts/void-payout";
import { inDays, makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { makePerson, type Person, personCtx, signIn } from "@korki/services/testing/people";
import type { Thing } from "../../policy";

/** Everybody who may come to a door; `other…` have nothing to do with `student` and `teacher`. */
export const CALLERS = [
  "visitor",
  "parent",
  "student",
  "otherStudent",
  "teacher",
  "otherTeacher",
  "admin",
  "disabled",
] as const;
export type CallerName = (typeof CALLERS)[number];

/** One thing of a kind: whose it is, who is related to it, and one that was deleted, where there are such. */
export type Exhibit = { id: string; deletedId?: string; own: CallerName[]; related: CallerName[] };

/** One of everything, and everybody with a session. */
export type World = {
  people: Record<Exclude<CallerName, "visitor">, Person & { token: string; refreshToken: string }>;
  things: Record<Thing, Exhibit>;
  /** Ids of the open proposals, by their lessons. */
  proposals: Record<string, string>;
  /** Unused links of e-mails. */
  tokens: { confirm: string; reset: string };
  /** Eight digits that the bot has just handed out. */
  telegramCode: string;
  /** A date so many days from now. */
  inDays(days: number): CivilDate;
};

export async function makeWorld(services: Services): Promise<World> {
  const teacher = await makeTeacher(services);
  const otherTeacher = await makeTeacher(services);
  const cast = {
    parent: await makePerson(services, "Parent"),
    student: await makeStudentOf(services, teacher),
    otherStudent: await makeStudentOf(services, otherTeacher),
    teacher,
    otherTeacher,
    admin: await makePerson(services, "Admin"),
    disabled: await makePerson(services, "Student"),
  };
  const signed = await Promise.all(
    Object.entries(cast).map(async ([name, person]) => {
      const { accessToken: token, refreshToken } = await signIn(services, person);
      return [name, { ...person, token, refreshToken }] as const;
    }),
  );
  await services.db.prisma.user.update({ where: { id: cast.disabled.id }, data: { isDisabled: true } });
  const people = Object.fromEntries(signed) as World["people"];
  const greeting = { recipientId: cast.student.id, text: "Dzień dobry", clientKey: "powitanie" };
  await sendMessage(personCtx(services, teacher), greeting);
  const { lessons, proposals } = await makeLessons(services, people);
  return {
    people,
    proposals,
    things: {
      teacher: { id: teacher.id, own: ["teacher"], related: ["student"] },
      student: { id: cast.student.id, own: ["student"], related: ["teacher"] },
      ...lessons,
      ...(await makeMoney(services, people)),
      trialRequest: { id: await makeTrial(services), own: [], related: [] },
      failedNotification: {
        id: await makeFailedNotification(services, people.student),
        own: [],
        related: [],
      },
    },
    tokens: {
      confirm: await makeLink(services, people.student, "confirm-email"),
      reset: await makeLink(services, people.parent, "reset-password"),
    },
    telegramCode: await makeTelegramCode(services),
    inDays: (days) => inDays(services, days),
  };
}

async function makeLessons(services: Services, { admin, teacher, student }: World["people"]) {
  const asAdmin = personCtx(services, admin);
  const make = async (block: number) => {
    const { id } = await createLesson(asAdmin, {
      teacherId: teacher.id,
      studentId: student.id,
      date: inDays(services, 5),
      block,
      subject: "Fizyka",
      level: "liceumP",
      description: "Dynamika",
    });
    return id;
  };
  const confirm = async (id: string) => {
    await updateLessonAsAdmin(asAdmin, { id, status: "Potwierdzona" });
    return id;
  };
  const unconfirmed = await make(0);
  const confirmed = await confirm(await make(1));
  const byTeacher = await confirm(await make(2));
  const byStudent = await confirm(await make(3));
  const deletedId = await confirm(await make(4));
  await deleteLessonAsAdmin(asAdmin, { id: deletedId });
  const proposals: Record<string, string> = {};
  for (const [lessonId, proposer, block] of [
    [byTeacher, teacher, 8],
    [byStudent, student, 9],
  ] as const) {
    const lesson = await proposeReschedule(personCtx(services, proposer), {
      lessonId,
      date: inDays(services, 6),
      block,
    });
    proposals[lessonId] = lesson.proposal?.id ?? "";
  }
  const exhibit = (id: string): Exhibit => ({ id, deletedId, own: ["student", "teacher"], related: [] });
  return {
    proposals,
    lessons: {
      unconfirmedLesson: exhibit(unconfirmed),
      confirmedLesson: exhibit(confirmed),
      lessonProposedByTeacher: exhibit(byTeacher),
      lessonProposedByStudent: exhibit(byStudent),
    },
  };
}

async function makeMoney(services: Services, { admin, teacher, student }: World["people"]) {
  const asAdmin = personCtx(services, admin);
  const paid = {
    studentId: student.id,
    moneyAmount: 90,
    lessonAmount: 1,
    subject: "Fizyka",
    level: "liceumP",
    description: "wplata",
  } as const;
  const paidOut = { teacherId: teacher.id, moneyAmount: 60, description: "wyplata" };
  const payment = await addPayment(asAdmin, paid, null);
  const voidedPayment = await voidPayment(asAdmin, await addPayment(asAdmin, paid, null));
  const payout = await addPayout(asAdmin, paidOut, null);
  const voidedPayout = await voidPayout(asAdmin, await addPayout(asAdmin, paidOut, null));
  return {
    payment: { id: payment.id, deletedId: voidedPayment.id, own: [], related: [] } as Exhibit,
    payout: { id: payout.id, deletedId: voidedPayout.id, own: [], related: [] } as Exhibit,
  };
}

async function makeTrial({ db }: Services): Promise<string> {
  const id = newId();
  const request = {
    subject: "Fizyka",
    level: "liceumP",
    email: "gosc@example.pl",
    studentPhone: "+48600100200",
  };
  await db.prisma.trialLesson.create({ data: { ...request, id, status: "Nowa" } });
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

async function makeLink(
  { db, now, settings }: Services,
  { id: userId }: Person,
  kind: "confirm-email" | "reset-password",
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now().getTime() + 3_600_000);
  await db.prisma.oneTimeLink.create({ data: { id, userId, kind, createdAt: now(), expiresAt } });
  return linkToken(settings.authSecret, { id });
}

async function makeTelegramCode({ db, now }: Services): Promise<string> {
  const code = "12345678";
  const expiresAt = new Date(now().getTime() + 600_000);
  await db.prisma.telegramCode.create({
    data: { id: newId(), chatId: "777000", code, createdAt: now(), expiresAt },
  });
  return code;
}

/** The role of a caller who has a session. */
export function roleOf(world: World, caller: Exclude<CallerName, "visitor">): Role {
  return world.people[caller].role;
}
