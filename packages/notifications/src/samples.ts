import type { NotifiedLesson } from "./kinds";
import type { Surroundings, TrialDetails } from "./message";
import type { Telling } from "./render";

const ID = "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5a";

const lesson: NotifiedLesson = {
  lessonId: ID,
  date: "2026-11-20",
  block: 9,
  subject: "Matematyka",
  level: "liceumR",
  teacherName: "Marek Zieliński",
  studentName: "Ola Nowak",
};
const trial: TrialDetails = {
  subject: "Angielski",
  level: "szkolaP",
  date: "2026-11-21",
  block: 2,
  name: "Kuba",
  phone: "+48600100200",
  email: "kuba@example.pl",
  description: "Present Perfect, przygotowanie do egzaminu ósmoklasisty",
  meetingLink: "https://meet.jit.si/korki-proba-4f9d2c",
};
const room = "https://meet.jit.si/korki-8c1e55a2";
const url = "https://korki.example/regen_pass/przyklad";

/** The centre of the samples; the recipient differs. */
export const sampleSurroundings: Omit<Surroundings, "recipientRole"> = {
  publicUrl: "https://korki.example",
  centreName: "Korki",
  contactPhone: "+48 600 100 200",
  contactEmail: "kontakt@korki.example",
};

/** One notification of each kind and side, for the snapshots and the developers' preview. */
export const samples: readonly { to: Surroundings["recipientRole"]; telling: Telling }[] = [
  {
    to: "Teacher",
    telling: {
      kind: "lesson-booked",
      facts: { ...lesson, description: "Funkcja kwadratowa,\nzadania z matury" },
      details: null,
    },
  },
  { to: "Student", telling: { kind: "lesson-confirmed", facts: lesson, details: { meetingLink: "" } } },
  {
    to: "Student",
    telling: {
      kind: "lesson-cancelled-by-teacher",
      facts: { ...lesson, reason: "Choroba, przepraszam!" },
      details: null,
    },
  },
  { to: "Teacher", telling: { kind: "lesson-cancelled-by-student", facts: lesson, details: null } },
  { to: "Teacher", telling: { kind: "lesson-deleted-by-student", facts: lesson, details: null } },
  {
    to: "Student",
    telling: {
      kind: "lesson-moved",
      facts: { ...lesson, fromDate: "2026-11-18", fromBlock: 11 },
      details: null,
    },
  },
  { to: "Teacher", telling: { kind: "lesson-added-by-admin", facts: lesson, details: null } },
  { to: "Student", telling: { kind: "lesson-added-by-admin", facts: lesson, details: null } },
  { to: "Student", telling: { kind: "lesson-cancelled-by-admin", facts: lesson, details: null } },
  {
    to: "Student",
    telling: { kind: "meeting-link-ready", facts: { ...lesson, meetingLink: room }, details: null },
  },
  {
    to: "Student",
    telling: {
      kind: "reschedule-proposed",
      facts: { ...lesson, toDate: "2026-11-22", toBlock: 4, proposerName: "Marek Zieliński" },
      details: null,
    },
  },
  {
    to: "Teacher",
    telling: {
      kind: "reschedule-accepted",
      facts: { ...lesson, fromDate: "2026-11-18", fromBlock: 0 },
      details: null,
    },
  },
  {
    to: "Teacher",
    telling: {
      kind: "reschedule-declined",
      facts: { ...lesson, toDate: "2026-11-22", toBlock: 4 },
      details: null,
    },
  },
  { to: "Student", telling: { kind: "lesson-reminder-day", facts: lesson, details: { meetingLink: room } } },
  { to: "Student", telling: { kind: "lesson-reminder-hour", facts: lesson, details: { meetingLink: room } } },
  { to: "Teacher", telling: { kind: "lesson-reminder-hour", facts: lesson, details: { meetingLink: "" } } },
  { to: "Teacher", telling: { kind: "lesson-unconfirmed", facts: lesson, details: null } },
  {
    to: "Student",
    telling: {
      kind: "payment-noted",
      facts: { paymentId: ID, moneyAmount: 1200, lessonAmount: 12, subject: "Fizyka", level: "liceumP" },
      details: null,
    },
  },
  {
    to: "Teacher",
    telling: {
      kind: "payout-noted",
      facts: { payoutId: ID, moneyAmount: 2350, description: "Październik" },
      details: null,
    },
  },
  {
    to: "Student",
    telling: {
      kind: "relation-added",
      facts: { otherName: "Marek Zieliński", otherRole: "Teacher" },
      details: null,
    },
  },
  {
    to: "Teacher",
    telling: {
      kind: "relation-added",
      facts: { otherName: "Ola Nowak", otherRole: "Student" },
      details: null,
    },
  },
  {
    to: "Admin",
    telling: {
      kind: "trial-requested",
      facts: { trialLessonId: ID, subject: trial.subject, level: trial.level },
      details: { ...trial, date: null, block: null, meetingLink: "" },
    },
  },
  {
    to: null,
    telling: {
      kind: "trial-request-received",
      facts: { trialLessonId: ID, subject: trial.subject, level: trial.level },
      details: { ...trial, date: null, block: null, meetingLink: "" },
    },
  },
  {
    to: "Teacher",
    telling: { kind: "trial-scheduled-teacher", facts: { trialLessonId: ID }, details: trial },
  },
  { to: null, telling: { kind: "trial-scheduled-visitor", facts: { trialLessonId: ID }, details: trial } },
  { to: null, telling: { kind: "trial-cancelled", facts: { trialLessonId: ID }, details: trial } },
  {
    to: "Teacher",
    telling: {
      kind: "trial-cancelled",
      facts: { trialLessonId: ID, slot: { date: "2026-11-19", block: 4 } },
      details: trial,
    },
  },
  {
    to: "Student",
    telling: {
      kind: "unread-messages",
      facts: { senderId: ID, senderName: "Marek Zieliński", conversationId: ID },
      details: { count: 3 },
    },
  },
  {
    to: "Student",
    telling: {
      kind: "telegram-connected",
      facts: { chatId: "123456789", accountName: "Ola Nowak" },
      details: null,
    },
  },
  { to: "Student", telling: { kind: "account-confirm-email", facts: { linkId: ID }, details: { url } } },
  { to: "Student", telling: { kind: "account-exists", facts: { linkId: null }, details: { url: null } } },
  { to: "Student", telling: { kind: "account-recovery", facts: { linkId: ID }, details: { url } } },
  { to: "Parent", telling: { kind: "account-invitation", facts: { linkId: ID }, details: { url } } },
];
