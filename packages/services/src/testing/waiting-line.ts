import { type AvailabilitySection, addDays, instantOf, WEEKDAYS, weekdayOf } from "@korki/domain";
import { beforeEach } from "vitest";
import type { ActorCtx, Services } from "../context";
import { bookLesson } from "../lessons/book-lesson";
import { holdPasser } from "../watches/pass-holds";
import { addWatch, listOwnWatches } from "../watches/watches";
import { bookingOf, inDays, makeStudentOf, makeTeacher } from "./classroom";
import { type Person, personCtx } from "./people";
import { openTestCentre } from "./test-services";

/** The block that people wait for. */
export const BLOCK = 9;
export const AFTERNOONS: AvailabilitySection[] = WEEKDAYS.map((day) => ({
  day,
  startBlock: BLOCK,
  endBlock: BLOCK,
}));

export const WANTED = {
  subject: "Matematyka",
  level: "liceumP",
  weekdays: [...WEEKDAYS],
  fromBlock: 8,
  toBlock: 10,
} as const;

/** What a worker does that has just started: it looks at everybody. */
export const passHolds = (centre: Services) => holdPasser(centre).work();

/** The first watch's hold of who asks. */
export async function heldFor(ctx: ActorCtx) {
  const [watch] = await listOwnWatches(ctx, {});
  return watch?.held ?? null;
}

/** Called at the top of a test file: a centre where each test begins at noon of tomorrow, and nobody waits. */
export async function openWaitingLine() {
  const { services, prisma, asAdmin } = await openTestCentre();
  const TOMORROW = inDays(services, 1);
  const DATE = addDays(TOMORROW, 5);
  /** The day after `DATE`, or that before it, so that both are in one week. */
  const NEAR = addDays(DATE, weekdayOf(DATE) === "niedz" ? -1 : 1);

  /** Noon of tomorrow, so many seconds on. */
  const afterSeconds = (seconds: number) => {
    services.clock.time = new Date(instantOf(TOMORROW, 12 * 60).getTime() + seconds * 1000);
  };
  /** Noon of tomorrow, so many minutes on. */
  const goTo = (minutes: number) => afterSeconds(60 * minutes);
  beforeEach(async () => {
    await prisma.watch.deleteMany();
    goTo(0);
  });

  return {
    services,
    prisma,
    asAdmin,
    TOMORROW,
    /** The day for which people wait. */
    DATE,
    NEAR,
    /** The hold of that day's block. */
    HELD: { date: DATE, block: BLOCK },
    goTo,
    afterSeconds,

    /** A teacher of one block a day, which is booked on `DATE`, and students. */
    async makeLine(count: number) {
      const teacher = await makeTeacher(services, AFTERNOONS);
      const people = await Promise.all(Array.from({ length: count }, () => makeStudentOf(services, teacher)));
      const taker = await makeStudentOf(services, teacher);
      const lesson = await bookLesson(personCtx(services, taker), bookingOf(teacher, DATE, BLOCK));
      return {
        teacher,
        lesson,
        students: people.map((person) => personCtx(services, person)),
        book: (ctx: ActorCtx) => bookLesson(ctx, bookingOf(teacher, DATE, BLOCK)),
        free: () =>
          prisma.lesson.update({ where: { id: lesson.id }, data: { status: "Odwolana przez nauczyciela" } }),
      };
    },

    watchFor(ctx: ActorCtx, teacher: Pick<Person, "id">) {
      return addWatch(ctx, {
        ...WANTED,
        weekdays: [...WEEKDAYS],
        teacherId: teacher.id,
        until: addDays(DATE, 20),
      });
    },

    /** A weekly lesson on the held date and a week later. */
    weeklyAt: (teacher: Pick<Person, "id">) => ({
      teacherId: teacher.id,
      subject: WANTED.subject,
      level: WANTED.level,
      description: "",
      weekday: weekdayOf(DATE),
      block: BLOCK,
      from: DATE,
      to: addDays(DATE, 7),
      everyWeeks: 1 as const,
    }),
  };
}
