import { notificationTexts } from "@korki/contracts/texts/notifications";
import type { Ctx } from "../context";
import { conflict, notFound } from "../errors";

/**
 * An administrator has a notification that failed sent again, with all its tries ahead of it. Throws `not_found`, or
 * `conflict` for one that has not failed: it was sent, or is on its way.
 */
export async function resendNotification({ db, now }: Ctx, { id }: { id: string }): Promise<void> {
  const { count } = await db.prisma.notification.updateMany({
    where: { id, status: "failed" },
    data: {
      status: "pending",
      dueAt: now(),
      attempts: 0,
      channel: null,
      lastError: null,
      finishedAt: null,
      queuedAt: null,
      claimedTill: null,
    },
  });
  if (count === 1) return;
  const known = await db.prisma.notification.findUnique({ where: { id }, select: { id: true } });
  throw known ? conflict(notificationTexts.onlyFailedAgain) : notFound();
}
