import { insertNotifications, newId, type Tx } from "@korki/db";
import { type NotificationRequest, tellsPayer } from "@korki/notifications";
import type { Ctx, Services } from "./context";

/**
 * Writes notifications to the outbox in the transaction of the change that causes them (rules §8), with the id of the
 * causing request. Skips a notification whose key exists.
 */
export async function notify(
  tx: Tx,
  origin: Ctx | Services,
  ...requests: NotificationRequest[]
): Promise<void> {
  if (requests.length === 0) return;
  const requestId = "requestId" in origin ? (origin.requestId ?? null) : null;
  const actorId = "actor" in origin ? (origin.actor?.id ?? null) : null;
  const undo = "undo" in origin ? origin.undo : undefined;
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
      dueAt: dueAt ?? undo?.until ?? null,
      undoId: undo?.id ?? null,
      payerOf: payerOf ?? (tellsPayer(kind) && "userId" in to ? to.userId : null),
      actorId,
    })),
  );
}
