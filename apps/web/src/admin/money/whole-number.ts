import type { ZodType } from "zod";
import { ruleOf } from "../../ui/rule-of";

/** Digits as a number; NaN for anything else, an empty field too. */
export function wholeNumber(typed: string): number {
  const text = typed.replaceAll(/\s/g, "");
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/** A form's rule for a field in which a whole number is typed: the schema's own text. */
export function wholeNumberRule(schema: ZodType): (typed: string) => string | null {
  const rule = ruleOf(schema);
  return (typed) => rule(wholeNumber(typed));
}
