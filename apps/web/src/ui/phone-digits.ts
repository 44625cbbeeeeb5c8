import { PHONE_LENGTH, PHONE_PREFIX } from "@korki/domain";

/** Digits of a Polish number without the prefix. */
const NATIONAL_DIGITS = PHONE_LENGTH - PHONE_PREFIX.length;

/** The national digits of whatever was typed or pasted: with or without `+48`, `0048`, spaces, dashes. */
export function nationalDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, "");
  const withoutPrefix = /^\s*(?:\+|00)/.test(text)
    ? digits.replace(/^(?:00)?48/, "")
    : digits.length > NATIONAL_DIGITS
      ? digits.replace(/^48/, "")
      : digits;
  return withoutPrefix.slice(0, NATIONAL_DIGITS);
}

/** `600 100 200` */
export function groupedDigits(digits: string): string {
  return digits.replaceAll(/(\d{3})(?=\d)/g, "$1 ");
}

/** The number as it is stored, `+48600100200`; nothing where nothing was typed. */
export function storedPhone(digits: string): string {
  return digits ? PHONE_PREFIX + digits : "";
}
