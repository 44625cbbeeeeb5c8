import { z } from "zod";
import { secondFactorCode } from "./account-security";
import { availabilitySection } from "./availability";
import * as field from "./fields";
import { accountFieldTexts, accountTexts } from "./texts/account";
import { commonTexts } from "./texts/common";

/** Registration (rules §22): the form and the procedure share it. */
export const registerInput = z
  .object({
    name: field.name,
    surname: field.surname.default(""),
    email: field.email,
    password: field.password,
    passwordConfirmation: z.string({ error: accountFieldTexts.passwordsDiffer }),
    role: field.selfRegistrationRole,
    phone: field.phone,
    /** The documents that are accepted with the registration. */
    consents: z.array(field.id).max(50).optional(),
  })
  .refine(({ password, passwordConfirmation }) => password === passwordConfirmation, {
    path: ["passwordConfirmation"],
    error: accountFieldTexts.passwordsDiffer,
  });
export type RegisterInput = z.infer<typeof registerInput>;

/** The password rules apply also at login (rules §22). */
export const loginInput = z.object({
  email: field.email,
  password: field.password,
  /** Of the second factor, where the account has one. */
  code: secondFactorCode.optional(),
});
export type LoginInput = z.infer<typeof loginInput>;

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** The refresh token comes in the body or, left out, in its cookie. */
export const refreshInput = z.object({ refreshToken: field.singleLine(500).optional() });

/** Whether the browser that has just proven the mailbox is signed in at once (rules §3). */
export const signInWish = z.boolean({ error: commonTexts.invalidInput }).optional();
/** The tokens of who was signed in; empty where the sign-in page comes next, as for accounts with a second factor. */
export const signedInOrNot = tokenPair.partial();

export const requestRecoveryInput = z.object({ email: field.email });
/** The token at the end of a link to sign in. */
export const loginLinkInput = z.object({ token: field.singleLine(200) });
/** Six digits; spaces count for nothing. */
export const loginCodeInput = z.object({
  code: field
    .singleLine(20, accountTexts.loginCodeWrong, accountTexts.loginCodeWrong)
    .transform((typed) => typed.replaceAll(/\s/g, "")),
});

export const resetPasswordInput = z.object({
  password: field.password,
  /** The token at the end of the link in the e-mail. */
  confirmId: field.singleLine(200),
  signIn: signInWish,
});

export const confirmEmailInput = z.object({ token: field.singleLine(200) });

/**
 * What people change about themselves; what is left out stays. `name` is not among it (rules §3);
 * `phoneParent` counts for students, `isWantMoreStudents`, `meetingRoom` and what
 * visitors see for teachers.
 */
export const updateProfileInput = z.object({
  surname: field.surname.optional(),
  /** Empty only where it was empty before: accounts made by an admin need none. */
  phone: field.optionalPhone.optional(),
  phoneParent: field.optionalPhone.optional(),
  isWantMoreStudents: z.boolean({ error: commonTexts.invalidInput }).optional(),
  /** A teacher's permanent room; empty: each lesson gets a room of its own. */
  meetingRoom: field.meetingRoom.optional(),
  /** A teacher agrees to be shown to visitors, with these words. */
  isShownToVisitors: z.boolean({ error: commonTexts.invalidInput }).optional(),
  introduction: field.introduction.optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

/** An account of any role; an invitation e-mail sets its password. */
export const createPersonInput = z.object({
  role: field.role,
  name: field.name,
  surname: field.surname,
  email: field.email,
  phone: field.optionalPhone.default(""),
  phoneParent: field.optionalPhone.default(""),
});
export type CreatePersonInput = z.infer<typeof createPersonInput>;

/** An account of any role, made by an admin or by the command `user:create`. */
export const createUserInput = createPersonInput.extend({
  /** Left out: the person is sent an invitation and sets it. */
  password: field.password.optional(),
});
export type CreateUserInput = z.infer<typeof createUserInput>;

export const connectTelegramInput = z.object({
  code: field.singleLine(100, accountTexts.telegramCodeWrong, accountTexts.telegramCodeWrong),
});

/** The address that opens the bot and connects the chat; null where no bot is set up. */
export const telegramLink = z.object({ url: z.string().nullable() });
export type TelegramLink = z.infer<typeof telegramLink>;

/** Whether the profile names the assigned people; a teacher has hundreds. The screens read them where they show them. */
export const profileInput = z.object({ withPeople: z.boolean().default(true) }).prefault({});
export type ProfileInput = z.infer<typeof profileInput>;

/** What a person knows about their own account (rules §1). */
export const profile = z.object({
  id: field.id,
  role: field.role,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  phone: z.string(),
  phoneParent: z.string(),
  isTelegramConnected: z.boolean(),
  telegramChatId: z.string().nullable(),
  isDisabled: z.boolean(),
  isWantMoreStudents: z.boolean(),
  /** Of a teacher: the permanent room, or empty. */
  meetingRoom: z.string(),
  /** Of a teacher: shown to visitors, with these words. */
  isShownToVisitors: z.boolean(),
  introduction: z.string(),
  /** Teachers only. */
  subjects: z.array(field.subjectLevel),
  /** Of a teacher: ids of the assigned students. */
  students: z.array(field.id),
  /** Of a student: ids of the assigned teachers. */
  teachers: z.array(field.id),
  /** Teachers only: weekly availability. */
  availability: z.array(availabilitySection),
  /** Mandatory documents that have to be accepted before anything else (rules §16). */
  missingConsents: z.array(field.id).optional(),
});
export type Profile = z.infer<typeof profile>;
