import { newId } from "@korki/db";
import { type CivilDate, weekdayOf } from "@korki/domain";
import type { Services } from "@korki/services";
import { createLesson } from "@korki/services/admin-lessons/create-lesson";
import { deleteLessonAsAdmin } from "@korki/services/admin-lessons/delete-lesson";
import { updateLessonAsAdmin } from "@korki/services/admin-lessons/update-lesson";
import { addClosure } from "@korki/services/closures/add-closure";
import { proposeReschedule } from "@korki/services/lessons/propose-reschedule";
import { saveReport } from "@korki/services/reports/save-report";
import { createSeries, previewSeries } from "@korki/services/series/create-series";
import { previewExtension } from "@korki/services/series/extend-series";
import { moveSeries, previewMove } from "@korki/services/series/move-series";
import { inDays } from "@korki/services/testing/classroom";
import { type Person, personCtx } from "@korki/services/testing/people";
import { addWatch } from "@korki/services/watches/watches";
import type { CallerName, Callers, Fixture } from "./callers";

export type SeriesTokens = { create: string; move: string; extend: string };

/** What callers ask for when they try to create, move and extend a series; `skipped` is its skipped date. */
export function sampleSeries(
  { inDays }: { inDays(days: number): CivilDate },
  people: Pick<Callers, "teacher" | "student">,
) {
  const weekday = weekdayOf(inDays(8));
  const pair = { subject: "Fizyka", level: "liceumP" } as const;
  const { teacher, student } = people;
  return {
    skipped: inDays(15),
    create: {
      teacherId: teacher.id,
      studentId: student.id,
      ...pair,
      weekday,
      block: 12,
      everyWeeks: 1 as const,
      from: inDays(8),
      to: inDays(22),
      description: "",
    },
    move: { from: inDays(8), weekday, block: 13 },
    extend: { to: inDays(36) },
  };
}

export async function makeSeries(services: Services, people: Callers) {
  const { admin, teacher, student } = people;
  const asAdmin = personCtx(services, admin);
  const sample = sampleSeries({ inDays: (days) => inDays(services, days) }, people);
  const busy = {
    teacherId: teacher.id,
    studentId: student.id,
    date: sample.skipped,
    block: 11,
    description: "",
  };
  const inTheWay = await createLesson(asAdmin, { ...busy, subject: "Fizyka", level: "liceumP" });
  const body = { ...sample.create, block: 11 };
  const { token } = await previewSeries(asAdmin, body);
  const { id } = await createSeries(asAdmin, { ...body, token });
  await deleteLessonAsAdmin(asAdmin, { id: inTheWay.id });
  const tokens: Partial<Record<CallerName, SeriesTokens>> = {};
  for (const name of ["teacher", "student", "bookingParent", "admin"] as const) {
    const ctx = personCtx(services, people[name]);
    tokens[name] = {
      create: (await previewSeries(ctx, sample.create)).token,
      move: (await previewMove(ctx, { seriesId: id, ...sample.move })).token,
      extend: (await previewExtension(ctx, { seriesId: id, ...sample.extend })).token,
    };
  }
  return { id, tokens };
}

/** A weekly lesson that the student asks to move. */
export async function makeMovingSeries(services: Services, { admin, teacher, student }: Callers) {
  const [asAdmin, asStudent] = [personCtx(services, admin), personCtx(services, student)];
  const [from, to] = [inDays(services, 9), inDays(services, 23)];
  const body = {
    ...({ teacherId: teacher.id, studentId: student.id, subject: "Fizyka", level: "liceumP" } as const),
    weekday: weekdayOf(from),
    block: 2,
    everyWeeks: 1 as const,
    from,
    to,
    description: "",
  };
  const { token } = await previewSeries(asAdmin, body);
  const { id: seriesId } = await createSeries(asAdmin, { ...body, token });
  const wish = { seriesId, from, weekday: weekdayOf(from), block: 3 };
  const preview = await previewMove(asStudent, wish);
  const { move } = await moveSeries(asStudent, { ...wish, token: preview.token });
  return { seriesId, moveId: move?.id ?? "" };
}

export async function makeClosure(services: Services, teacher: Person): Promise<string> {
  const day = inDays(services, 60);
  const { id } = await addClosure(personCtx(services, teacher), {
    scope: "teacher",
    from: day,
    to: day,
    label: "Urlop",
    decisions: [],
  });
  return id;
}

export async function makeLessons(services: Services, { admin, teacher, student }: Callers) {
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
  const held = await make(5);
  await updateLessonAsAdmin(asAdmin, { id: held, status: "Zrealizowana" });
  await saveReport(personCtx(services, teacher), {
    lessonId: held,
    summary: "Dynamika",
    homework: "Zadanie 5",
    homeworkDue: null,
    privateNote: "Notatka tylko dla nauczyciela",
    understanding: 3,
  });
  const late = async (block: number, data: { charged: true } | { lateDecision: "open" }) => {
    const id = await confirm(await make(block));
    await services.db.prisma.lesson.update({
      where: { id },
      data: { ...data, status: "Odwolana przez ucznia" },
    });
    return id;
  };
  const undecided = await late(6, { lateDecision: "open" });
  const charged = await late(7, { charged: true });
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
  const fixture = (id: string): Fixture => ({ id, deletedId, own: ["student", "teacher"], related: [] });
  return {
    proposals,
    lessons: {
      unconfirmedLesson: fixture(unconfirmed),
      confirmedLesson: fixture(confirmed),
      heldLesson: fixture(held),
      undecidedLesson: fixture(undecided),
      chargedLesson: fixture(charged),
      lessonProposedByTeacher: fixture(byTeacher),
      lessonProposedByStudent: fixture(byStudent),
    },
  };
}

export async function makeTrial({ db }: Services): Promise<string> {
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

export async function makeWatch(services: Services, { teacher, student }: Callers): Promise<string> {
  const { id } = await addWatch(personCtx(services, student), {
    teacherId: teacher.id,
    subject: "Fizyka",
    level: "liceumP",
    weekdays: ["pon", "czw"],
    fromBlock: 8,
    toBlock: 10,
    until: inDays(services, 20),
  });
  return id;
}
