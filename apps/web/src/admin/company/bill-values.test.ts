import type { PreviewedBill } from "@korki/contracts/bills";
import { expect, test } from "vitest";
import { billsAsTyped, billValues, changesOf } from "./bill-values";

const LINE = { studentId: "ola", studentName: "Ola", level: "liceumP", planned: 4, prepaid: 2 } as const;
const line = (subject: "Matematyka" | "Fizyka") => ({
  ...LINE,
  subject,
  billed: 2,
  amount: 190,
  prices: [90, 100],
  morePrice: 100,
});

function bill(payerId: string, payerBalance = 0): PreviewedBill {
  return {
    payerId,
    payerName: payerId,
    month: "2026-12",
    mode: "advance",
    dueOn: "2026-12-10",
    previous: null,
    amount: 190 - Math.min(190, payerBalance),
    balance: Math.min(190, payerBalance),
    payerBalance,
    paid: 0,
    status: "open",
    lines: [line("Matematyka")],
  };
}

test("a bill says what its lines come to as they are typed, less what the payer has left", () => {
  const bills = [bill("anna"), bill("jan", 300)];
  const values = billValues(bills);
  expect(billsAsTyped(bills, values)).toMatchObject({
    bills: [
      { amount: 190, balance: 0, lines: [{ billed: 2, amount: 190, planned: 4 }] },
      { amount: 0, balance: 190 },
    ],
    count: 1,
    sum: 190,
  });
  values.bills[0]?.lines.splice(0, 1, { billed: "1" });
  values.bills[1]?.lines.splice(0, 1, { billed: "4" });
  expect(billsAsTyped(bills, values)).toMatchObject({
    bills: [
      { amount: 90, lines: [{ billed: 1, amount: 90, planned: 3 }] },
      { amount: 90, balance: 300, lines: [{ billed: 4, amount: 390 }] },
    ],
    count: 2,
    sum: 180,
  });
});

test("without the prices and the balance, which the previous release does not answer, a bill is what it says", () => {
  const { payerBalance: _, lines, ...older } = bill("anna", 50);
  const answer = [{ ...older, lines: lines.map(({ prices: __, morePrice: ___, ...each }) => each) }];
  const bills = answer as PreviewedBill[];
  expect(billsAsTyped(bills, billValues(bills))).toMatchObject({
    bills: [{ amount: 140, balance: 50, lines: [{ billed: 2, amount: 190 }] }],
    count: 1,
    sum: 140,
  });
});

test("who is left out or asked for nothing is not counted; only changed lines of the others are sent", () => {
  const bills = [bill("anna"), bill("jan"), bill("ewa")];
  const values = billValues(bills);
  values.bills[0] = { isIncluded: false, lines: [{ billed: "" }] };
  values.bills[1] = { isIncluded: true, lines: [{ billed: "0" }] };
  expect(billsAsTyped(bills, values)).toMatchObject({ count: 1, sum: 190 });
  expect(changesOf(bills, values)).toEqual({
    without: ["anna"],
    changes: [{ payerId: "jan", studentId: "ola", subject: "Matematyka", level: "liceumP", billed: 0 }],
  });
});

test("a new preview keeps who was left out and what was changed", () => {
  const bills = [bill("anna"), bill("jan")];
  const values = billValues(bills);
  values.bills[0] = { isIncluded: false, lines: [{ billed: "1" }] };
  const newer = [bill("ewa"), { ...bill("anna"), lines: [line("Fizyka"), line("Matematyka")] }];
  expect(billValues(newer, { bills, values })).toEqual({
    bills: [
      { isIncluded: true, lines: [{ billed: "2" }] },
      { isIncluded: false, lines: [{ billed: "2" }, { billed: "1" }] },
    ],
  });
});
