import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import { containsPersonalData } from "@korki/domain";
import { dictionary } from "@zxcvbn-ts/language-common";
import { invalidInput } from "../errors";

let common: ReadonlySet<string> | null = null;

/** The most common passwords in lower case: some 49,000, from the leaks that the zxcvbn project evaluated. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(dictionary["passwords-common"]?.map((password) => password.toLowerCase()));
  return common;
}

/** Throws `input` for a password that is among the most common ones, or that contains who the person is. */
export function assertStrongPassword(
  password: string,
  person: { name: string; surname: string; email: string },
): void {
  if (commonPasswords().has(password.toLowerCase())) throw invalidInput(accountSecurityTexts.commonPassword);
  if (containsPersonalData(password, person)) throw invalidInput(accountSecurityTexts.personalPassword);
}
