import { notificationReasons } from "@korki/contracts/texts/notifications";
import { findLesson, fromDbDate } from "@korki/db";
import type { Level, Subject } from "@korki/domain";
import type { NotificationContent, Telling, TrialDetails } from "@korki/notifications";
import { confirmEmailUrl, resetPasswordUrl } from "../accounts/link-token";
import { countForNotice } from "../chat/unread-notices";
import type { Services } from "../context";
import { isLessonContent, type LessonContent, lessonHolds } from "./lesson-holds";

/** What to tell, with everything that its text needs; or why it is not to be told any more. */
export type Examination = { telling: Telling } | { skip: string };

const STALE: Examination = { skip: notificationReasons.noLongerTrue };

/**
 * Asks, at the moment of sending, whether a notification is still true (decisions §8), and looks up what its text
 * needs beside its facts.
 */
export async function examineNotification(
  services: Services,
  content: NotificationContent,
  recipientId: string | null,
): Promise<Examination> {
  if (isLessonContent(content)) return examineLesson(services, content);
  const { db } = services;
  switch (content.kind) {
    case "payment-noted": {
      const payment = await db.prisma.payment.findUnique({ where: { id: content.facts.paymentId } });
      return payment?.deletedAt === null ? { telling: { ...content, details: null } } : STALE;
    }
    case "payout-noted": {
      const payout = await db.prisma.payout.findUnique({ where: { id: content.facts.payoutId } });
      return payout?.deletedAt === null ? { telling: { ...content, details: null } } : STALE;
    }
    case "relation-added":
      return { telling: { ...content, details: null } };
    case "telegram-connected": {
      const { chatId } = content.facts;
      const linked = await db.prisma.user.findUnique({
        where: { telegramChatId: chatId },
        select: { id: true },
      });
      return linked && linked.id === recipientId ? { telling: { ...content, details: null } } : STALE;
    }
    case "trial-requested":
    case "trial-request-received":
    case "trial-scheduled-teacher":
    case "trial-scheduled-visitor":
    case "trial-cancelled":
      return examineTrial(services, content, recipientId);
    case "unread-messages": {
      const { conversationId } = content.facts;
      const count = recipientId ? await countForNotice(services, { conversationId, recipientId }) : 0;
      return count > 0 ? { telling: { ...content, details: { count } } } : STALE;
    }
    default:
      return examineAccountLink(services, content);
  }
}

async function examineLesson(services: Services, content: LessonContent): Promise<Examination> {
  const lesson = await findLesson(services.db, content.facts.lessonId);
  if (!lessonHolds(content, lesson, services.now())) return STALE;
  const meetingLink = lesson?.meetingLink ?? "";
  switch (content.kind) {
    case "lesson-confirmed":
    case "lesson-reminder-day":
    case "lesson-reminder-hour":
      return { telling: { ...content, details: { meetingLink } } as Telling };
    default:
      return { telling: { ...content, details: null } as Telling };
  }
}

type TrialContent = Extract<NotificationContent, { facts: { trialLessonId: string } }>;

async function examineTrial(
  { db }: Services,
  content: TrialContent,
  recipientId: string | null,
): Promise<Examination> {
  const trial = await db.prisma.trialLesson.findUnique({ where: { id: content.facts.trialLessonId } });
  if (!trial) return STALE;
  const holds = {
    "trial-requested": trial.status === "Nowa",
    "trial-request-received": trial.status !== "Odwolana",
    "trial-scheduled-teacher": trial.status === "Umowiona" && trial.teacherId === recipientId,
    "trial-scheduled-visitor": trial.status === "Umowiona",
    // A teacher who is no longer the trial lesson's hears that it is off, whatever became of it.
    "trial-cancelled":
      trial.status === "Odwolana" || (recipientId !== null && trial.teacherId !== recipientId),
  }[content.kind];
  if (!holds) return STALE;
  const details: TrialDetails = {
    subject: trial.subject as Subject,
    level: trial.level as Level,
    date: trial.date && fromDbDate(trial.date),
    block: trial.block,
    name: trial.name,
    phone: trial.studentPhone || trial.parentPhone,
    email: trial.email,
    description: trial.description,
    meetingLink: trial.meetingLink,
  };
  return { telling: { ...content, details } as Telling };
}

type AccountContent = Extract<NotificationContent, { facts: { linkId: string | null } }>;

/** A mail with a link goes out only while the link works. */
async function examineAccountLink(
  { db, settings, now }: Services,
  { kind, facts }: AccountContent,
): Promise<Examination> {
  const { linkId } = facts;
  const link = linkId === null ? null : await db.prisma.oneTimeLink.findUnique({ where: { id: linkId } });
  const works = link !== null && !link.usedAt && !link.voidedAt && link.expiresAt > now();
  if (kind === "account-exists") {
    const url = works ? resetPasswordUrl(settings, link) : null;
    return { telling: { kind, facts, details: { url } } };
  }
  if (!works) return STALE;
  const url =
    kind === "account-confirm-email" ? confirmEmailUrl(settings, link) : resetPasswordUrl(settings, link);
  return { telling: { kind, facts, details: { url } } as Telling };
}
