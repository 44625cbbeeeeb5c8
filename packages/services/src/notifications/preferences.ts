import {
  NOTIFICATION_CHANNELS,
  type NotificationChoice,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationTexts } from "@korki/contracts/texts/notifications";
import { listSwitchedOff, savePreferences, transact } from "@korki/db";
import { optionalKinds } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/** Returns the kinds that the actor's role may switch off, with the actor's choice for each channel; on by default. */
export async function getNotificationPreferences({ actor, db }: ActorCtx): Promise<NotificationPreference[]> {
  const switchedOff = await listSwitchedOff(db, actor.id);
  const wants = (kind: string, channel: string) =>
    !switchedOff.some((row) => row.kind === kind && row.channel === channel);
  return optionalKinds(actor.role).map(({ kind, label, only }) => ({
    kind,
    label,
    ...(only && { only }),
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
  // The last choice of a kind counts.
  const byKind = new Map(choices.map((choice) => [choice.kind, choice]));
  const rows = [...byKind.values()].flatMap((choice) =>
    NOTIFICATION_CHANNELS.map((channel) => ({ kind: choice.kind, channel, enabled: choice[channel] })),
  );
  await transact(db, (tx) => savePreferences(tx, actor.id, rows));
  return getNotificationPreferences(ctx);
}
