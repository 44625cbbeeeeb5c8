import {
  type Executor,
  insertNotifications,
  listTold,
  type NewNotification,
  newId,
  type ToldRow,
  type Tx,
} from "@korki/db";
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
  if (requests.length > 0) await insertNotifications(tx, notificationRows(origin, requests));
}

/** The requests as the outbox stores them. */
export function notificationRows(
  origin: Ctx | Services,
  requests: readonly NotificationRequest[],
): NewNotification[] {
  const requestId = "requestId" in origin ? (origin.requestId ?? null) : null;
  const actorId = actorOf(origin);
  const undo = "undo" in origin ? origin.undo : undefined;
  return requests.map(({ kind, to, facts, payerOf, dedupeKey = null, dueAt = null }) => ({
    id: newId(),
    kind,
    recipientId: recipientOf(to),
    isForPayer: "payerOf" in to,
    email: "email" in to ? to.email : null,
    facts,
    dedupeKey,
    requestId,
    dueAt: dueAt ?? undo?.until ?? null,
    undoId: undo?.id ?? null,
    payerOf: payerOf ?? (tellsPayer(kind) && "userId" in to ? to.userId : null),
    childId: "recipientId" in to ? to.childId : null,
    actorId,
  }));
}

function actorOf(origin: Ctx | Services): string | null {
  return "actor" in origin ? (origin.actor?.id ?? null) : null;
}

function recipientOf(to: NotificationRequest["to"]): string | null {
  if ("recipientId" in to) return to.recipientId;
  if ("payerOf" in to) return to.payerOf;
  return "userId" in to ? to.userId : null;
}

/** Who is told: the person whom it concerns, who pays for that student as well, or instead (rules §15). */
type Tells = "person" | "payerToo" | "payer";

/** A part of what an action says, and whom it concerns. */
export type ToldPart<Part> = { personId: string; tells: Tells; part: Part };

/** Everything that one person is told of an action; `isSeveral`: about several children of a parent. */
export type Told<Part> = {
  to: { recipientId: string; childId: string | null };
  isSeveral: boolean;
  parts: Part[];
};

/**
 * Sorts the parts of what an action says by who is told of them, so that a parent of several children gets one message
 * (rules §8). The actor is told nothing. People and parts keep their order.
 */
export async function sortByRecipient<Part>(
  on: Executor,
  origin: Ctx | Services,
  given: readonly ToldPart<Part>[],
): Promise<Told<Part>[]> {
  if (given.length === 0) return [];
  const actorId = actorOf(origin);
  const rows = await listTold(on, [...new Set(given.map(({ personId }) => personId))]);
  const rowsOf = new Map<string, ToldRow[]>();
  for (const row of rows) rowsOf.set(row.personId, [...(rowsOf.get(row.personId) ?? []), row]);
  const told = new Map<string, { parts: Set<Part>; children: Set<string> }>();
  for (const { personId, tells, part } of given) {
    const all = rowsOf.get(personId) ?? [];
    const isForPayer = tells === "payer" && all.some(({ isPayer }) => isPayer);
    for (const { userId, childId, isPayer } of all) {
      if (userId === actorId || (isPayer ? tells === "person" : isForPayer)) continue;
      const { parts, children } = told.get(userId) ?? { parts: new Set(), children: new Set() };
      if (childId !== null) children.add(childId);
      told.set(userId, { parts: parts.add(part), children });
    }
  }
  return [...told].map(([userId, { parts, children }]) => {
    const [childId = null] = children;
    const isSeveral = children.size > 1;
    return { to: { recipientId: userId, childId: isSeveral ? null : childId }, isSeveral, parts: [...parts] };
  });
}
