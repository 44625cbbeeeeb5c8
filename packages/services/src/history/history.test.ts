import { expect, test } from "vitest";
import { addPayment } from "../payments/add-payment";
import { voidPayment } from "../payments/payments";
import { relate } from "../people/relate";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listHistory } from "./list-history";

const services = await openTestServices();
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);

test("lists changes with their authors, filtered and page by page", async () => {
  const [teacher, student] = [await makePerson(services, "Teacher"), await makePerson(services, "Student")];
  await relate(asAdmin, { teacherId: teacher.id, studentId: student.id });
  const payment = await addPayment(
    asAdmin,
    {
      studentId: student.id,
      moneyAmount: 90,
      lessonAmount: 1,
      subject: "Polski",
      level: "szkolaP",
      description: "wplata",
    },
    null,
  );
  await voidPayment(asAdmin, payment);

  const all = await listHistory(asAdmin, { studentId: student.id, limit: 50 });
  expect(all.items.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
    "payment void",
    "payment add",
    "relation relate",
  ]);
  expect(all.nextCursor).toBeNull();
  expect(all.items[2]).toMatchObject({
    actor: { id: admin.id, role: "Admin" },
    teacher: { id: teacher.id },
    student: { id: student.id },
    changes: [{ field: "related", from: false, to: true }],
  });

  const first = await listHistory(asAdmin, { studentId: student.id, limit: 2 });
  const second = await listHistory(asAdmin, {
    studentId: student.id,
    limit: 2,
    cursor: first.nextCursor ?? "",
  });
  expect([...first.items, ...second.items]).toEqual(all.items);

  const narrowed = { entity: "payment" as const, entityId: payment.id, actorId: admin.id, limit: 50 };
  expect((await listHistory(asAdmin, narrowed)).items).toHaveLength(2);
  expect((await listHistory(asAdmin, { ...narrowed, teacherId: teacher.id })).items).toEqual([]);
});

test("days are Warsaw's, both included", async () => {
  const before = services.clock.time;
  services.clock.time = new Date("2026-07-31T22:30:00Z");
  const [teacher, student] = [await makePerson(services, "Teacher"), await makePerson(services, "Student")];
  await relate(asAdmin, { teacherId: teacher.id, studentId: student.id });
  services.clock.time = before;
  const within = async (from: string, to: string) =>
    (await listHistory(asAdmin, { teacherId: teacher.id, from, to, limit: 50 })).items.length;
  expect(await within("2026-08-01", "2026-08-01")).toBe(1);
  expect(await within("2026-07-01", "2026-07-31")).toBe(0);
});
