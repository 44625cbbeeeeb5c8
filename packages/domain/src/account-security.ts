/** What changes who can get in to an account (rules §19); its owner is told of each by e-mail. */
export const SECURITY_EVENTS = [
  "new-device",
  "password-changed",
  "password-recovered",
  "email-changed",
  "totp-enabled",
  "totp-disabled",
  "recovery-code-used",
  "second-factor-reset",
  "passkey-added",
  "passkey-removed",
  "telegram-connected",
  "calendar-address-created",
  "reported-as-foreign",
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
