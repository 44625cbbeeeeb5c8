import type { ZodType } from "zod";

/** A form's rule for one field: the schema's own text about what breaks it. */
export function ruleOf(schema: ZodType): (value: unknown) => string | null {
  return (value) => schema.safeParse(value).error?.issues[0]?.message ?? null;
}
