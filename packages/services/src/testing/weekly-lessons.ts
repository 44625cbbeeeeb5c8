import type { SeriesBody } from "@korki/contracts/series";
import type { CivilDate } from "@korki/domain";
import { addClosure } from "../closures/add-closure";
import type { ActorCtx } from "../context";
import { createSeries, previewSeries } from "../series/create-series";
import { type Classroom, makeClassroom, makeStudentOf } from "./classroom";
import { makePerson, personCtx } from "./people";
import type { TestServices } from "./test-services";

/** A Friday; the first lesson is on the Tuesday after it. */
export const NOW = new Date("2026-11-20T09:00:00Z");

/** A classroom of its own for each test, and an empty calendar: tests of weekly lessons read many dates. */
export type WeeklyLessons = Classroom & { asAdmin: ActorCtx } & ReturnType<typeof actions>;

export async function makeWeeklyLessons(services: TestServices): Promise<WeeklyLessons> {
  const { prisma } = services.db;
  services.clock.time = NOW;
  await prisma.lesson.updateMany({ data: { deletedAt: NOW } });
  await prisma.closure.deleteMany();
  const room = await makeClassroom(services);
  const asAdmin = personCtx(services, await makePerson(services, "Admin"));
  return { ...room, asAdmin, ...actions(services, room, asAdmin) };
}

function actions(services: TestServices, room: Classroom, asAdmin: ActorCtx) {
  /** Tuesdays at 16:45, five of them, unless said otherwise. */
  const body = (change: Partial<SeriesBody> = {}): SeriesBody => ({
    teacherId: room.teacher.id,
    studentId: room.student.id,
    weekday: "wt",
    block: 9,
    subject: "Matematyka",
    level: "liceumP",
    from: "2026-11-24",
    to: "2026-12-22",
    everyWeeks: 1,
    description: "Matura",
    ...change,
  });

  return {
    body,

    async book(ctx: ActorCtx, change: Partial<SeriesBody> = {}) {
      const { token } = await previewSeries(ctx, body(change));
      return createSeries(ctx, { ...body(change), token });
    },

    /** What a preview says of each date. */
    async outcomes(ctx: ActorCtx, change: Partial<SeriesBody> = {}) {
      const { dates } = await previewSeries(ctx, body(change));
      return Object.fromEntries(dates.map(({ date, outcome }) => [date, outcome]));
    },

    /** Another student of the teacher. */
    async otherStudent(): Promise<ActorCtx> {
      return personCtx(services, await makeStudentOf(services, room.teacher));
    },

    closeCentre: (date: CivilDate, label = "Boże Ciało") =>
      addClosure(asAdmin, { scope: "centre", from: date, to: date, label, decisions: [] }),
  };
}
