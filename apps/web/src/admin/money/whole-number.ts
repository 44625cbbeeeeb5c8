/** Digits as a number; NaN for anything else, an empty field too. */
export function wholeNumber(typed: string): number {
  const text = typed.replaceAll(/\s/g, "");
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
