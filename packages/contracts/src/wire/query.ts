import { z } from "zod";
import { PAGE_MAX, PAGE_SIZE_MAX } from "../paging";
import { commonTexts } from "../texts/common";

/** A whole number in the query string, within what `schema` allows. */
export function queryNumber<T extends z.ZodType<number, number>>(schema: T) {
  return z
    .string({ error: commonTexts.invalidInput })
    .regex(/^\d{1,9}$/, commonTexts.invalidInput)
    .transform(Number)
    .pipe(schema);
}

const pageNumber = z.number().int().min(1, commonTexts.invalidInput).max(PAGE_MAX, commonTexts.invalidInput);

/** Which thousand rows of a long list; left out: the first. */
export const wirePage = z.object({ page: queryNumber(pageNumber).optional() });

/** The paging of the procedure behind a list. */
export function pageFromWire({ page }: z.output<typeof wirePage>): { page?: number; pageSize: number } {
  return { ...(page === undefined ? {} : { page }), pageSize: PAGE_SIZE_MAX };
}
