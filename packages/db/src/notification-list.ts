import type { Database } from "./client";
import type { Prisma } from "./generated/client";
import { newId } from "./ids";
import { execute, sql } from "./sql";
import type { PageQuery } from "./sql-fragments";

/** A notification as the administrators' list shows it: no facts, hence nothing of what links are made of. */
export type ListedNotification = {
  id: string;
  kind: string;
  status: string;
  channel: string | null;
  /** Where to, for people without an account. */
  email: string | null;
  recipient: { id: string; name: string; surname: string; email: string } | null;
  createdAt: Date;
  dueAt: Date;
  finishedAt: Date | null;
  attempts: number;
  lastError: string | null;
};

export type NotificationFilter = PageQuery & {
  status?: string | undefined;
  kind?: string | undefined;
  /** Words that all occur in the recipient's name, surname or address. */
  search: string;
};

/** Lists a page of notifications, the newest first, and counts them. */
export async function listNotificationRows(
  db: Database,
  { status, kind, search, page, pageSize }: NotificationFilter,
): Promise<{ items: ListedNotification[]; total: number }> {
  const where: Prisma.NotificationWhereInput = {
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    AND: search.split(/\s+/).filter(Boolean).map(recipientHolds),
  };
  const [total, items] = await Promise.all([
    db.prisma.notification.count({ where }),
    db.prisma.notification.findMany({
      where,
      // Ids grow with time.
      orderBy: { id: "desc" },
      skip: (page - 1) * pageSize,
      take: pageSize,
      select: {
        id: true,
        kind: true,
        status: true,
        channel: true,
        email: true,
        createdAt: true,
        dueAt: true,
        finishedAt: true,
        attempts: true,
        lastError: true,
        recipient: { select: { id: true, name: true, surname: true, email: true } },
      },
    }),
  ]);
  return {
    items: items.map(({ recipient, ...item }) => ({
      ...item,
      recipient: recipient && { ...recipient, email: recipient.email ?? "" },
    })),
    total,
  };
}

function recipientHolds(word: string): Prisma.NotificationWhereInput {
  const holds = { contains: word, mode: "insensitive" as const };
  return {
    OR: [
      { email: holds },
      { recipient: { is: { OR: [{ name: holds }, { surname: holds }, { email: holds }] } } },
    ],
  };
}

/** Puts a failed notification back into the outbox, as if it had never been tried. Returns false unless it failed. */
export async function requeueFailed(db: Database, id: string, now: Date): Promise<boolean> {
  const { count } = await db.prisma.notification.updateMany({
    where: { id, status: "failed" },
    data: {
      status: "pending",
      dueAt: now,
      attempts: 0,
      channel: null,
      lastError: null,
      finishedAt: null,
      queuedAt: null,
      claimedTill: null,
      pushUntil: null,
      shownAt: null,
    },
  });
  return count === 1;
}

/** Returns whether a notification of this id exists, in any status. */
export async function notificationExists(db: Database, id: string): Promise<boolean> {
  return (await db.prisma.notification.count({ where: { id } })) > 0;
}

/** What a notification said and what its channel answered; null where there is none. */
export async function findSaid(
  db: Database,
  id: string,
): Promise<{ sentText: string | null; channelAnswer: string | null } | null> {
  return db.prisma.notification.findUnique({
    where: { id },
    select: { sentText: true, channelAnswer: true },
  });
}

/** Writes a notification that was sent once more, to be sent again. Returns false unless it was sent. */
export async function copySent(db: Database, id: string, now: Date): Promise<boolean> {
  const count = await execute(
    db,
    sql`INSERT INTO notifications (id, kind, recipient_id, email, facts, request_id, due_at, created_at, child_id)
        SELECT ${newId()}::uuid, kind, recipient_id, email, facts, request_id, ${now}::timestamptz, ${now}::timestamptz, child_id
          FROM notifications WHERE id = ${id}::uuid AND status = 'sent'`,
  );
  return count === 1;
}
