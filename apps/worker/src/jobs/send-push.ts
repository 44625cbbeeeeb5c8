import { notificationReasons } from "@korki/contracts/texts/notifications";
import { type ClaimedNotification, deleteDeadDevices, resumePush, type Said, stopPush } from "@korki/db";
import { HOUR_REMINDER_ACK_SHARE, PUSH_STOP_SECONDS } from "@korki/domain";
import { quietUntil, type RenderableNotification, renderPush } from "@korki/notifications";
import type { Services } from "@korki/services";
import { renderContext } from "@korki/services/notifications/render-context";
import { countBadge } from "@korki/services/push/count-badge";
import type { PushAnswer, PushSender } from "@korki/services/push/push-sender";
import { shownToken } from "@korki/services/push/shown-token";
import type { Settings } from "@korki/settings";
import { traced } from "@korki/tracing";
import { DeliveryFailure } from "../senders/delivery-failure";
import { retryDelay } from "./retry-delay";

/** A claimed notification and the last moment (of this process's clock) at which sending may begin. */
export type LeasedNotification = ClaimedNotification & { beginBy: number };

/** What a try by push leads to. */
export type PushOutcome =
  /** A device got it, and is to say that it showed it. */
  | { status: "pushed"; said: Said }
  | { status: "push-later"; seconds: number; reason: string; uncounted: boolean }
  | { status: "next-channel"; reason: string }
  /** It waits for the end of the night. */
  | Wait;

/** A notification that waits without having been tried. */
export type Wait = { status: "wait"; seconds: number; reason: string };

/** Returns how many seconds devices have to show a message (rules §33). */
export function pushAckSeconds(kind: string, { pushAckSeconds: seconds }: Settings): number {
  return kind === "lesson-reminder-hour" ? seconds * HOUR_REMINDER_ACK_SHARE : seconds;
}

/** Throws if the worker was suspended or its event loop blocked: another one may have taken over. */
export function assertLeaseHeld({ beginBy }: LeasedNotification): void {
  if (performance.now() > beginBy) throw new DeliveryFailure("again", notificationReasons.interrupted);
}

/**
 * Sends a notification to all devices of its recipient. One that takes it is enough; subscriptions that are gone are
 * deleted, and refused keys stop push for everybody.
 */
export async function sendPush(
  services: Services,
  sender: PushSender,
  { claim, notification, recipient }: Push,
  retrySeconds: readonly number[],
): Promise<PushOutcome> {
  const now = services.now();
  const morning = quietUntil(notification, now);
  if (morning !== null) {
    const seconds = (morning.getTime() - now.getTime()) / 1000;
    return { status: "wait", seconds, reason: notificationReasons.pushNight };
  }
  const context = await renderContext(services, recipient.role, claim.child);
  const { topic, urgency, ttlSeconds, ...shown } = renderPush(notification, context, now);
  const message = {
    id: claim.id,
    ...shown,
    tag: topic ?? claim.id,
    badge: await countBadge(services, recipient),
  };
  assertLeaseHeld(claim);
  const answers = await traced("send push", () =>
    Promise.all(
      recipient.devices.map((device) => {
        const about = { deviceId: device.id, notificationId: claim.id, sentAt: now };
        const payload = { ...message, shown: shownToken(services.settings.authSecret, about) };
        return sender.send(device, payload, { topic, urgency, ttlSeconds });
      }),
    ),
  );
  await followUp(services, { claim, notification, recipient }, answers);
  const taken = answers.filter(({ kind }) => kind === "taken").length;
  const said = { text: `${shown.title}\n\n${shown.body}`, answer: `${taken}/${answers.length}` };
  return outcomeOf(answers, claim.attempt, retrySeconds, said);
}

type Push = {
  claim: LeasedNotification;
  notification: RenderableNotification;
  recipient: NonNullable<LeasedNotification["recipient"]>;
};

/** Does what the answers say about the devices and the centre's keys. */
async function followUp(
  { db, log }: Services,
  { claim, recipient }: Push,
  answers: readonly PushAnswer[],
): Promise<void> {
  const dead = recipient.devices.filter((_device, at) => answers[at]?.kind === "gone");
  if (dead.length > 0) await deleteDeadDevices(db, dead);
  const refusing = answers.findIndex(({ kind }) => kind === "keys-refused");
  const device = recipient.devices[refusing];
  if (device) {
    const reason = reasonOf(answers[refusing]);
    log.error({ notification: claim.id, device: device.id, reason }, "push stops: its keys are refused");
    await stopPush(db, { deviceId: device.id, reason, seconds: PUSH_STOP_SECONDS });
  } else if (claim.isPushStopped && answers.some(({ kind }) => kind === "taken")) {
    await resumePush(db);
  }
}

function outcomeOf(
  answers: readonly PushAnswer[],
  attempt: number,
  retrySeconds: readonly number[],
  said: Said,
): PushOutcome {
  if (answers.some(({ kind }) => kind === "taken")) return { status: "pushed", said };
  const again = answers.find((answer) => answer.kind === "again");
  const seconds = again?.pauseSeconds ?? retryDelay(attempt, retrySeconds);
  if (!again || seconds === null) return { status: "next-channel", reason: reasonOf(again ?? answers[0]) };
  return { status: "push-later", seconds, reason: reasonOf(again), uncounted: again.pauseSeconds !== null };
}

function reasonOf(answer: PushAnswer | undefined): string {
  const { pushGone, pushRefused, pushStopped, pushUnavailable } = notificationReasons;
  switch (answer?.kind) {
    case "again":
      return `${pushUnavailable} (${answer.reason})`;
    case "keys-refused":
      return `${pushStopped} (${answer.status})`;
    case "refused":
      return `${pushRefused} (${answer.status})`;
    default:
      return pushGone;
  }
}
