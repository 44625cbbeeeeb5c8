import { setTimeout as sleep } from "node:timers/promises";
import type { NotificationChannel } from "@korki/contracts/notifications";
import { notificationReasons } from "@korki/contracts/texts/notifications";
import {
  awaitShown,
  type ClaimedNotification,
  claimEnd,
  type DeliveryOutcome,
  finishNotification,
  postponeNotification,
  postponePush,
  readdressLowBalance,
} from "@korki/db";
import { blockStart } from "@korki/domain";
import {
  type DeliveryPayload,
  isAccountKind,
  isOptional,
  NotYet,
  PUSH_KINDS,
  type RenderableNotification,
  readNotification,
  renderMail,
  renderTelegram,
} from "@korki/notifications";
import type { Services } from "@korki/services";
import { attachInvoice } from "@korki/services/invoices/list-invoices";
import { renderContext } from "@korki/services/notifications/render-context";
import { revalidate } from "@korki/services/notifications/revalidate";
import { renderOrderReceipt } from "@korki/services/orders/render-receipt";
import type { PushSender } from "@korki/services/push/push-sender";
import { renderSummary } from "@korki/services/reports/render-summary";
import { releaseChat } from "@korki/services/telegram/release-chat";
import { traced } from "@korki/tracing";
import { DeliveryFailure } from "../senders/delivery-failure";
import type { MailAttachment, MailSender } from "../senders/mail";
import type { TelegramSender } from "../senders/telegram";
import { keptText } from "./kept-text";
import { RETRY_SECONDS, retryDelay } from "./retry-delay";
import {
  assertLeaseHeld,
  type LeasedNotification,
  type PushOutcome,
  pushAckSeconds,
  sendPush,
  type Wait,
} from "./send-push";

/** The dependencies of delivery. A channel that is not configured is null. */
export type Delivery = {
  services: Services;
  /** Claims a notification for `leaseSeconds`; null if it is finished or another worker has it. */
  claim(id: string): Promise<ClaimedNotification | null>;
  /** The length of a lease in seconds: longer than any channel takes to answer. */
  leaseSeconds: number;
  push: { sender: PushSender; publicKey: string } | null;
  telegram: {
    sender: TelegramSender;
    /** Takes the chat's turn. Returns 0, or the milliseconds after which to try again. */
    takeTurn(chatId: string): Promise<number>;
    /** Stops all deliveries by Telegram for so many seconds, as the Bot API demands. */
    pause(seconds: number): Promise<void>;
    /** Returns the milliseconds that are left of such a pause. */
    pauseMs(): Promise<number>;
  } | null;
  mail: MailSender | null;
  /** Seconds after each failed attempt; the length is the number of retries. */
  retrySeconds?: readonly number[];
};

/** Milliseconds after which the job runs again; null if it is finished. */
export type RequeueDelay = number | null;

const RECORD_RETRY_MS = 250;

/**
 * Delivers one notification: claim, revalidate, render, send, record (rules §8). It may run twice for one
 * notification, and concurrently in two workers: only one gets the lease. If the chat is busy, nothing is claimed.
 */
export async function deliverNotification(
  delivery: Delivery,
  { notificationId: id, chatId }: DeliveryPayload,
  queue: NotificationChannel = "email",
): Promise<RequeueDelay> {
  const { db } = delivery.services;
  const { telegram } = delivery;
  // What was fetched before a pause began waits for its end, too.
  const busyMs =
    (chatId && telegram && ((await telegram.pauseMs()) || (await telegram.takeTurn(chatId)))) || 0;
  if (busyMs > 0) return busyMs;
  // Sending must not outlast its lease: it begins in the first third, and no channel takes longer than the rest.
  const beginBy = performance.now() + (delivery.leaseSeconds * 1000) / 3;
  const row = await delivery.claim(id);
  if (row === null) {
    const left = await claimEnd(db, id);
    return left === null ? null : left + 500;
  }
  const claim: LeasedNotification = { ...row, beginBy };
  const work = async () => {
    try {
      await recordOutcome(delivery, claim, await attempt(delivery, claim, queue));
    } catch (error) {
      await reschedule(delivery, claim, error);
    }
  };
  await traced(`deliver ${row.kind}`, work, { notification: id }, row.requestId ?? id);
  return null;
}

async function attempt(
  delivery: Delivery,
  claim: LeasedNotification,
  queue: NotificationChannel,
): Promise<Outcome> {
  const { services, retrySeconds = RETRY_SECONDS } = delivery;
  const { recipient } = claim;
  if (claim.isShown) return { status: "sent", channel: "push" };
  // An attempt is counted when it begins, so that a notification that crashes its worker fails eventually.
  if (claim.attempt > retrySeconds.length + 1) {
    return failed(null, claim.lastError ?? notificationReasons.interrupted);
  }
  const stored = readNotification(claim.kind, claim.facts);
  // A newer process may have written it, and a newer worker may be on its way.
  if (stored === "unknown-kind") throw new DeliveryFailure("again", notificationReasons.unknownKind);
  if (stored === "invalid-payload") return failed(null, notificationReasons.unreadable);
  // It may have waited while somebody else began to pay.
  if (claim.kind === "low-balance") await readdressLowBalance(services.db, claim);
  if (recipient?.isErased) return skipped(notificationReasons.recipientGone);
  if (recipient?.isDisabled) return skipped(notificationReasons.recipientDisabled);
  if (claim.child && !claim.child.isTheirs) return skipped(notificationReasons.guardianshipEnded);
  const notification = await revalidate(services, stored, recipient?.id ?? null).catch(toWait(services));
  if (notification !== null && "status" in notification) return notification;
  if (notification === null) return skipped(notificationReasons.noLongerTrue);
  if (delivery.push && recipient && mayPush(claim)) {
    return sendPush(services, delivery.push.sender, { claim, notification, recipient }, retrySeconds);
  }
  const destination = chooseChannel(claim, notification.only);
  if (destination === null) return skipped(notificationReasons.notWanted);
  // Nothing reaches a messenger that is not set up.
  if (notification.only === "telegram" && delivery.telegram === null) {
    return skipped(notificationReasons.notWanted);
  }
  // What goes by other channels goes in turn, at their pace.
  if (queue === "push") {
    return { status: "next-channel", reason: claim.lastError ?? notificationReasons.pushGone };
  }
  return send(delivery, claim, notification, destination);
}

/** What a try leads to: an end, what push waits for, or a day. */
type Outcome = DeliveryOutcome | PushOutcome;

/** Lets a notification that is true later wait for the morning of its day. */
function toWait({ now }: Services): (error: unknown) => Wait {
  return (error) => {
    if (!(error instanceof NotYet)) throw error;
    const seconds = (blockStart(error.day, 1).getTime() - now().getTime()) / 1000;
    return { status: "wait", seconds, reason: notificationReasons.notYet(error.day) };
  };
}

async function send(
  delivery: Delivery,
  claim: LeasedNotification,
  notification: RenderableNotification,
  destination: Destination,
): Promise<DeliveryOutcome> {
  const { telegram, services } = delivery;
  if (destination.channel === "email" || telegram === null) return sendMail(delivery, claim, notification);
  const { chatId } = destination;
  const message = renderTelegram(
    notification,
    await renderContext(services, claim.recipient?.role ?? null, claim.child),
  );
  try {
    assertLeaseHeld(claim);
    const answer = await traced("send telegram", () => telegram.sender.send(chatId, message));
    const said = { text: keptText(message.html.replaceAll(/<[^>]*>/g, "")), answer };
    return { status: "sent", channel: "telegram", said };
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || error.kind === "again") throw error;
    if (error.kind === "pause") {
      await telegram.pause(error.pauseSeconds);
      throw error;
    }
    services.log.warn(
      { ...named(claim), ...loggedReason({ reason: error.message }) },
      "telegram refused, going by e-mail",
    );
    if (error.kind === "gone") await releaseChat(services, chatId);
    if (notification.only || isOff(claim, "email")) {
      return failed("telegram", error.message);
    }
    return sendMail(delivery, claim, notification);
  }
}

async function sendMail(
  delivery: Delivery,
  claim: LeasedNotification,
  notification: RenderableNotification,
): Promise<DeliveryOutcome> {
  const { mail, services } = delivery;
  const address = claim.recipient?.email ?? claim.email;
  if (mail === null || address === null) return failed("email", notificationReasons.noMailServer);
  assertLeaseHeld(claim);
  const context = await renderContext(services, claim.recipient?.role ?? null, claim.child);
  const content = renderMail(notification, context);
  const senderName = context.centreName === services.settings.centreName ? undefined : context.centreName;
  const attachments = await attachmentsOf(services, notification);
  assertLeaseHeld(claim);
  try {
    const answer = await traced("send e-mail", () =>
      mail.send(claim.id, address, { ...content, attachments, senderName }),
    );
    const said = { text: keptText(`${content.subject}\n\n${content.text}`), answer };
    return { status: "sent", channel: "email", said };
  } catch (error) {
    if (error instanceof DeliveryFailure && error.kind === "refused") return failed("email", error.message);
    throw error;
  }
}

/** Renders the document that goes with a message. */
async function attachmentsOf(
  services: Services,
  { attachment }: RenderableNotification,
): Promise<MailAttachment[]> {
  switch (attachment?.document) {
    case undefined:
      return [];
    case "receipt":
      return [await renderOrderReceipt(services, attachment.orderId)];
    case "invoice":
      return [await attachInvoice(services, attachment)];
    case "monthly-summary":
      return [await renderSummary(services, attachment)];
  }
}

/**
 * Records the outcome. Retries while the database is unavailable, so that a sent message is not sent again, until the
 * outcome is recorded or another worker has taken over.
 */
async function recordOutcome(
  { services }: Delivery,
  claim: LeasedNotification,
  outcome: Outcome,
): Promise<void> {
  // What was said is no log line.
  const context = {
    ...named(claim),
    kind: claim.kind,
    ...outcome,
    ...loggedReason(outcome),
    said: undefined,
  };
  for (;;) {
    try {
      const recorded = await record(services, claim, outcome);
      if (recorded) services.log.info(context, "notification done");
      else services.log.warn(context, "notification was taken over by another worker");
      return;
    } catch (error) {
      services.log.warn({ ...named(claim), error: nameOf(error) }, "cannot record an outcome yet");
      await sleep(RECORD_RETRY_MS);
    }
  }
}

function record(services: Services, claim: LeasedNotification, outcome: Outcome): Promise<boolean> {
  const { db, settings } = services;
  const ackSeconds = pushAckSeconds(claim.kind, settings);
  switch (outcome.status) {
    case "pushed":
      return awaitShown(db, {
        claim,
        seconds: ackSeconds,
        reason: notificationReasons.pushWaits,
        said: outcome.said,
      });
    case "push-later":
      return postponePush(db, claim, { ackSeconds, ...outcome });
    case "next-channel":
      return postponePush(db, claim, { seconds: 0, ackSeconds: 0, reason: outcome.reason });
    case "wait":
      return postponeNotification(db, claim, { ...outcome, uncounted: true });
    default:
      return finishNotification(db, claim, outcome);
  }
}

/** Reschedules a failed delivery with back-off, or marks it failed after the last attempt. */
async function reschedule(delivery: Delivery, claim: LeasedNotification, error: unknown): Promise<void> {
  const { services, retrySeconds } = delivery;
  const known = error instanceof DeliveryFailure ? error : null;
  const reason = known?.message ?? notificationReasons.interrupted;
  const logged = { ...loggedReason({ reason }), ...(known ? {} : { error: nameOf(error) }) };
  services.log.warn({ ...named(claim), ...logged }, "not sent");
  if (known?.kind === "pause") {
    await postponeNotification(services.db, claim, { seconds: known.pauseSeconds, reason, uncounted: true });
    return;
  }
  const seconds = retryDelay(claim.attempt, retrySeconds);
  if (seconds === null) await recordOutcome(delivery, claim, failed(null, reason));
  else await postponeNotification(services.db, claim, { seconds, reason });
}

function failed(channel: NotificationChannel | null, reason: string): DeliveryOutcome {
  return { status: "failed", channel, reason };
}

function skipped(reason: string): DeliveryOutcome {
  return { status: "skipped", reason };
}

/** Returns the fields by which log lines name a notification and the request that caused it. */
function named({ id, requestId }: LeasedNotification): { notification: string; requestId?: string } {
  return { notification: id, ...(requestId === null ? {} : { requestId }) };
}

/** Returns a reason as a log line gives it: mail servers name the address that they refuse. */
function loggedReason(outcome: { reason?: string | null } | Outcome): { reason?: string } {
  const reason = "reason" in outcome ? outcome.reason : undefined;
  return reason ? { reason: reason.replaceAll(/[^\s<>()"':;,]+@[^\s<>()"':;,]+/g, "…") } : {};
}

/** Returns an error's name and code without its message, which may contain secrets or personal data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return `${error.name} ${code}`.trim();
}

/** Whether it is the devices' turn: the person has some, wants them, and none had the time to show it (rules §33). */
function mayPush({ kind, recipient, pushLeftMs }: LeasedNotification): boolean {
  if (!recipient || recipient.devices.length === 0 || (pushLeftMs !== null && pushLeftMs <= 0)) return false;
  return PUSH_KINDS.includes(kind) && !recipient.disabledChannels.includes("push");
}

/** The channel and address of one message. */
type Destination = { channel: "telegram"; chatId: string } | { channel: "email"; address: string };

/** Attempts by Telegram before a message goes by e-mail. */
const TELEGRAM_TRIES = 4;

/**
 * Returns Telegram for a connected person, otherwise e-mail (rules §8), where devices have no turn, unless the person
 * switched the kind off there. Account mails always go by e-mail, and some kinds by one channel alone. Returns null if the
 * person wants neither.
 */
function chooseChannel(
  claim: LeasedNotification,
  only: NotificationChannel | null = null,
): Destination | null {
  const { kind, recipient, email, attempt } = claim;
  if (recipient === null) return email === null ? null : { channel: "email", address: email };
  const byMail: Destination | null =
    recipient.email === null ? null : { channel: "email", address: recipient.email };
  if (isAccountKind(kind)) return byMail;
  const wants = (channel: NotificationChannel) =>
    (only === null || only === channel) && !isOff(claim, channel);
  if (recipient.telegramChatId !== null && wants("telegram")) {
    if (attempt <= TELEGRAM_TRIES || !wants("email")) {
      return { channel: "telegram", chatId: recipient.telegramChatId };
    }
  }
  return wants("email") ? byMail : null;
}

/** Whether the recipient switched the kind off for this channel. What cannot be switched off still comes by e-mail. */
function isOff({ kind, recipient }: LeasedNotification, channel: NotificationChannel): boolean {
  const isDisabled = recipient?.disabledChannels.includes(channel) ?? false;
  return isDisabled && (channel !== "email" || isOptional(kind));
}
