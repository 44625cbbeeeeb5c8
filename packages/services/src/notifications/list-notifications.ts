import type {
  ListNotificationsInput,
  NotificationRow,
  NotificationSaid,
} from "@korki/contracts/notifications";
import type { Page } from "@korki/contracts/paging";
import { notificationTexts } from "@korki/contracts/texts/notifications";
import { copySent, findSaid, listNotificationRows, notificationExists, requeueFailed } from "@korki/db";
import { fullName } from "@korki/domain";
import { notificationLabel } from "@korki/notifications";
import type { Ctx } from "../context";
import { conflict, notFound } from "../errors";

/**
 * What was sent, what waits and what failed and why, the newest first; for administrators. Facts stay where they are:
 * neither texts nor what links are made of leave the outbox.
 */
export async function listNotifications(
  { db }: Ctx,
  input: ListNotificationsInput,
): Promise<Page<NotificationRow>> {
  const { page, pageSize } = input;
  const { items: rows, total } = await listNotificationRows(db, input);
  const items = rows.map(
    ({ recipient, email, createdAt, dueAt, finishedAt, lastError, status, channel, ...row }) => ({
      ...row,
      label: notificationLabel(row.kind),
      status: status as NotificationRow["status"],
      channel: channel as NotificationRow["channel"],
      recipientId: recipient?.id ?? null,
      recipientName: recipient ? fullName(recipient) : "",
      recipientEmail: recipient?.email ?? email ?? "",
      createdAt: createdAt.toISOString(),
      dueAt: dueAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      reason: lastError,
    }),
  );
  return { items, total, page, pageSize };
}

/** Returns the very text that was sent, without secret addresses, and the channel's answer. Throws `not_found`. */
export async function getSaid({ db }: Ctx, { id }: { id: string }): Promise<NotificationSaid> {
  const said = await findSaid(db, id);
  if (!said) throw notFound();
  return { text: said.sentText, answer: said.channelAnswer };
}

/**
 * An administrator has a notification sent again: one that failed with all its tries ahead of it, one that was sent as a
 * further one, if it is still true. Throws `not_found`, or `conflict` for one that is on its way or was left out.
 */
export async function resendNotification({ db, now }: Ctx, { id }: { id: string }): Promise<void> {
  if ((await requeueFailed(db, id, now())) || (await copySent(db, id, now()))) return;
  throw (await notificationExists(db, id)) ? conflict(notificationTexts.notAgain) : notFound();
}
