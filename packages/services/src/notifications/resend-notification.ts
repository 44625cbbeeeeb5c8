import { notificationTexts } from "@korki/contracts/texts/notifications";
import { copySent, notificationExists, requeueFailed } from "@korki/db";
import type { Ctx } from "../context";
import { conflict, notFound } from "../errors";

/**
 * An administrator has a notification sent again: one that failed with all its tries ahead of it, one that was sent as a
 * further one, if it is still true. Throws `not_found`, or `conflict` for one that is on its way or was left out.
 */
export async function resendNotification({ db, now }: Ctx, { id }: { id: string }): Promise<void> {
  if ((await requeueFailed(db, id, now())) || (await copySent(db, id, now()))) return;
  throw (await notificationExists(db, id)) ? conflict(notificationTexts.notAgain) : notFound();
}
