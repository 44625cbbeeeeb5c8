import { addDays } from "@korki/domain";
import { beforeEach } from "vitest";
import { answerApproval, listApprovals } from "../approvals/approvals";
import type { ActorCtx } from "../context";
import { saveMoneySettings } from "../money/get-money";
import { placeOrder } from "../orders/place-order";
import { createSeries, previewSeries } from "../series/create-series";
import { type Classroom, inDays, makeClassroom } from "./classroom";
import { FakeProvider } from "./fake-provider";
import { makeGuardian } from "./families";
import { makePerson, type Person, personCtx } from "./people";
import { openTestCentre } from "./test-services";

export const MATHS = { subject: "Matematyka", level: "liceumP" } as const;

/** A teacher, a student, and the parent who pays for the student. */
type AskingFamily = Classroom & { payer: Person; asPayer: ActorCtx };

/**
 * Called at the top of a test file: a centre where a payer is asked about what costs more than 300 zł. Each test begins
 * at the same time with a family and a payment provider of its own.
 */
export async function openAskingFamily() {
  const { services, prisma, asAdmin } = await openTestCentre();
  const start = services.clock.time;
  const family = {} as AskingFamily;

  beforeEach(async () => {
    services.freshLimits();
    services.clock.time = start;
    services.payments = new FakeProvider();
    await saveMoneySettings(asAdmin, { dueDays: 7, approvalAbove: 300 });
    const room = await makeClassroom(services);
    const payer = await makePerson(services, "Parent");
    await makeGuardian(services, payer, room.student, { isPayer: true });
    Object.assign(family, { ...room, payer, asPayer: personCtx(services, payer) });
  });

  /** A weekly lesson of 90 zł, from three days ahead. */
  const seriesBody = (weeks: number) => {
    const from = inDays(services, 3);
    const weekday =
      (["niedz", "pon", "wt", "sr", "czw", "pt", "sob"] as const)[new Date(from).getUTCDay()] ?? "pon";
    return {
      teacherId: family.teacher.id,
      ...MATHS,
      weekday,
      block: 9,
      everyWeeks: 1 as const,
      from,
      to: addDays(from, 7 * (weeks - 1)),
      description: "",
    };
  };

  return {
    services,
    prisma,
    asAdmin,
    /** The time at which each test begins. */
    start,
    /** Before each test another one. */
    family,
    seriesBody,
    async requestSeries(weeks = 10, ctx: ActorCtx = family.asStudent) {
      const child = ctx === family.asStudent ? {} : { studentId: family.student.id };
      const body = { ...seriesBody(weeks), ...child };
      const { token } = await previewSeries(ctx, body);
      return createSeries(ctx, { ...body, token });
    },
    addHours: (hours: number) => new Date(services.now().getTime() + hours * 3_600_000),
    order: (lessons: number) => placeOrder(family.asStudent, { items: [{ ...MATHS, lessons }] }),
    /** Answers the first request that waits for the payer. */
    async answer(agreed: boolean, ctx = family.asPayer) {
      const [asked] = await listApprovals(family.asPayer);
      return answerApproval(ctx, { id: asked?.id ?? "", agreed });
    },
    lessonsOf: (seriesId: string) =>
      prisma.lesson.findMany({ where: { seriesId, deletedAt: null }, orderBy: { date: "asc" } }),
  };
}
