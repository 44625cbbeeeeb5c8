// Limits and constants of rules §22 and §23 and of the rules §§3, 7 and 8.

export const PASSWORD_MIN = 8;
/** Longer passwords are refused, so that hashing one stays cheap. */
export const PASSWORD_MAX = 256;
export const NAME_MIN = 3;
export const NAME_MAX = 100;
/** Characters of a phone number, the prefix included. */
export const PHONE_LENGTH = 12;
export const PHONE_PREFIX = "+48";
export const EMAIL_MAX = 254;
const EMAIL_LOCAL_MAX = 64;
const EMAIL_LABEL_MAX = 63;
export const MESSAGE_MAX = 4000;
/** Contacts asked for by their ids at once. */
export const CONTACT_IDS_MAX = 100;
/** Characters of a lesson's topic, a reason, a payment's description. */
export const DESCRIPTION_MAX = 2000;
/** Characters of a description shown in a table, before the ellipsis. */
const DESCRIPTION_PREVIEW = 10;
export const TELEGRAM_CODE_DIGITS = 8;
/** Largest amount of one payment or payout, in złoty. */
export const MONEY_MAX = 1_000_000;
/** Most lessons that one payment pays for. */
export const LESSON_AMOUNT_MAX = 1000;
/** Longest `Idempotency-Key` that is taken; a longer one is refused, for it could only be remembered in part. */
export const IDEMPOTENCY_KEY_MAX = 200;
/** How long a repeated request is recognised by its key. Its right is not judged again, so that it is not long. */
export const IDEMPOTENCY_KEY_HOURS = 1;
/** An import: the largest file, the most rows and columns, and for how long it can be undone. */
export const IMPORT_FILE_BYTES_MAX = 2_000_000;
export const IMPORT_ROWS_MAX = 5_000;
export const IMPORT_COLUMNS_MAX = 50;
export const IMPORT_UNDO_HOURS = 24;
/** Characters of what a teacher tells visitors. */
export const INTRODUCTION_MAX = 300;
/** How many days ahead visitors choose a half hour. */
export const TRIAL_SLOT_DAYS = 14;
/** The largest file taken as the centre's logo. */
export const LOGO_BYTES_MAX = 1_000_000;
/** Colours that a contact's avatar is chosen from. */
export const AVATAR_COLOURS = 6;

/** What the popup that adds a student's payment starts with; money in złoty. */
export const DEFAULT_PAYMENT = { moneyAmount: 90, lessonAmount: 1, desc: "wplata" } as const;
/** What the popup that adds a teacher's payout starts with. */
export const DEFAULT_PAYOUT = { desc: "wyplata" } as const;

export const ACCESS_TOKEN_MINUTES = 15;
export const REFRESH_TOKEN_DAYS = 30;
/** After how long a session ends, however often it was renewed. */
export const SESSION_DAYS_MAX = 180;
/** How long a browser that signed in to an account is known to it. */
export const KNOWN_DEVICE_DAYS = 90;
/** For two tabs that renew at once: how long a spent refresh token does not yet count as stolen. */
export const REFRESH_GRACE_SECONDS = 10;
export const CONFIRMATION_LINK_HOURS = 24;
export const RECOVERY_LINK_HOURS = 1;
/** How long a link to sign in works, and how often its code may be tried (rules §38). */
export const LOGIN_LINK_MINUTES = 15;
export const LOGIN_CODE_TRIES = 5;
/** How long a person whose account an admin made may take to set the first password. */
export const INVITATION_LINK_HOURS = 7 * 24;
/** How long an alert's link can undo the change. */
export const NOT_ME_LINK_DAYS = 7;
export const TELEGRAM_CODE_MINUTES = 10;
/** How long the settings' link to the bot connects a chat. */
export const TELEGRAM_LINK_MINUTES = 15;
/** Minutes that a message stays unread by an offline person before they are notified. */
export const UNREAD_NOTICE_MINUTES = 5;
/** Most procedures in one tRPC batch. */
export const BATCH_MAX = 10;

/** How many tries are allowed in how many seconds (rules §3); `RATE_LIMIT_SCALE` multiplies the tries. */
export type RateLimit = { readonly tries: number; readonly seconds: number };
const QUARTER = 15 * 60;
const HOUR = 60 * 60;
/** A /48 has so many times the tries of one of its /64, in every limit that counts by address. */
export const WIDE_NETWORK_FACTOR = 5;
/** The owner is told at this wrong code, in an hour, that somebody knows the password. */
export const WRONG_CODES_TO_TELL = 3;
export const RATE_LIMITS = {
  /** failures, per account and address */
  login: { tries: 10, seconds: QUARTER },
  /** failures, per address across all accounts */
  loginAddress: { tries: 50, seconds: QUARTER },
  /** wrong codes of an authenticator after the right password, per account over all addresses */
  secondFactor: { tries: 10, seconds: HOUR },
  /** failures, per account and device that has signed in to it before */
  loginDevice: { tries: 10, seconds: QUARTER },
  /** per address */
  registration: { tries: 5, seconds: HOUR },
  /** per e-mail address given */
  registrationEmail: { tries: 3, seconds: HOUR },
  /** confirmation e-mails sent again at sign-in, per e-mail address given */
  confirmationEmail: { tries: 3, seconds: HOUR },
  /** per address */
  recovery: { tries: 5, seconds: HOUR },
  /** per e-mail address given */
  recoveryEmail: { tries: 3, seconds: HOUR },
  loginLink: { tries: 5, seconds: HOUR },
  loginLinkEmail: { tries: 3, seconds: HOUR },
  /** per address */
  trialForm: { tries: 5, seconds: HOUR },
  /** per e-mail address given */
  trialFormEmail: { tries: 3, seconds: HOUR },
  /** trial requests that administrators are told of one by one, over all addresses */
  trialNotice: { tries: 10, seconds: HOUR },
  /** trial requests beyond those, that they are told of */
  trialNoticeBeyond: { tries: 1, seconds: HOUR },
  /** e-mails that invite a parent, per inviting person */
  parentInvitation: { tries: 10, seconds: HOUR },
  /** the same, per invited e-mail address */
  parentInvitationEmail: { tries: 3, seconds: 24 * HOUR },
  /** lessons and series booked, moved or cancelled by a student or parent, each of which is a message to a teacher */
  lessonChange: { tries: 60, seconds: HOUR },
  /** wrong codes, per user; wrong links to the bot, per chat */
  telegramCode: { tries: 5, seconds: QUARTER },
  /** links to the bot made for the settings' screen, per person */
  telegramLink: { tries: 30, seconds: HOUR },
  /** devices added or renewed, per person */
  pushDevice: { tries: 30, seconds: HOUR },
  /** messages that a person has sent to an own device to see whether they arrive */
  pushTest: { tries: 10, seconds: QUARTER },
  /** calendars of others added, or read again on demand, per teacher */
  outsideCalendar: { tries: 120, seconds: HOUR },
  /** reads of one calendar address; calendar programs look every 15 minutes at most */
  calendar: { tries: 60, seconds: QUARTER },
  /** reads of any calendar, per address: many people's programs may share one */
  calendarReader: { tries: 600, seconds: QUARTER },
  /** notifications that a payment provider signed, per address: a provider repeats what was refused */
  providerNotification: { tries: 600, seconds: 60 },
  /** notifications in its name that it did not sign, per address: more are not counted */
  forgedNotification: { tries: 60, seconds: 60 },
  /** PDF files rendered because they were not kept yet, per person */
  document: { tries: 30, seconds: HOUR },
  /** orders placed, per payer */
  order: { tries: 10, seconds: HOUR },
  /** operations on boards, per author */
  board: { tries: 200, seconds: 10 },
  /** pictures sent to boards, per author */
  boardPicture: { tries: 60, seconds: HOUR },
  /** messages, per sender */
  chat: { tries: 30, seconds: 10 },
} as const satisfies Record<string, RateLimit>;

export const TOAST_MS = 3000;
/** Longest note of the office and longest tag, in characters, and tags of one person. */
export const OFFICE_NOTE_MAX = 4000;
export const OFFICE_TAG_MAX = 40;
export const OFFICE_TAGS_MAX = 20;
/** How long an act can be taken back from its toast, and how much longer the server allows for the way. */
export const UNDO_SECONDS = 10;
export const UNDO_GRACE_SECONDS = 2;
export const PASSWORD_RESET_REDIRECT_MS = 5000;
/** Reconnection of the chat socket. */
export const REALTIME = {
  reconnectionDelayMs: 1000,
  reconnectionDelayMaxMs: 10_000,
  connectionTimeoutMs: 20_000,
  randomization: 0.5,
} as const;
/** How often a typing person says so, and for how long the other one sees it; the second outlasts the first. */
export const TYPING = { everyMs: 3000, shownMs: 5000 } as const;
/** Version of the application that the browser compares with the stored one. */
export const APP_VERSION = "0.0.4";
/** Name of the cookie that keeps the access token. */
export const ACCESS_TOKEN_COOKIE = "accessToken";

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const TOP_LEVEL = /[a-z]/i;

/** Whether a text is an e-mail address within the lengths of rules §22. */
export function validEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  if (local.length > EMAIL_LOCAL_MAX || !LOCAL_PART.test(local)) return false;
  const labels = text.slice(at + 1).split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= EMAIL_LABEL_MAX && DOMAIN_LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? "")
  );
}

export type PasswordFault = "too-short" | "no-uppercase" | "too-long";

/** What is wrong with a password, the length first; null where nothing is. */
export function passwordFault(text: string): PasswordFault | null {
  if (characters(text) < PASSWORD_MIN) return "too-short";
  if (!/\p{Lu}/u.test(text)) return "no-uppercase";
  return characters(text) > PASSWORD_MAX ? "too-long" : null;
}

/** Addresses of sites, and characters that turn the direction of what follows. */
const NO_NAME = /[/\\:@]|\.\p{L}{2}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name or surname may stand in the subject of a message to a stranger: no address, no hidden direction. */
export function isPlainName(text: string): boolean {
  return !NO_NAME.test(text);
}

/** Characters that leave no mark: joiners, fillers, empty Braille. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a first name has enough visible characters; spaces around it do not count. */
export function validName(text: string): boolean {
  return characters(text.replace(UNSEEN, "").trim()) >= NAME_MIN && characters(text.trim()) <= NAME_MAX;
}

/** Whether a text is a Polish number in the international form, e.g. `+48600100200`. */
export function validPhone(text: string): boolean {
  return /^\+48\d{9}$/.test(text);
}

/** Whether a text has the form of a messenger code. */
export function validTelegramCode(text: string): boolean {
  return /^\d{8}$/.test(text);
}

/** A description as tables show it: its first ten characters and an ellipsis of three dots. */
export function descriptionPreview(text: string): string {
  const all = [...text];
  return all.length > DESCRIPTION_PREVIEW ? `${all.slice(0, DESCRIPTION_PREVIEW).join("")}...` : text;
}

/** Which of the six avatar colours a user has: 0–5, the same every time. */
export function avatarColour(userId: string): number {
  let sum = 0;
  for (const char of userId) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % AVATAR_COLOURS;
}

function characters(text: string): number {
  return [...text].length;
}

/** Days before a teacher's check ends at which administrators are notified (rules §16). */
export const VETTING_NOTICE_DAYS = 30;

/** Devices on which one person gets notifications (rules §33). */
export const PUSH_DEVICES_MAX = 10;
/** Of the time that a device has to show a message, the part for the reminder an hour before. */
export const HOUR_REMINDER_ACK_SHARE = 0.3;
/** Seconds for which push rests after a push service refused the centre's keys. */
export const PUSH_STOP_SECONDS = 300;
