import {
  type ChannelChanges,
  type ChannelChoice,
  NOTIFICATION_CHANNELS,
  type NotificationChoice,
  type NotificationPreference,
} from "@korki/contracts/notifications";
import { notificationTexts } from "@korki/contracts/texts/notifications";
import { EVERY_KIND, listPreferences, type PreferenceRow, savePreferences, transact } from "@korki/db";
import { optionalKinds } from "@korki/notifications";
import type { ActorCtx } from "../context";
import { invalidInput } from "../errors";

/** Returns the kinds that the actor's role may switch off, with the actor's choice for each channel; on by default. */
export async function getNotificationPreferences({ actor, db }: ActorCtx): Promise<NotificationPreference[]> {
  const rows = await listPreferences(db, actor.id);
  return optionalKinds(actor.role).map(({ kind, label, group, only }) => {
    const [telegram, email] = [isWanted(rows, kind, "telegram"), isWanted(rows, kind, "email")];
    // Push was not there when the others were chosen: who had switched off both wants none (`switched_off`).
    const push = isWanted(rows, kind, "push", telegram || email);
    return { kind, label, group, ...(only && { only }), push, telegram, email };
  });
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
  const rows = [...byKind.values()].flatMap(({ kind, ...choice }) => rowsOf(kind, choice));
  await transact(db, (tx) => savePreferences(tx, actor.id, rows));
  return getNotificationPreferences(ctx);
}

/** Returns which channels the actor wants at all. */
export async function getNotificationChannels({ actor, db }: ActorCtx): Promise<ChannelChoice> {
  const rows = await listPreferences(db, actor.id);
  const wants = (channel: string) => isWanted(rows, EVERY_KIND, channel);
  return { push: wants("push"), telegram: wants("telegram"), email: wants("email") };
}

/**
 * Saves which of these channels the actor wants, and leaves the others; what cannot be switched off still comes by
 * e-mail. Returns all of them.
 */
export async function saveNotificationChannels(
  ctx: ActorCtx,
  changes: ChannelChanges,
): Promise<ChannelChoice> {
  await transact(ctx.db, (tx) => savePreferences(tx, ctx.actor.id, rowsOf(EVERY_KIND, changes)));
  return getNotificationChannels(ctx);
}

function isWanted(rows: readonly PreferenceRow[], kind: string, channel: string, otherwise = true): boolean {
  return rows.find((row) => row.kind === kind && row.channel === channel)?.enabled ?? otherwise;
}

function rowsOf(kind: string, choice: ChannelChanges): PreferenceRow[] {
  return NOTIFICATION_CHANNELS.flatMap((channel) => {
    const enabled = choice[channel];
    return enabled === undefined ? [] : [{ kind, channel, enabled }];
  });
}
