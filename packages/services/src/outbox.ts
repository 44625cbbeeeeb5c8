import { insertNotifications, newId, type Tx } from "@korki/db";
import { type NotificationRequest, tellsPayer } from "@korki/notifications";
import type { Ctx, Services } from "./context";

/**
 * Notes down what somebody is to hear, in the transaction of the change that causes it (rules §8), with the id of
 * the request that caused it. A request whose key is known already is left out.
 */
export async function notify(
  tx: Tx,
  origin: Ctx | Services,
  ...requests: NotificationRequest[]
): Promise<void> {
  if (requests.length === 0) return;
  const requestId = "requestId" in origin ? (origin.requestId ?? null) : null;
  const actorId = "actor" in origin ? (origin.actor?.id ?? null) : null;
  await insertNotifications(
    tx,
    requests.map(({ kind, to, facts, payerOf, dedupeKey = null, dueAt = null }) => ({
      id: newId(),
      kind,
      recipientId: "userId" in to ? to.userId : "payerOf" in to ? to.payerOf : null,
      isForPayer: "payerOf" in to,
      email: "email" in to ? to.email : null,
      facts,
      dedupeKey,
      requestId,
      dueAt,
      payerOf: payerOf ?? (tellsPayer(kind) && "userId" in to ? to.userId : null),
      actorId,
    })),
  );
}
