/** Events that change who can sign in to an account (rules §19). Each is e-mailed to its owner. */
export const SECURITY_EVENTS = [
  "new-device",
  "password-changed",
  "password-recovered",
  "email-changed",
  "totp-enabled",
  "totp-disabled",
  "recovery-code-used",
  "wrong-codes",
  "second-factor-reset",
  "passkey-added",
  "passkey-removed",
  "telegram-connected",
  "calendar-address-created",
  "reported-as-foreign",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/** Whether the owner can undo an event: not what an administrator, or the owner's own report, did. */
export function isUndoable(kind: SecurityEventKind): boolean {
  return kind !== "email-changed" && kind !== "reported-as-foreign";
}

export const TOTP_PERIOD_SECONDS = 30;
/** Steps of the clock, before and after the present one, whose codes are accepted. */
export const TOTP_TOLERANCE_STEPS = 1;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** From how many letters on a name or an address counts as part of a password. */
const PERSONAL_PART_MIN = 4;

/** Whether a password contains the person's name, surname or the local part of the e-mail address, ignoring case. */
export function containsPersonalData(
  password: string,
  { name, surname, email }: { name: string; surname: string; email: string },
): boolean {
  const typed = password.toLowerCase();
  const parts = [...name.split(/[\s-]+/), ...surname.split(/[\s-]+/), email.slice(0, email.lastIndexOf("@"))];
  return parts.some((part) => [...part].length >= PERSONAL_PART_MIN && typed.includes(part.toLowerCase()));
}
