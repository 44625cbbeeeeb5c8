import { z } from "zod";
import * as field from "./fields";
import { listViewTexts as texts } from "./texts/list-views";

/** Most views of one list that an account keeps. */
export const LIST_VIEWS_MAX = 30;
const NAME_MAX = 40;
const QUERY_MAX = 2_000;

const LISTS = ["students", "teachers", "parents", "admins"] as const;
export type ViewedList = (typeof LISTS)[number];

const list = z.enum(LISTS);
const name = field.singleLine(NAME_MAX, texts.nameTooLong(NAME_MAX)).trim().min(1, texts.nameMissing);

/** Filters, order and columns of a list under a name. */
const listView = z.object({
  name: z.string(),
  /** As the address bar holds them, without the question mark. */
  query: z.string(),
});
export type ListView = z.infer<typeof listView>;
export const listViews = z.array(listView);

export const listViewsInput = z.object({ list });

/** A name that the list has already gets the new query. */
export const saveListViewInput = z.object({
  list,
  name,
  query: field.singleLine(QUERY_MAX, texts.tooLong),
});
export type SaveListViewInput = z.infer<typeof saveListViewInput>;

export const listViewRef = z.object({ list, name });
export type ListViewRef = z.infer<typeof listViewRef>;
