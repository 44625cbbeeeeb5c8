import { accountFieldTexts } from "@korki/contracts/texts/account";
import { fieldTexts } from "@korki/contracts/texts/fields";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { trialTexts } from "@korki/contracts/texts/trial-lessons";
import {
  DESCRIPTION_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  passwordFault,
  validEmail,
  validName,
  validPhone,
} from "@korki/domain";
import { nationalDigits, storedPhone } from "../ui/phone-digits";
import type { Faults, Values } from "./form";

/**
 * What is wrong with the visitors' forms, in the contracts' texts. The contracts check the same with zod on the server;
 * these functions spare the visitors its download. `rules.test.ts` compares the two.
 */
export function loginFaults({ email = "", password = "" }: Values): Faults {
  return { email: emailFault(email), password: passwordText(password) };
}

export function codeFaults({ code = "" }: Values): Faults {
  return { code: code.trim() === "" ? signInTexts.codeMissing : null };
}

export function recoveryFaults({ email = "" }: Values): Faults {
  return { email: emailFault(email) };
}

export function registrationFaults(values: Values): Faults {
  const { name = "", surname = "", email = "", phone = "", password = "" } = values;
  return {
    name: nameFault(name),
    surname: isLine(surname)
      ? tooLong(surname, NAME_MAX, accountFieldTexts.surnameTooLong)
      : accountFieldTexts.surname,
    email: emailFault(email),
    phone: validPhone(phoneOf(phone)) ? null : accountFieldTexts.phone,
    password: passwordText(password),
  };
}

/** A parent's new account: its address is the invitation's. */
export function newParentFaults(values: Values): Faults {
  return { ...registrationFaults(values), email: null };
}

export function newPasswordFaults({ password = "", passwordConfirmation }: Values): Faults {
  return {
    password: passwordText(password),
    passwordConfirmation: password === passwordConfirmation ? null : accountFieldTexts.resetPasswordsDiffer,
  };
}

export function trialFaults(values: Values): Faults {
  const { subject, level, description = "", email = "", phone = "" } = values;
  return {
    subject: subject ? null : trialTexts.subject,
    level: level ? null : trialTexts.level,
    description: tooLong(description, DESCRIPTION_MAX, fieldTexts.description),
    email: emailFault(email) ? trialTexts.email : null,
    phone: validPhone(phoneOf(phone)) ? null : trialTexts.phone,
  };
}

/** The stored form of a number as a field shows it, e.g. `+48600100200`; "" where nothing was typed. */
export function phoneOf(shown: string): string {
  return storedPhone(nationalDigits(shown));
}

function emailFault(text: string): string | null {
  return validEmail(text.trim().toLowerCase()) ? null : accountFieldTexts.email;
}

function nameFault(text: string): string | null {
  if (!isLine(text)) return accountFieldTexts.name;
  if (text.length > NAME_MAX) return accountFieldTexts.nameTooLong;
  return validName(text) ? null : accountFieldTexts.name;
}

function passwordText(text: string): string | null {
  if (text.length > PASSWORD_MAX) return accountFieldTexts.passwordTooLong;
  const fault = passwordFault(text);
  if (fault === null) return isText(text) ? null : accountFieldTexts.passwordLength;
  return fault === "no-uppercase" ? accountFieldTexts.passwordUppercase : accountFieldTexts.passwordLength;
}

function tooLong(text: string, most: number, fault: string): string | null {
  return text.length > most ? fault : null;
}

function isText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function isLine(text: string): boolean {
  return isText(text) && !/\p{Cc}/u.test(text);
}
