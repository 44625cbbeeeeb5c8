import { notificationTexts } from "@korki/contracts/texts/notifications";
import { notificationExists, requeueFailed } from "@korki/db";
import type { Ctx } from "../context";
import { conflict, notFound } from "../errors";

/**
 * An administrator has a notification that failed sent again, with all its tries ahead of it. Throws `not_found`, or
 * `conflict` for one that has not failed: it was sent, or is on its way.
 */
export async function resendNotification({ db, now }: Ctx, { id }: { id: string }): Promise<void> {
  if (await requeueFailed(db, id, now())) return;
  throw (await notificationExists(db, id)) ? conflict(notificationTexts.onlyFailedAgain) : notFound();
}
