import { approvalDetails, approvalSentence } from "@korki/contracts/texts/approvals";
import { shortInstant } from "@korki/contracts/texts/dates";
import {
  countWaitingLessons,
  findApproval,
  findBill,
  findCentreSettings,
  findDayHours,
  findEndingCheck,
  findInvitation,
  findLesson,
  findLiveLink,
  findMoneySettings,
  findNames,
  findNextPrice,
  findOrder,
  findOutsideCalendar,
  findPayment,
  findPayout,
  findRoom,
  findSeries,
  findStudentPrices,
  findTrialLesson,
  isHeldFor,
  isOfLesson,
  LINK_KINDS,
  listExpiring,
  listMoney,
  listTold,
  loadAvailable,
  mayGoOn,
  sumDebt,
  sumDebts,
} from "@korki/db";
import { addDays, fullName, isPlanned, type SubjectLevel, today } from "@korki/domain";
import type { Lookups, RenderableNotification, StoredNotification } from "@korki/notifications";
import { confirmEmailUrl, invitationUrl, loginUrl, notMeUrl, resetPasswordUrl } from "../accounts/link-token";
import { findLinkedPerson } from "../accounts/linked-person";
import { countForNotice } from "../chat/unread-notices";
import { mayEnter, presentIn } from "../classroom/find-room";
import type { Services } from "../context";
import { ownRoomAddress, placeOf } from "../lessons/room-place";
import { sortByRecipient } from "../outbox";

/**
 * Checks at the moment of sending whether a notification is still true (rules §8), and loads what its text needs.
 * Returns null if it is not.
 */
export function revalidate(
  services: Services,
  notification: StoredNotification,
  recipientId: string | null,
): Promise<RenderableNotification | null> {
  return notification.revalidate({ lookups: lookups(services), recipientId, now: services.now() });
}

const LINK_URLS = {
  "confirm-email": confirmEmailUrl,
  "reset-password": resetPasswordUrl,
  "not-me": notMeUrl,
  login: loginUrl,
};

/** Of a subject and level in which nothing happened. */
const NO_MONEY = { due: 0, paidUntil: null, credit: 0 };

function lookups(services: Services): Lookups {
  const { db } = services;
  return {
    lesson: (id) => findLesson(db, id),
    isOfLesson: (lessonId, personId) => isOfLesson(db, { lessonId, personId }),
    async roomLink(lessonId, personId) {
      const room = await findRoom(db, { lessonId, userId: personId });
      if (!room) return "";
      const own = ownRoomAddress(services.settings, lessonId);
      const { mode } = placeOf(services.settings, room);
      const link = room.meetingLink || (mode === "own" ? own : "");
      const isShut = personId === null ? room.isUnassigned : !mayEnter(room);
      return link === own && isShut ? null : link;
    },
    dayHours: (teacherId, date) => findDayHours(db, teacherId, date),
    async isTeacherThere(lessonId) {
      const present = await presentIn(db, services, [lessonId]);
      return present.some(({ role }) => role === "teacher");
    },
    async series(id) {
      const series = await findSeries(db, id);
      if (!series) return null;
      const day = today(services.now());
      const planned = series.lessons
        .filter(({ isDeleted, status, date }) => !isDeleted && isPlanned(status) && date >= day)
        .map(({ date, teacherId, status }) => ({ date, teacherId, isConfirmed: status === "Potwierdzona" }));
      return { ...series, planned, openMoveId: series.move?.id ?? null };
    },
    maySeriesGoOn: (id) => mayGoOn(db, id),
    isSlotHeldFor: (personId, holdId) => isHeldFor(db, { personId, holdId }),
    async approval(id) {
      const asked = await findApproval(db, id, services.now());
      if (!asked) return null;
      const { payerId, isOpen, until } = asked;
      return {
        payerId,
        isOpen,
        untilMs: Date.parse(until),
        text: approvalSentence(asked),
        details: approvalDetails(asked),
      };
    },
    async trialLesson(id) {
      const trial = await findTrialLesson(db, id);
      if (!trial) return null;
      const { teacher, studentPhone, parentPhone, ...state } = trial;
      return { ...state, teacherId: teacher?.id ?? null, phone: studentPhone || parentPhone };
    },
    isPaymentValid: async (id) => (await findPayment(db, id))?.voided === null,
    async personName(id) {
      const [person] = await findNames(db, [id]);
      return person ? fullName(person) : null;
    },
    async lowBalance(studentId, pair) {
      const [{ lowBalanceThreshold }, { dueDays }] = [
        await findCentreSettings(db),
        await findMoneySettings(db),
      ];
      // What a payer has not agreed to yet uses up nothing.
      const whose = { studentId, ...pair };
      const left = (await loadAvailable(db, whose)) + (await countWaitingLessons(db, whose));
      if (left > lowBalanceThreshold) return null;
      const isPair = ({ subject, level }: SubjectLevel) => subject === pair.subject && level === pair.level;
      const { due, paidUntil, credit } = (await listMoney(db, studentId)).find(isPair) ?? NO_MONEY;
      // Nobody is told because of what is planned later, but when that comes near (rules §39).
      if (left < 0 && due === 0 && paidUntil !== null) {
        const from = addDays(paidUntil, -dueDays);
        if (from > today(services.now())) return { from };
      }
      const price =
        (await findNextPrice(db, whose)) ?? (await findStudentPrices(db, studentId))[pair.level].price;
      return { paidUntil, left: credit, price };
    },
    expiringLessons: (studentId) => listExpiring(db, studentId),
    async isTold(personId, studentId) {
      return (await listTold(db, [studentId])).some(({ userId }) => userId === personId);
    },
    dueOf: (studentId) => sumDebt(db, studentId),
    async dueFrom(payerId, studentIds) {
      const parts = studentIds.map((part) => ({ personId: part, tells: "payer" as const, part }));
      const told = await sortByRecipient(db, services, parts);
      const theirs = told.find(({ to }) => to.recipientId === payerId)?.parts ?? [];
      return [...(await sumDebts(db, theirs)).values()].reduce((sum, amount) => sum + amount, 0);
    },
    unpaidOf: async (id) => {
      const bill = await findBill(db, id);
      return bill?.status === "open" || bill?.status === "half" ? bill.amount - bill.paid : 0;
    },
    isOrderOpen: async (id) => (await findOrder(db, id))?.status === "open",
    isPayoutValid: async (id) => (await findPayout(db, id))?.voided === null,
    telegramUserId: async (chatId) => (await findLinkedPerson(services, chatId))?.id ?? null,
    countUnread: (conversationId, recipientId) => countForNotice(services, { conversationId, recipientId }),
    teacherOfEndingCheck: (check) => findEndingCheck(db, check),
    async failingCalendar(id) {
      const calendar = await findOutsideCalendar(db, id);
      if (!calendar?.failingSince) return null;
      return { name: calendar.label || calendar.host, since: shortInstant(calendar.failingSince) };
    },
    async parentInvitation(id) {
      const invitation = await findInvitation(db, id, services.now());
      return (
        invitation && {
          studentName: invitation.studentName,
          url: invitationUrl(services.settings, invitation),
        }
      );
    },
    async accountLinkUrl(id, leadsTo) {
      const link = await findLiveLink(db, id, { kinds: LINK_KINDS, now: services.now(), usable: "once" });
      return link && LINK_URLS[leadsTo](services.settings, link);
    },
    async registrationOf(id) {
      const link = await findLiveLink(db, id, {
        kinds: ["confirm-email"],
        now: services.now(),
        usable: "once",
      });
      if (!link) return null;
      const { name, surname, role } = link.registration ?? link.user;
      return { name: fullName({ name, surname }), role, email: link.user.email };
    },
  };
}
