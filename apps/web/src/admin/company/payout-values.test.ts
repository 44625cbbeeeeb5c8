import { expect, test } from "vitest";
import { payoutRows } from "./payout-values";

const row = (teacherId: string, due: number) => ({
  teacherId,
  teacherName: teacherId,
  earned: due,
  other: 0,
  payouts: [],
  due,
});

test("everybody is paid what is due; newer amounts keep who was left out and what was changed", () => {
  const rows = payoutRows([row("anna", 60), row("jan", 90), row("ola", 120)]);
  expect(rows).toMatchObject([
    { isIncluded: true, amount: "60" },
    { isIncluded: true, amount: "90" },
    { isIncluded: true, amount: "120" },
  ]);
  const [anna, jan, ola] = rows;
  if (!anna || !jan || !ola) throw new Error("a row is missing");
  const typed = [{ ...anna, isIncluded: false }, { ...jan, amount: "50" }, ola];
  expect(payoutRows([row("ewa", 30), row("ola", 110), row("jan", 80), row("anna", 70)], typed)).toMatchObject(
    [
      { teacherId: "ewa", isIncluded: true, amount: "30" },
      { teacherId: "ola", isIncluded: true, amount: "110", due: 110 },
      { teacherId: "jan", isIncluded: true, amount: "50", due: 80 },
      { teacherId: "anna", isIncluded: false, amount: "70" },
    ],
  );
});
