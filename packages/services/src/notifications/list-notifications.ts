import type { ListNotificationsInput, NotificationRow } from "@korki/contracts/notifications";
import type { Page } from "@korki/contracts/paging";
import type { Prisma } from "@korki/db";
import { notificationLabel } from "@korki/notifications";
import type { Ctx } from "../context";

/**
 * What was sent, what waits and what failed and why, the newest first; for administrators. Facts stay where they are:
 * neither texts nor what links are made of leave the outbox.
 */
export async function listNotifications(
  { db }: Ctx,
  { status, kind, search, page, pageSize }: ListNotificationsInput,
): Promise<Page<NotificationRow>> {
  const where: Prisma.NotificationWhereInput = {
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    AND: search.split(/\s+/).filter(Boolean).map(recipientHolds),
  };
  const [total, rows] = await Promise.all([
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
  const items = rows.map(
    ({ recipient, email, createdAt, dueAt, finishedAt, lastError, status, channel, ...row }) => ({
      ...row,
      label: notificationLabel(row.kind),
      status: status as NotificationRow["status"],
      channel: channel as NotificationRow["channel"],
      recipientId: recipient?.id ?? null,
      recipientName: recipient ? `${recipient.name} ${recipient.surname}`.trim() : "",
      recipientEmail: recipient?.email ?? email ?? "",
      createdAt: createdAt.toISOString(),
      dueAt: dueAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      reason: lastError,
    }),
  );
  return { items, total, page, pageSize };
}

/** A word that occurs in the recipient's name, surname or address. */
function recipientHolds(word: string): Prisma.NotificationWhereInput {
  const holds = { contains: word, mode: "insensitive" as const };
  return {
    OR: [
      { email: holds },
      { recipient: { is: { OR: [{ name: holds }, { surname: holds }, { email: holds }] } } },
    ],
  };
}
