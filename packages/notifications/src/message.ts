import type { CivilDate, Level, Role, Subject } from "@korki/domain";
import type { NotificationFacts, NotificationKind } from "./kinds";

/** What a text may refer to beside its facts: the centre, and whom it is for. */
export type Surroundings = {
  /** An origin, without a slash at its end. */
  publicUrl: string;
  centreName: string;
  contactPhone: string;
  contactEmail: string;
  /** Null: a visitor without an account. */
  recipientRole: Role | null;
};

/** A trial lesson as it is at the moment of sending. */
export type TrialDetails = {
  subject: Subject;
  level: Level;
  date: CivilDate | null;
  block: number | null;
  /** The visitor's name; empty where none was given. */
  name: string;
  phone: string;
  email: string;
  description: string;
  meetingLink: string;
};

/** What is not kept in the outbox but asked for at the moment of sending. */
export type NotificationDetails = {
  "lesson-reminder-day": { meetingLink: string };
  "lesson-reminder-hour": { meetingLink: string };
  "lesson-confirmed": { meetingLink: string };
  "trial-requested": TrialDetails;
  "trial-request-received": TrialDetails;
  "trial-scheduled-teacher": TrialDetails;
  "trial-scheduled-visitor": TrialDetails;
  "trial-cancelled": TrialDetails;
  "unread-messages": { count: number };
  "account-confirm-email": { url: string };
  /** Null where the account needs no link of its own. */
  "account-exists": { url: string | null };
  "account-recovery": { url: string };
  "account-invitation": { url: string };
};

/** The details that a kind's text needs; null for kinds whose facts suffice. */
export type DetailsOf<K extends NotificationKind> = K extends keyof NotificationDetails
  ? NotificationDetails[K]
  : null;

/** A button under a Telegram message that the bot answers. */
export type ChatButton = { text: string; data: string };

/**
 * What a notification says, in plain text: the layouts of Telegram, mail text and mail HTML are made of it
 * and escape all of it, so a kind's file never thinks of markup.
 */
export type Message = {
  /** An emoji that tells the kind at a glance. */
  icon: string;
  /** The mail's subject; one line. */
  subject: string;
  /** The first line of the text. */
  heading: string;
  paragraphs: string[];
  /** What one needs to know, as label and value. */
  details?: { label: string; value: string }[];
  /** The one thing to do next. */
  action?: { label: string; url: string };
  /** A second way on, smaller. */
  secondary?: { label: string; url: string };
  /** Telegram only. */
  buttons?: ChatButton[];
  /** Fine print, e.g. "nothing needs doing if it was not you". */
  footnote?: string;
};

/** One kind's text. */
export type Template<K extends NotificationKind> = (
  facts: NotificationFacts[K],
  details: DetailsOf<K>,
  around: Surroundings,
) => Message;
