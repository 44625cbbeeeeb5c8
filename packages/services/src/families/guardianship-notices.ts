import type { GuardianshipRow, Tx } from "@korki/db";
import type { GuardianshipEvent } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { notify, sortByRecipient } from "../outbox";

type Terms = Pick<
  GuardianshipRow,
  "parentId" | "parentName" | "studentId" | "studentName" | "canBook" | "canPay" | "isPayer" | "from" | "to"
>;

/**
 * Tells the parent, the student with a login and who pays of what an administrator did with a guardianship, each once (rules
 * §15).
 *
 * @param whom `parent`: the others are told by other messages of the same action
 */
export async function notifyOfGuardianship(
  tx: Tx,
  ctx: ActorCtx,
  event: GuardianshipEvent,
  { parentId, studentId, ...terms }: Terms,
  whom: "family" | "parent" = "family",
): Promise<void> {
  const { parentName, studentName, canBook, canPay, isPayer, from, to: until } = terms;
  const family = [{ personId: studentId, tells: "payerToo" as const, part: studentId }];
  const told = whom === "family" ? await sortByRecipient(tx, ctx, family) : [];
  const others = told.map(({ to }) => to).filter((to) => to.recipientId !== parentId);
  await notify(
    tx,
    ctx,
    ...[{ recipientId: parentId, childId: null }, ...others].map((to) => ({
      kind: "guardianship-changed" as const,
      to,
      facts: {
        event,
        isOwn: to.recipientId === parentId,
        parentName,
        studentName,
        canBook,
        canPay,
        isPayer,
        from,
        to: until,
      },
    })),
  );
}

/** Returns what became of a guardianship for its people; null: nothing that they have to know. */
export function guardianshipEvent(
  before: GuardianshipRow | null,
  after: GuardianshipRow,
): GuardianshipEvent | null {
  const was = before !== null && !before.hasEnded;
  if (after.hasEnded) return was ? "ended" : null;
  if (!was) return "added";
  const terms = ["canBook", "canPay", "isPayer", "from", "to"] as const;
  return terms.some((term) => before[term] !== after[term]) ? "changed" : null;
}
