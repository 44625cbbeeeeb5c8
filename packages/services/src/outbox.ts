import { newId, type Tx } from "@korki/db";
import type { NotificationRequest } from "@korki/notifications";

/**
 * Notes down what somebody is to hear, in the transaction of the change that causes it (decisions §8).
 * A request whose key is known already is left out.
 */
export async function notify(tx: Tx, ...requests: NotificationRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.notification.createMany({
    data: requests.map(({ kind, to, facts, dedupeKey, dueAt }) => ({
      id: newId(),
      kind,
      recipientId: "userId" in to ? to.userId : null,
      email: "email" in to ? to.email : null,
      facts,
      dedupeKey: dedupeKey ?? null,
      ...(dueAt ? { dueAt } : {}),
    })),
    skipDuplicates: true,
  });
}
