import type { PeopleListInput } from "@korki/contracts/admin-people";
import type { ListState } from "../../ui/use-list-state";

const SORTS = ["name", "email", "createdAt"] as const;

/** What the address bar asks of a list of people. */
export function peopleQuery(list: ListState): Omit<PeopleListInput, "pageSize"> {
  return {
    search: list.filter("szukaj"),
    showDisabled: list.filter("zablokowani") === "tak",
    sort: SORTS.find((sort) => sort === list.sort?.key) ?? "name",
    direction: list.sort?.descending ? "desc" : "asc",
    page: list.page,
  };
}
