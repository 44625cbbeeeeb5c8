import { z } from "zod";
import { plainText } from "./fields";
import { commonTexts } from "./texts/common";

/** Rows of one page, unless the caller says otherwise. */
export const PAGE_SIZE = 25;
/** Longest page; also what a list on REST is capped at. */
export const PAGE_SIZE_MAX = 1_000;
/** No list is turned further than this; beyond it a person searches. */
export const PAGE_MAX = 100_000;

const invalid = commonTexts.invalidInput;

/** Which page of a list (1 is the first), and how long a page is. */
export const paging = {
  page: z.number({ error: invalid }).int(invalid).min(1, invalid).max(PAGE_MAX, invalid).default(1),
  pageSize: z
    .number({ error: invalid })
    .int(invalid)
    .min(1, invalid)
    .max(PAGE_SIZE_MAX, invalid)
    .default(PAGE_SIZE),
};

export const pagingInput = z.object(paging);
export type Paging = z.infer<typeof pagingInput>;

/** A search: every word must occur. */
export const searchText = plainText(100).trim();

export const sortDirection = z.enum(["asc", "desc"], { error: invalid });

/** One page of a list, and how long the whole list is. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() });
}

/** The shape that `pageOf` describes. */
export type Page<T> = { items: T[]; total: number; page: number; pageSize: number };
