import { newId, toDbDate } from "@korki/db";
import { addMonths, monthBounds, monthOf, today } from "@korki/domain";
import { setPayerMode } from "@korki/services/bills/billing-settings";
import { issueBills, previewBills } from "@korki/services/bills/issue-bills";
import { listMyBills } from "@korki/services/bills/read-bills";
import { makeClassroom, makeStudentOf } from "@korki/services/testing/classroom";
import { makePerson, type Person, personCtx, signIn } from "@korki/services/testing/people";
import { expect, test } from "vitest";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi();

test("a bill is a file for its payer and administrators; for others there is none", async () => {
  const { student, teacher, asStudent } = await makeClassroom(services);
  const admin = await makePerson(services, "Admin");
  const asAdmin = personCtx(services, admin);
  const { from } = monthBounds(addMonths(monthOf(today(services.now())), 1));
  const month = from.slice(0, 7);
  await setPayerMode(asAdmin, { payerId: student.id, mode: "advance" });
  const lesson = {
    id: newId(),
    teacherId: teacher.id,
    studentId: student.id,
    date: toDbDate(from),
    block: 3,
  };
  await services.db.prisma.lesson.create({
    data: {
      ...lesson,
      subject: "Matematyka",
      level: "liceumP",
      title: "",
      price: 90,
      rate: 60,
      status: "Potwierdzona",
    },
  });
  const { token } = await previewBills(asAdmin, { month });
  await issueBills(asAdmin, { month, token });
  const [bill] = (await listMyBills(asStudent, { page: 1, pageSize: 1 })).items;
  const get = async (person: Person | null, id = bill?.id) => {
    const headers = person && { authorization: `Bearer ${(await signIn(services, person)).accessToken}` };
    return fetch(`${origin}/api/bill/${id}/pdf`, { headers: headers ?? {} });
  };
  for (const person of [student, admin]) {
    const found = await get(person);
    expect([found.status, found.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(found.headers.get("content-disposition")).toContain(`rachunek-${month}.pdf`);
    const content = Buffer.from(await found.arrayBuffer());
    expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  }
  expect((await get(await makeStudentOf(services, teacher))).status).toBe(404);
  expect((await get(student, newId())).status).toBe(404);
  expect((await get(student, "x")).status).toBe(400);
  expect((await get(teacher)).status).toBe(403);
  expect((await get(null)).status).toBe(401);
});
