import { setTimeout as sleep } from "node:timers/promises";
import { notificationReasons } from "@korki/contracts/texts/notifications";
import {
  type ClaimedNotification,
  claimEnd,
  claimNotification,
  finishNotification,
  type Outcome,
  postponeNotification,
  releaseClaim,
} from "@korki/db";
import {
  type DeliveryPayload,
  type RenderableNotification,
  readNotification,
  renderMail,
  renderTelegram,
} from "@korki/notifications";
import type { Services } from "@korki/services";
import { renderContext } from "@korki/services/notifications/render-context";
import { revalidate } from "@korki/services/notifications/revalidate";
import { releaseChat } from "@korki/services/telegram/release-chat";
import { DeliveryFailure } from "../senders/delivery-failure";
import type { MailSender } from "../senders/mail";
import type { TelegramSender } from "../senders/telegram";
import type { TelegramPace } from "../senders/telegram-pace";
import { chooseChannel, type Destination } from "./choose-channel";
import { RETRY_SECONDS, retryDelay } from "./retry-schedule";

/** What delivering needs; a channel that is not set up is null. */
export type Delivery = {
  services: Services;
  telegram: { sender: TelegramSender; pace: TelegramPace } | null;
  mail: MailSender | null;
  /** Seconds after each try that failed for now; the length is the number of retries. */
  retrySeconds?: readonly number[];
  /** For how many seconds a worker has a notification to itself: longer than any channel takes to answer. */
  leaseSeconds?: number;
};

/** The job is to run again in so many milliseconds; null: it is done. */
export type Later = number | null;

const LEASE_SECONDS = 60;
/** Up to here a worker waits for a turn itself instead of giving the notification back. */
const OWN_WAIT_MS = 3000;
/** Up to here it waits for one chat, so that a busy chat takes no worker from the others. */
const CHAT_WAIT_MS = 100;
const NOTING_PAUSE_MS = 250;

/** A claim, with the last moment (of this process's own clock) at which sending may begin. */
type Held = ClaimedNotification & { beginBy: number };

/**
 * Takes one notification from the queue to its recipient: claim, still true?, render, send, mark (rules §8).
 * It may run twice for one notification, and at once in two workers: the claim lets one of them through. One whose
 * chat is known to be busy is not even claimed before its time.
 */
export async function deliverNotification(
  delivery: Delivery,
  { notificationId: id, chatId }: DeliveryPayload,
): Promise<Later> {
  const { db } = delivery.services;
  const wait =
    chatId === undefined || delivery.telegram === null ? 0 : await lineUp(delivery.telegram.pace, chatId, id);
  if (wait > 0) return wait;
  const leaseSeconds = delivery.leaseSeconds ?? LEASE_SECONDS;
  // A sending must not outlast its claim: it begins in the first third, and no channel takes longer than the rest.
  const beginBy = performance.now() + (leaseSeconds * 1000) / 3;
  const row = await claimNotification(db, id, leaseSeconds);
  if (row === null) {
    const left = await claimEnd(db, id);
    return left === null ? null : left + 500;
  }
  const claim: Held = { ...row, beginBy };
  try {
    const result = await attempt(delivery, claim);
    if (typeof result === "number") {
      await releaseClaim(db, claim);
      return result;
    }
    await note(delivery, claim, result);
    return null;
  } catch (error) {
    await standBack(delivery, claim, error);
    return null;
  }
}

/** The outcome, or after how many milliseconds to ask for one again. */
async function attempt(delivery: Delivery, claim: Held): Promise<Outcome | number> {
  const { services, retrySeconds = RETRY_SECONDS } = delivery;
  const { recipient } = claim;
  // A try is counted when it begins: a notification that takes its worker down with it comes to an end, too.
  if (claim.attempt > retrySeconds.length + 1) {
    return failed(null, claim.lastError ?? notificationReasons.interrupted);
  }
  const stored = readNotification(claim.kind, claim.facts);
  if (stored === "unknown-kind") return failed(null, notificationReasons.unknownKind);
  if (stored === "invalid-payload") return failed(null, notificationReasons.unreadable);
  if (recipient?.isErased) return skipped(notificationReasons.recipientGone);
  if (recipient?.isDisabled) return skipped(notificationReasons.recipientDisabled);
  const notification = await revalidate(services, stored, recipient?.id ?? null);
  if (notification === null) return skipped(notificationReasons.noLongerTrue);
  const destination = chooseChannel(claim);
  if (destination === null) return skipped(notificationReasons.notWanted);
  return send(delivery, claim, notification, destination);
}

async function send(
  delivery: Delivery,
  claim: Held,
  notification: RenderableNotification,
  destination: Destination,
): Promise<Outcome | number> {
  const { telegram, services } = delivery;
  if (destination.channel === "email" || telegram === null) return sendMail(delivery, claim, notification);
  const { chatId } = destination;
  const message = renderTelegram(
    notification,
    renderContext(services.settings, claim.recipient?.role ?? null),
  );
  const turn = await waitForTurn(telegram.pace, chatId, claim.id);
  if (typeof turn === "number") return turn;
  try {
    refuseWhenLate(claim);
    await telegram.sender.send(chatId, message).finally(() => endTurn(telegram.pace, chatId, turn));
    return { status: "sent", channel: "telegram" };
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || error.kind === "again") throw error;
    if (error.kind === "pause") {
      await telegram.pace.pause(chatId, error.pauseSeconds);
      throw error;
    }
    services.log.warn({ ...named(claim), reason: error.message }, "telegram refused, going by e-mail");
    if (error.kind === "gone") await releaseChat(services, chatId);
    if (claim.recipient?.unwanted.includes("email")) return failed("telegram", error.message);
    return sendMail(delivery, claim, notification);
  }
}

async function sendMail(
  delivery: Delivery,
  claim: Held,
  notification: RenderableNotification,
): Promise<Outcome> {
  const { mail, services } = delivery;
  const address = claim.recipient?.email ?? claim.email;
  if (mail === null || address === null) return failed("email", notificationReasons.noMailServer);
  refuseWhenLate(claim);
  const content = renderMail(notification, renderContext(services.settings, claim.recipient?.role ?? null));
  try {
    await mail.send(claim.id, address, content);
    return { status: "sent", channel: "email" };
  } catch (error) {
    if (error instanceof DeliveryFailure && error.kind === "refused") return failed("email", error.message);
    throw error;
  }
}

/**
 * Keeps the message's place in its chat's line. Answers with the milliseconds after which to come back: a slot of the
 * worker is for those that can go. A pause for all is sat out, a little at a time.
 */
async function lineUp(pace: TelegramPace, chatId: string, id: string): Promise<number> {
  const { chatMs, pauseMs } = await pace.lineUp(chatId, id);
  if (chatMs > CHAT_WAIT_MS) return chatMs;
  if (pauseMs === 0) return 0;
  await sleep(Math.min(pauseMs, OWN_WAIT_MS));
  return pauseMs > OWN_WAIT_MS ? 1 : 0;
}

/** Waits for a turn at the Bot API, or answers with the milliseconds after which to come back. */
async function waitForTurn(pace: TelegramPace, chatId: string, id: string): Promise<number | string> {
  for (let waited = 0; ; ) {
    const asked = performance.now();
    const answer = await pace.ask(chatId, id);
    const most = !answer.go && answer.busy === "chat" ? CHAT_WAIT_MS : OWN_WAIT_MS - waited;
    if (!answer.go && answer.waitMs > most) return answer.waitMs;
    // A timer may be early by a part of a millisecond, and the Bot API counts them.
    if (answer.waitMs > 0) await sleep(answer.waitMs + 1);
    waited += performance.now() - asked;
    if (!answer.go) continue;
    if (performance.now() - asked <= answer.beginWithinMs) return answer.turn;
    await endTurn(pace, chatId, answer.turn);
  }
}

/** A turn that nobody ended is over after a few seconds, too. */
async function endTurn(pace: TelegramPace, chatId: string, turn: string): Promise<void> {
  await pace.end(chatId, turn).catch(() => undefined);
}

/** A worker that was held up (a stopped process, a blocked event loop) must not send what another has taken over. */
function refuseWhenLate({ beginBy }: Held): void {
  if (performance.now() > beginBy) throw new DeliveryFailure("again", notificationReasons.interrupted);
}

/**
 * Marks the end. What was sent must not be sent again because the database is away for a moment, so it is tried
 * until it is noted, or until another worker has taken over.
 */
async function note({ services }: Delivery, claim: Held, outcome: Outcome): Promise<void> {
  const context = { ...named(claim), kind: claim.kind, ...outcome };
  for (;;) {
    try {
      const noted = await finishNotification(services.db, claim, outcome);
      if (noted) services.log.info(context, "notification done");
      else services.log.warn(context, "notification was taken over by another worker");
      return;
    } catch (error) {
      services.log.warn({ ...named(claim), error: nameOf(error) }, "cannot note an outcome yet");
      await sleep(NOTING_PAUSE_MS);
    }
  }
}

/** What did not work out goes back to the outbox for a while, or has failed after the last try. */
async function standBack(delivery: Delivery, claim: Held, error: unknown): Promise<void> {
  const { services, retrySeconds } = delivery;
  const known = error instanceof DeliveryFailure ? error : null;
  const reason = known?.message ?? notificationReasons.interrupted;
  services.log.warn({ ...named(claim), reason, ...(known ? {} : { error: nameOf(error) }) }, "not sent");
  if (known?.kind === "pause") {
    await postponeNotification(services.db, claim, { seconds: known.pauseSeconds, reason, uncounted: true });
    return;
  }
  const seconds = retryDelay(claim.attempt, retrySeconds);
  if (seconds === null) await note(delivery, claim, failed(null, reason));
  else await postponeNotification(services.db, claim, { seconds, reason });
}

function failed(channel: "telegram" | "email" | null, reason: string): Outcome {
  return { status: "failed", channel, reason };
}

function skipped(reason: string): Outcome {
  return { status: "skipped", reason };
}

/** What log lines call a notification, and the request that caused it. */
function named({ id, requestId }: Held): { notification: string; requestId?: string } {
  return { notification: id, ...(requestId === null ? {} : { requestId }) };
}

/** An error's kind without its message, which may hold what logs must not. */
function nameOf(error: unknown): string {
  return error instanceof Error
    ? `${error.name} ${(error as { code?: string }).code ?? ""}`.trim()
    : "unknown";
}
