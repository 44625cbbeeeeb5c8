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

/**
 * The query of a long list: which thousand rows of it (left out: the first), and its own filters. It is read as the
 * paging and the filters of the procedure behind the list.
 */
export function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z
    .object({ page: queryNumber(pageNumber).optional(), ...filters })
    .transform((query) => ({ ...query, pageSize: PAGE_SIZE_MAX }));
}

export const wirePage = pageQuery({});
