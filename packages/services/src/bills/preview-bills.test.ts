import { newId } from "@korki/db";
import { billedAmount, instantOf } from "@korki/domain";
import { describe, expect, test } from "vitest";
import { addPayment } from "../payments/add-payment";
import { DECEMBER, openBilledFamily, PAGE, TUESDAYS } from "../testing/billed-family";
import { makeStudentOf } from "../testing/classroom";
import { makeGuardian } from "../testing/families";
import { setPayerMode } from "./billing-settings";
import { issueBills, previewBills } from "./issue-bills";
import { withdrawBill } from "./manage-bill";
import { getBill, listMyBills } from "./read-bills";

/** A preview says what the bills of a month come to, before they are issued. */

const { services, prisma, asAdmin, family, lessons, prepay, myPreview, issued } = await openBilledFamily();

describe("a preview", () => {
  test("shows the month's lessons per child and subject, less what is paid for", async () => {
    const sister = await makeStudentOf(services, family.teacher);
    await makeGuardian(services, family.payer, sister, { isPayer: true });
    await lessons(TUESDAYS);
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 100 });
    await lessons(["2026-12-03", "2026-12-10"], { student: sister, price: 80 });
    await prepay(3);
    expect(await myPreview()).toMatchObject({
      month: DECEMBER,
      dueOn: "2026-12-10",
      amount: 350,
      paid: 0,
      balance: 0,
      status: "open",
      previous: null,
    });
    const lines = (await myPreview())?.lines ?? [];
    expect(lines).toHaveLength(3);
    expect(
      lines.find(({ subject, studentId }) => subject === "Matematyka" && studentId === family.student.id),
    ).toMatchObject({
      planned: 4,
      prepaid: 3,
      billed: 1,
      amount: 90,
    });
    for (const { planned, prepaid, billed } of lines) expect(planned).toBe(prepaid + billed);
  });

  test("says what a changed line comes to: what is issued with the change", async () => {
    await lessons(TUESDAYS.slice(0, 2));
    await lessons(TUESDAYS.slice(2), { price: 100 });
    await lessons(["2026-12-02"], { subject: "Fizyka", price: 70 });
    const [individual] = await prisma.individualPrice.createManyAndReturn({
      data: [{ id: newId(), studentId: family.student.id, level: "liceumP", price: 85, rate: 60 }],
    });
    const level = "liceumP" as const;
    const physics = { lessonAmount: 1, moneyAmount: 70, subject: "Fizyka", level } as const;
    await addPayment(asAdmin, { ...physics, studentId: family.student.id, description: "" }, null);
    const billed = { Matematyka: [3, 6], Fizyka: [2, 0] } as const;
    for (const at of [0, 1]) {
      const { bills, token } = await previewBills(asAdmin, { month: DECEMBER });
      const lines = bills.find(({ payerId }) => payerId === family.payer.id)?.lines ?? [];
      expect(lines).toMatchObject([
        { subject: "Fizyka", prices: [], morePrice: individual?.price },
        { subject: "Matematyka", prices: [90, 90, 100, 100], morePrice: 100 },
      ]);
      const changed = lines.map((line) => ({ ...line, billed: billed[line.subject as "Fizyka"][at] ?? 0 }));
      const changes = changed.map(({ studentId, subject, ...line }) => ({
        payerId: family.payer.id,
        studentId,
        subject,
        level,
        billed: line.billed,
      }));
      await issueBills(asAdmin, { month: DECEMBER, token, changes });
      const bill = (await listMyBills(family.asPayer, PAGE)).items.find(({ status }) => status === "open");
      expect(bill?.amount).toBe(changed.reduce((sum, line) => sum + billedAmount(line, line.billed), 0));
      expect(bill?.amount).toBe([450, 580][at]);
      await withdrawBill(asAdmin, { id: bill?.id ?? "", reason: "pomyłka" });
    }
  });

  test.each([
    ["before", "booking"],
    ["after", "booking"],
  ])("counts nothing that expires before the lesson, paid %s %s", async (when) => {
    if (when === "before") await prepay(4, "2026-12-10");
    await lessons(TUESDAYS);
    if (when === "after") await prepay(4, "2026-12-10");
    expect((await myPreview())?.lines).toMatchObject([{ planned: 4, prepaid: 2, billed: 2, amount: 180 }]);
  });

  test("adds lessons of earlier months that nothing paid for and no bill asked for", async () => {
    await lessons(["2026-11-03", "2026-11-10"], { status: "Zrealizowana" });
    await lessons(TUESDAYS);
    await prepay(1);
    expect((await myPreview())?.lines).toMatchObject([{ planned: 5, prepaid: 0, billed: 5 }]);
    await issued();
    await lessons(["2027-01-05", "2026-12-29"]);
    expect((await myPreview("2027-01"))?.lines).toMatchObject([{ planned: 2, prepaid: 0, billed: 2 }]);
  });

  test("is smaller by lessons that were cancelled free of charge after a bill", async () => {
    const [first = ""] = await lessons(TUESDAYS);
    const bill = await issued();
    await prisma.lesson.update({ where: { id: first }, data: { status: "Odwolana przez nauczyciela" } });
    expect((await getBill(family.asPayer, bill)).amount).toBe(360);
    await lessons(["2027-01-05", "2027-01-12"]);
    expect((await myPreview("2027-01"))?.lines).toMatchObject([{ planned: 2, prepaid: 1, billed: 1 }]);
    expect(await myPreview("2027-01")).toMatchObject({ previous: 360 });
  });

  test("answers for twelve months, and in arrears only after the month, of what was delivered", async () => {
    await expect(previewBills(asAdmin, { month: "2028-01" })).rejects.toMatchObject({ code: "input" });
    await setPayerMode(asAdmin, { payerId: family.payer.id, mode: "arrears" });
    await lessons(TUESDAYS.slice(0, 2));
    await lessons(["2026-12-16"], { status: "Zrealizowana" });
    expect(await myPreview()).toBeUndefined();
    services.clock.time = instantOf("2027-01-01", 8 * 60);
    expect(await myPreview()).toMatchObject({ dueOn: "2027-01-10", lines: [{ planned: 1, billed: 1 }] });
  });
});
