import {
  NOTIFICATION_CHANNELS,
  type NotificationChoice,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationTexts } from "@korki/contracts/texts/notifications";
import { transact } from "@korki/db";
import { optionalKinds } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/** Returns the kinds that the actor's role may switch off, with the actor's choice for each channel; on by default. */
export async function getNotificationPreferences({ actor, db }: ActorCtx): Promise<NotificationPreference[]> {
  const switchedOff = await db.prisma.notificationPreference.findMany({
    where: { userId: actor.id, enabled: false },
  });
  const wants = (kind: string, channel: string) =>
    !switchedOff.some((row) => row.kind === kind && row.channel === channel);
  return optionalKinds(actor.role).map(({ kind, label }) => ({
    kind,
    label,
    telegram: wants(kind, "telegram"),
    email: wants(kind, "email"),
  }));
}

/**
 * Saves the given choices and leaves the others. Throws `input` for a kind that the actor cannot switch off. Returns
 * all choices.
 */
export async function saveNotificationPreferences(
  ctx: ActorCtx,
  choices: readonly NotificationChoice[],
): Promise<NotificationPreference[]> {
  const { actor, db } = ctx;
  const allowed = new Set(optionalKinds(actor.role).map(({ kind }) => kind));
  if (!choices.every(({ kind }) => allowed.has(kind))) throw invalidInput(notificationTexts.kindNotYours);
  // The last choice of a kind counts. Always in the same order, so that concurrent saves cannot deadlock.
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
