import {
  BLOCK_COUNT,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  INTRODUCTION_MAX,
  isCivilDate,
  isPlainName,
  LESSON_AMOUNT_MAX,
  LEVELS,
  MAX_YEAR,
  MIN_YEAR,
  MONEY_MAX,
  NAME_MAX,
  NAME_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_LENGTH,
  passwordFault,
  ROLES,
  SELF_REGISTRATION_ROLES,
  SUBJECTS,
  validEmail,
  validName,
  validPhone,
} from "@korki/domain";
import { z } from "zod";
import { accountFieldTexts } from "./texts/account";
import { commonTexts } from "./texts/common";
import { fieldTexts } from "./texts/fields";

/**
 * The smallest schemas: one per kind of value, each with its Polish message. Forms, procedures and REST
 * are all built from these, so a limit or a text is never written twice.
 */

// An issue without a message gets a general Polish one.
z.config({ customError: () => commonTexts.invalidInput });

const { invalidInput } = commonTexts;

/**
 * Text that PostgreSQL can hold and a screen can show: no NUL, no half of a surrogate pair.
 *
 * @param otherwise the message for any other value
 */
export function plainText(max: number, tooLong: string = invalidInput, otherwise: string = invalidInput) {
  return z
    .string({ error: otherwise })
    .max(max, tooLong)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), otherwise);
}

/** One line of text: additionally no line breaks or other control characters. */
export function singleLine(max: number, tooLong: string = invalidInput, otherwise: string = invalidInput) {
  return plainText(max, tooLong, otherwise).refine((value) => !/\p{Cc}/u.test(value), otherwise);
}

/** A UUID; upper case is folded, so that one object has one spelling. */
export const id = z
  .string({ error: commonTexts.invalidInput })
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, commonTexts.invalidInput)
  .transform((value) => value.toLowerCase());

export const civilDate = z.string({ error: fieldTexts.date }).refine(isCivilDate, fieldTexts.date);

/** A month as "YYYY-MM", of the years in which lessons are planned. */
export const calendarMonth = z.string({ error: fieldTexts.month }).refine((month) => {
  const year = Number(month.slice(0, 4));
  return isCivilDate(`${month}-01`) && year >= MIN_YEAR && year <= MAX_YEAR;
}, fieldTexts.month);

/** A date of the years in which lessons are planned and filtered, 2024–2030 (rules §22). */
export const lessonDate = civilDate.refine((date) => {
  const year = Number(date.slice(0, 4));
  return year >= MIN_YEAR && year <= MAX_YEAR;
}, fieldTexts.date);

export const block = z
  .number({ error: fieldTexts.block })
  .int(fieldTexts.block)
  .min(0, fieldTexts.block)
  .max(BLOCK_COUNT - 1, fieldTexts.block);

/** One lesson, or a double one. */
export const blockSpan = z.literal([1, 2], { error: fieldTexts.blockSpan });

export const subject = z.enum(SUBJECTS, { error: fieldTexts.subject });
export const level = z.enum(LEVELS, { error: fieldTexts.level });
export const subjectLevel = z.object({ subject, level });

export const role = z.enum(ROLES, { error: accountFieldTexts.userType });
export const selfRegistrationRole = z.enum(SELF_REGISTRATION_ROLES, { error: accountFieldTexts.userType });

/** Folded to lower case and trimmed: addresses are unique regardless of case. */
export const email = singleLine(EMAIL_MAX, accountFieldTexts.email, accountFieldTexts.email)
  .trim()
  .toLowerCase()
  .refine(validEmail, accountFieldTexts.email);

/** At least 8 characters, at least one upper-case letter (rules §22). */
export const password = plainText(
  PASSWORD_MAX,
  accountFieldTexts.passwordTooLong,
  accountFieldTexts.passwordLength,
)
  .min(PASSWORD_MIN, accountFieldTexts.passwordLength)
  .refine((value) => passwordFault(value) !== "too-short", accountFieldTexts.passwordLength)
  .refine((value) => passwordFault(value) !== "no-uppercase", accountFieldTexts.passwordUppercase);

export const name = singleLine(NAME_MAX, accountFieldTexts.nameTooLong, accountFieldTexts.name)
  .trim()
  .min(NAME_MIN, accountFieldTexts.name)
  .refine(validName, accountFieldTexts.name)
  .refine(isPlainName, accountFieldTexts.plainName);

/** "Surname has no rule" (rules §22); it may be empty. */
export const surname = singleLine(NAME_MAX, accountFieldTexts.surnameTooLong, accountFieldTexts.surname)
  .trim()
  .refine(isPlainName, accountFieldTexts.plainName);

/** `+48` and nine digits: exactly 12 characters. */
export const phone = z
  .string({ error: accountFieldTexts.phone })
  .length(PHONE_LENGTH, accountFieldTexts.phone)
  .refine(validPhone, accountFieldTexts.phone);

/** A phone that may be left out: empty, or a whole number. */
export const optionalPhone = z.union([z.literal(""), phone], { error: accountFieldTexts.phone });

/** The longest address of a permanent room. */
const MEETING_ROOM_MAX = 500;

/** An https address that opens a room, or empty; without a user name, which would be a secret on a screen. */
export const meetingRoom = singleLine(
  MEETING_ROOM_MAX,
  accountFieldTexts.meetingRoom,
  accountFieldTexts.meetingRoom,
)
  .trim()
  .refine((value) => value === "" || isRoomAddress(value), accountFieldTexts.meetingRoom)
  .transform((value) => (value === "" ? "" : new URL(value).href));

function isRoomAddress(value: string): boolean {
  if (!URL.canParse(value) || /\s/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return protocol === "https:" && hostname.includes(".") && username === "" && password === "";
}

/** What a teacher tells visitors about themselves. */
export const introduction = plainText(
  INTRODUCTION_MAX,
  accountFieldTexts.introduction,
  accountFieldTexts.introduction,
).trim();

export const description = plainText(DESCRIPTION_MAX, fieldTexts.description);

/** Whole złoty. */
export const money = z
  .number({ error: fieldTexts.money })
  .int(fieldTexts.money)
  .min(0, fieldTexts.money)
  .max(MONEY_MAX, fieldTexts.money);

/** Money that changes hands: at least one złoty. */
export const someMoney = money.min(1, fieldTexts.money);

export const lessonAmount = z
  .number({ error: fieldTexts.lessonAmount })
  .int(fieldTexts.lessonAmount)
  .min(0, fieldTexts.lessonAmount)
  .max(LESSON_AMOUNT_MAX, fieldTexts.lessonAmount);

/** A point in time on the wire and in tRPC outputs: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/** The response of a call that returns no data. */
export const done = z.object({});
