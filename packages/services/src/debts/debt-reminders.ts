import type { Executor } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";
import type { Ctx, Services } from "../context";
import { sortByRecipient, type Told } from "../outbox";

type Debt = { studentId: string; amount: number };
type Reminder = NotificationRequest & { to: Told<Debt>["to"] };

/** Returns one reminder for each person who pays, with the sum of what all that person's students owe. */
export async function debtReminders(
  on: Executor,
  origin: Ctx | Services,
  debts: readonly Debt[],
): Promise<Reminder[]> {
  const told = await sortByRecipient(
    on,
    origin,
    debts.map((part) => ({ personId: part.studentId, tells: "payer" as const, part })),
  );
  return told.flatMap(({ to, parts }) => {
    const [first] = parts;
    if (!first) return [];
    const studentIds = parts.map(({ studentId }) => studentId);
    const facts = {
      studentId: first.studentId,
      ...(studentIds.length > 1 && { studentIds }),
      moneyAmount: parts.reduce((sum, { amount }) => sum + amount, 0),
    };
    return [{ kind: "debt-reminder", to, facts }];
  });
}
