import { expect, test } from "vitest";
import { addPayment } from "../payments/add-payment";
import { bookedLesson, forceStatus, makeClassroom } from "../testing/classroom";
import { outboxOf } from "../testing/outbox";
import { makePerson, personCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { listDebts } from "./list-debts";
import { remindOfDebt } from "./remind-of-debt";

const services = await openTestServices();
const asAdmin = personCtx(services, await makePerson(services, "Admin"));
const PAGE = { page: 1, pageSize: 100 };

test("who owes is listed per subject, each lesson at the price it carries; what is paid of another subject hides nothing", async () => {
  const room = await makeClassroom(services);
  const { student } = room;
  const lessons = [];
  for (let block = 0; block < 3; block += 1) lessons.push(await bookedLesson(services, room, block));
  // The latest are the ones that are owed.
  await services.db.prisma.lesson.update({ where: { id: lessons[2]?.id ?? "" }, data: { price: 123 } });
  const pay = (subject: "Matematyka" | "Fizyka", lessonAmount: number) =>
    addPayment(
      asAdmin,
      { studentId: student.id, moneyAmount: 90, lessonAmount, subject, level: "liceumP", description: "" },
      null,
    );
  await pay("Matematyka", 1);
  await pay("Fizyka", 5);
  expect((await listDebts(asAdmin, PAGE)).items).toEqual([
    {
      studentId: student.id,
      studentName: expect.any(String),
      amount: 213,
      lessons: [{ subject: "Matematyka", level: "liceumP", owed: 2 }],
    },
  ]);
  await remindOfDebt(asAdmin, { studentId: student.id });
  const told = await outboxOf(services, student.id);
  expect(told.at(-1)).toEqual({ kind: "debt-reminder", facts: { studentId: student.id, moneyAmount: 213 } });

  await forceStatus(services, lessons[2]?.id ?? "", "Odwolana przez nauczyciela");
  expect((await listDebts(asAdmin, PAGE)).items).toMatchObject([{ amount: 90 }]);
  await pay("Matematyka", 1);
  expect(await listDebts(asAdmin, PAGE)).toMatchObject({ items: [], total: 0 });
  await expect(remindOfDebt(asAdmin, { studentId: student.id })).rejects.toMatchObject({ code: "conflict" });
});
