import type { NotificationKind } from "@korki/notifications";
import { linkToken } from "../accounts/link-token";
import type { Services } from "../context";

/** What lies in the outbox for a person, oldest first. */
export async function outboxOf(
  { db }: Services,
  userId: string,
): Promise<{ kind: NotificationKind; facts: Record<string, unknown> }[]> {
  const rows = await db.prisma.notification.findMany({
    where: { recipientId: userId },
    orderBy: { id: "asc" },
  });
  return rows.map(({ kind, facts }) => ({
    kind: kind as NotificationKind,
    facts: facts as Record<string, unknown>,
  }));
}

/** The tokens of the links that a person was mailed, oldest first, as their e-mails carry them. */
export async function mailedTokens(services: Services, userId: string): Promise<string[]> {
  const mails = await outboxOf(services, userId);
  return mails.flatMap(({ facts: { linkId } }) =>
    typeof linkId === "string" ? [linkToken(services.settings.authSecret, { id: linkId })] : [],
  );
}
