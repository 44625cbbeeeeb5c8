import { DEFAULT_PRICES } from "@korki/domain";
import { expect, test } from "vitest";
import { createLesson } from "../admin-lessons/create-lesson";
import { bookedLesson, inDays, makeClassroom, storedLesson } from "../testing/classroom";
import { openTestCentre } from "../testing/test-services";
import { getPrices, getPublicPrices, savePrices } from "./prices";

const { services, asAdmin } = await openTestCentre();

test("a new price applies to new lessons only, never to earlier ones", async () => {
  const room = await makeClassroom(services);
  expect(await getPrices(asAdmin)).toEqual(
    Object.entries(DEFAULT_PRICES).map(([level, pair]) => ({ level, ...pair, version: 0 })),
  );
  const old = await bookedLesson(services, room, 1);
  const saved = await savePrices(asAdmin, { prices: [{ level: "liceumP", price: 95, rate: 0, version: 0 }] });
  expect(saved[1]).toEqual({ level: "liceumP", price: 95, rate: 0, version: 1 });
  expect((await getPublicPrices({ ...asAdmin, actor: null }))[1]).toEqual({ level: "liceumP", price: 95 });

  const booked = await bookedLesson(services, room, 2);
  const made = await createLesson(asAdmin, {
    teacherId: room.teacher.id,
    studentId: room.student.id,
    date: inDays(services, 3),
    block: 3,
    subject: "Polski",
    level: "liceumP",
    description: "",
  });
  expect(await storedLesson(services, old.id)).toMatchObject(DEFAULT_PRICES.liceumP);
  for (const { id } of [booked, made]) {
    expect(await storedLesson(services, id)).toMatchObject({ price: 95, rate: 0 });
  }
});

test("one of several simultaneous edits succeeds, the others are conflicts", async () => {
  const [level] = await getPrices(asAdmin);
  const version = level?.version ?? 0;
  const outcomes = await Promise.allSettled(
    [81, 82, 83, 84].map((price) =>
      savePrices(asAdmin, { prices: [{ level: "szkolaP", price, rate: 50, version }] }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  }
  const entries = await services.db.prisma.historyEntry.count({
    where: { entity: "price", entityId: "szkolaP" },
  });
  expect(entries).toBe(1);
});

test("all levels are saved, or none", async () => {
  const [szkolaP, liceumP] = await getPrices(asAdmin);
  if (!szkolaP || !liceumP) throw new Error("the price list has three levels");
  const edit = [
    { ...szkolaP, price: 200 },
    { ...liceumP, price: 200, version: liceumP.version + 1 },
  ];
  await expect(savePrices(asAdmin, { prices: edit })).rejects.toMatchObject({ code: "conflict" });
  expect((await getPrices(asAdmin))[0]).toEqual(szkolaP);
});
