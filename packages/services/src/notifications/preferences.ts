import {
  KINDS_TO_CHOOSE,
  NOTIFICATION_CHANNELS,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationTexts } from "@korki/contracts/texts/notifications";
import { transact } from "@korki/db";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/**
 * What the actor's role hears of, and what of it the actor wants on which channel: everything, until chosen otherwise.
 */
export async function getNotificationPreferences({ actor, db }: ActorCtx): Promise<NotificationPreference[]> {
  const switchedOff = await db.prisma.notificationPreference.findMany({
    where: { userId: actor.id, enabled: false },
  });
  const wants = (kind: string, channel: string) =>
    !switchedOff.some((row) => row.kind === kind && row.channel === channel);
  return KINDS_TO_CHOOSE[actor.role].map((kind) => ({
    kind,
    telegram: wants(kind, "telegram"),
    email: wants(kind, "email"),
  }));
}

/**
 * Keeps the choices that are given and leaves the others. Throws `input` for a kind that is not the actor's to
 * choose, account mails among them. Answers with all choices as they now are.
 */
export async function saveNotificationPreferences(
  ctx: ActorCtx,
  choices: readonly NotificationPreference[],
): Promise<NotificationPreference[]> {
  const { actor, db } = ctx;
  const allowed = KINDS_TO_CHOOSE[actor.role];
  if (!choices.every(({ kind }) => allowed.includes(kind)))
    throw invalidInput(notificationTexts.kindNotYours);
  // The last word on a kind counts; in one order always, so that two savings at once take turns.
  const byKind = new Map(choices.map((choice) => [choice.kind, choice]));
  const sorted = [...byKind.values()].sort((a, b) => a.kind.localeCompare(b.kind));
  await transact(db, async (tx) => {
    for (const choice of sorted) {
      for (const channel of NOTIFICATION_CHANNELS) {
        const key = { userId: actor.id, kind: choice.kind, channel };
        const enabled = choice[channel];
        await tx.notificationPreference.upsert({
          where: { userId_kind_channel: key },
          create: { ...key, enabled },
          update: { enabled },
        });
      }
    }
  });
  return getNotificationPreferences(ctx);
}
