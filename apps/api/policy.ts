// Who may call what, on what. The test of policies calls everything as everybody and compares with this table.
//
//  - `anyone`: also without a session. `always`: even with a session that has ended or an account that is disabled
//    (the calls that begin, renew or end a session); `unless-refused`: not with those.
//  - `signedIn`: everybody with a session, whatever the role.
//  - a role: `yes` where the call names nothing; else which of the things it is about this role may name:
//    `own`, `related` (assigned to each other by an administrator) or `any`. Whatever else is named does not exist
//    to the caller: 404. `own-409`: it is the caller's own, but not the caller's turn.
//  - a role that is missing may not call at all: 403; without a session: 401; a disabled account: 403.

import type { Role } from "@korki/domain";

/** What calls are about; the tests hold one of each ready. */
export type Thing =
  | "teacher"
  | "student"
  | "unconfirmedLesson"
  | "confirmedLesson"
  | "lessonProposedByTeacher"
  | "lessonProposedByStudent"
  | "payment"
  | "payout"
  | "trialRequest"
  | "failedNotification";

export type Reach = "yes" | "own" | "own-409" | "related" | "any";

export type Rule = { about?: Thing } & (
  | { anyone: "always" | "unless-refused" }
  | { signedIn: "yes" }
  | Partial<Record<Role, Reach>>
);

const CONTACTS = { Student: "related", Teacher: "related", Parent: "related", Admin: "any" } as const;

/** By the procedure's name; a REST route has the rule of its procedure. */
export const POLICY: Record<string, Rule> = {
  "centre.info": { anyone: "unless-refused" },

  "account.register": { anyone: "always" },
  "account.confirmEmail": { anyone: "always" },
  "account.login": { anyone: "always" },
  "account.refresh": { anyone: "always" },
  "account.logout": { anyone: "always" },
  "account.requestRecovery": { anyone: "always" },
  "account.resetPassword": { anyone: "always" },
  "account.profile": { signedIn: "yes" },
  "account.updateProfile": { signedIn: "yes" },
  "account.connectTelegram": { signedIn: "yes" },
  "account.disconnectTelegram": { signedIn: "yes" },

  "notifications.preferences": { signedIn: "yes" },
  "notifications.savePreferences": { signedIn: "yes" },
  "notifications.list": { Admin: "yes" },
  "notifications.resend": { about: "failedNotification", Admin: "any" },

  "people.teachers": { Student: "yes" },
  "people.students": { Teacher: "yes" },

  "availability.freeDays": { about: "teacher", Student: "related", Teacher: "own", Admin: "any" },
  "availability.get": { about: "teacher", Student: "related", Teacher: "own", Admin: "any" },
  "availability.save": { Teacher: "yes" },

  "lessons.mine": { Student: "yes", Teacher: "yes" },
  "lessons.list": { Student: "yes", Teacher: "yes" },
  "lessons.week": { Student: "yes", Teacher: "yes" },
  "lessons.available": { Student: "yes" },
  "lessons.get": { about: "confirmedLesson", Student: "own", Teacher: "own" },
  "lessons.book": { about: "teacher", Student: "related" },
  "lessons.delete": { about: "unconfirmedLesson", Student: "own" },
  "lessons.confirm": { about: "unconfirmedLesson", Teacher: "own" },
  "lessons.cancel": { about: "confirmedLesson", Student: "own", Teacher: "own" },
  "lessons.complete": { about: "confirmedLesson", Teacher: "own" },
  "lessons.markAbsent": { about: "confirmedLesson", Teacher: "own" },
  "lessons.setStatus": { about: "confirmedLesson", Student: "own", Teacher: "own" },
  "lessons.generateLink": { about: "confirmedLesson", Teacher: "own" },
  "lessons.proposeReschedule": { about: "confirmedLesson", Student: "own", Teacher: "own" },
  "lessons.acceptReschedule": { about: "lessonProposedByTeacher", Student: "own", Teacher: "own-409" },
  "lessons.declineReschedule": { about: "lessonProposedByStudent", Student: "own-409", Teacher: "own" },
  "lessons.withdrawReschedule": { about: "lessonProposedByTeacher", Student: "own-409", Teacher: "own" },

  "calendar.address": { Student: "yes", Teacher: "yes" },
  "calendar.createAddress": { Student: "yes", Teacher: "yes" },
  "calendar.revokeAddress": { Student: "yes", Teacher: "yes" },
  "live.lessons": { Student: "yes", Teacher: "yes", Admin: "yes" },

  // Whom one may write with (decisions §7); nobody writes with oneself.
  "chat.contacts": { signedIn: "yes" },
  "chat.unread": { signedIn: "yes" },
  "chat.history": { about: "student", ...CONTACTS },
  "chat.send": { about: "student", ...CONTACTS },
  // Only what was written to the caller can be marked; naming anybody else changes nothing.
  "chat.markRead": { signedIn: "yes" },

  "payments.mine": { Student: "yes" },
  "payments.ofStudent": { about: "student", Admin: "any" },
  "payments.add": { about: "student", Admin: "any" },
  "payments.void": { about: "payment", Admin: "any" },
  "payouts.mine": { Teacher: "yes" },
  "payouts.ofTeacher": { about: "teacher", Admin: "any" },
  "payouts.add": { about: "teacher", Admin: "any" },
  "payouts.void": { about: "payout", Admin: "any" },

  "prices.get": { Admin: "yes" },
  "prices.save": { Admin: "yes" },

  "statistics.myOverall": { Teacher: "yes" },
  "statistics.myMonth": { Teacher: "yes" },
  "statistics.teacherOverall": { about: "teacher", Admin: "any" },
  "statistics.teacherMonth": { about: "teacher", Admin: "any" },
  "statistics.student": { about: "student", Admin: "any" },
  "statistics.companyMonth": { Admin: "yes" },
  "statistics.companyYear": { Admin: "yes" },

  "history.list": { Admin: "yes" },
  "exports.lessons": { Admin: "yes" },
  "exports.payments": { Admin: "yes" },
  "exports.payouts": { Admin: "yes" },
  "exports.companyMonth": { Admin: "yes" },

  "adminPeople.teachers": { Admin: "yes" },
  "adminPeople.students": { Admin: "yes" },
  "adminPeople.parents": { Admin: "yes" },
  "adminPeople.admins": { Admin: "yes" },
  "adminPeople.teacherProfiles": { Admin: "yes" },
  "adminPeople.studentProfiles": { Admin: "yes" },
  "adminPeople.get": { about: "student", Admin: "any" },
  "adminPeople.update": { about: "student", Admin: "any" },
  "adminPeople.create": { Admin: "yes" },
  "adminPeople.related": { about: "teacher", Admin: "any" },
  "adminPeople.relationCandidates": { about: "student", Admin: "any" },
  "adminPeople.relate": { about: "teacher", Admin: "any" },
  "adminPeople.unrelate": { about: "teacher", Admin: "any" },
  "adminPeople.teacherSubjects": { about: "teacher", Admin: "any" },
  "adminPeople.saveTeacherSubjects": { about: "teacher", Admin: "any" },
  "adminPeople.availability": { about: "teacher", Admin: "any" },

  "adminPrivacy.exportPerson": { about: "student", Admin: "any" },
  "adminPrivacy.erasePerson": { about: "student", Admin: "any" },

  "adminLessons.list": { Admin: "yes" },
  "adminLessons.get": { about: "confirmedLesson", Admin: "any" },
  "adminLessons.create": { about: "teacher", Admin: "any" },
  "adminLessons.update": { about: "confirmedLesson", Admin: "any" },
  "adminLessons.delete": { about: "confirmedLesson", Admin: "any" },
  "adminLessons.calendar": { Admin: "yes" },
  "adminLessons.freeBlocks": { about: "teacher", Admin: "any" },

  "trialLessons.request": { anyone: "unless-refused" },
  "trialLessons.list": { Admin: "yes" },
  "trialLessons.get": { about: "trialRequest", Admin: "any" },
  "trialLessons.schedule": { about: "trialRequest", Admin: "any" },
  "trialLessons.update": { about: "trialRequest", Admin: "any" },
  "trialLessons.add": { about: "teacher", Admin: "any" },
  "trialLessons.teacherCandidates": { Admin: "yes" },
};
