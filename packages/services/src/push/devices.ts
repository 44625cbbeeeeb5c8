import type { PushDeviceRow, PushState, SubscribeInput } from "@korki/contracts/push";
import { commonTexts } from "@korki/contracts/texts/common";
import { notificationReasons } from "@korki/contracts/texts/notifications";
import { pushTexts } from "@korki/contracts/texts/push";
import {
  type DeviceRow,
  deleteDeadDevices,
  deleteDevice,
  findDevice,
  listDevices,
  newId,
  noteShown,
  resumePush,
  saveSubscription,
  stopPush,
  transact,
  violates,
} from "@korki/db";
import { PUSH_DEVICES_MAX, PUSH_STOP_SECONDS } from "@korki/domain";
import type { PushKeys } from "@korki/settings";
import type { ActorCtx, Ctx } from "../context";
import { conflict, invalidInput, notFound, unavailable } from "../errors";
import { countBadge } from "./count-badge";
import { arePushKeys, isPushEndpoint } from "./endpoint";
import { createPushSender } from "./push-sender";
import { readShownToken, shownToken } from "./shown-token";

/** Returns the key for subscribing, and the actor's devices, the newest first. */
export async function getPush({ db, actor, settings }: ActorCtx): Promise<PushState> {
  if (settings.push === null) return { key: null, devices: [] };
  const { publicKey } = settings.push;
  return { key: publicKey, devices: (await listDevices(db, actor.id, publicKey)).map(toRow) };
}

/**
 * Adds the device on which the actor's session is, or renews it (rules §33). A device that another account used is the
 * actor's from then on; an eleventh one replaces the one shown longest ago. Throws `input` for an address or keys that
 * no browser makes, `conflict` without push, `not_found` for a renewal after the person removed the device.
 */
export async function subscribe(ctx: ActorCtx, input: SubscribeInput): Promise<PushDeviceRow> {
  const { actor, settings, db } = ctx;
  const { publicKey } = pushOf(ctx);
  const { endpoint, keys, name, isRenewal = false } = input;
  if (!isPushEndpoint(endpoint, settings)) throw invalidInput(pushTexts.badEndpoint);
  if (!arePushKeys(keys)) throw invalidInput(pushTexts.badKeys);
  await ctx.limits.consume("pushDevice", actor.id);
  const device = { ...keys, endpoint, name, publicKey, id: newId(), max: PUSH_DEVICES_MAX, isRenewal };
  const owner = { userId: actor.id, sessionId: actor.sessionId };
  const saved = await transact(db, (tx) => saveSubscription(tx, { ...device, ...owner })).catch(
    (error: unknown) => {
      if (violates(error, "push_subscriptions_endpoint_key")) return null;
      throw error;
    },
  );
  if (saved === "removed") throw notFound();
  // The session has ended in the same moment, or another account has taken the device.
  if (!saved) throw conflict(commonTexts.changedMeanwhile);
  return toRow(saved);
}

/** Removes one of the actor's devices. Throws `not_found` for one that is not the actor's. */
export async function removeDevice({ db, actor }: ActorCtx, { id }: { id: string }): Promise<void> {
  const isThere = await transact(db, (tx) => deleteDevice(tx, { id, userId: actor.id }));
  if (!isThere) throw notFound();
}

/**
 * Sends a message to one of the actor's devices, to see whether it arrives. Throws `not_found` for one that is not the
 * actor's, `conflict` for one that takes no messages any more, which is removed, and `unavailable` where its push
 * service does not take it now. Refused keys stop push for everybody, as they do when a notification is sent.
 */
export async function testDevice(ctx: ActorCtx, { id }: { id: string }): Promise<void> {
  const { actor, settings, db } = ctx;
  const push = pushOf(ctx);
  const device = await findDevice(db, { id, userId: actor.id, publicKey: push.publicKey });
  if (!device) throw notFound();
  await ctx.limits.consume("pushTest", actor.id);
  const sentAt = ctx.now();
  const payload = {
    id: newId(),
    title: pushTexts.testTitle,
    body: pushTexts.testBody,
    url: `${settings.publicUrl}/dashboard/ustawienia`,
    tag: "test",
    shown: shownToken(settings.authSecret, { deviceId: id, notificationId: null, sentAt }),
    badge: await countBadge(ctx, actor),
    actions: [],
  };
  const manner = { topic: "test", urgency: "normal", ttlSeconds: 60 } as const;
  const answer = await createPushSender(push, settings).send(device, payload, manner);
  if (answer.kind === "taken") return resumePush(db);
  ctx.log.warn({ device: id, answer }, "a test message was not taken");
  if (answer.kind === "keys-refused") {
    const reason = `${notificationReasons.pushStopped} (${answer.status})`;
    await stopPush(db, { deviceId: id, reason, seconds: PUSH_STOP_SECONDS });
  }
  if (answer.kind !== "gone") throw unavailable(pushTexts.unavailable);
  await deleteDeadDevices(db, [device]);
  throw conflict(pushTexts.gone);
}

/** Notes that a device showed a message. A token that was not made here, or that was used, changes nothing. */
export async function reportShown({ db, settings, now }: Ctx, { token }: { token: string }): Promise<void> {
  const shown = readShownToken(settings.authSecret, token);
  if (shown) await noteShown(db, { ...shown, at: now() });
}

function pushOf({ settings }: Ctx): PushKeys {
  if (settings.push === null) throw conflict(pushTexts.off);
  return settings.push;
}

function toRow({ createdAt, lastShownAt, ...row }: DeviceRow): PushDeviceRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastShownAt: lastShownAt?.toISOString() ?? null,
  };
}
