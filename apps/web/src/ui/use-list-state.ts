import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type AddressChanges, useAddressChange } from "./use-address-change";

type Sort = { readonly key: string; readonly descending: boolean };

/** A list's sort, page and filters, read from the address bar; so Back, reload and a shared link keep them. */
export type ListState = {
  readonly sort: Sort | null;
  /** counts from 1 */
  readonly page: number;
  /** the filter's value, "" where it is not set */
  filter: (name: string) => string;
  /** the same key again turns the order round; filters and sorting begin at page 1 */
  sortBy: (key: string, descending?: boolean) => void;
  /** a step that Back undoes; "replace" makes none */
  goToPage: (page: number, how?: "push" | "replace") => void;
  /** sets some filters and removes those given as "" or null */
  setFilters: (filters: Readonly<Record<string, string | null>>) => void;
};

/**
 * @param name keeps two lists of one screen apart: their parameters begin with it (`plan.sort`)
 * @param defaultSort applies while the address names none, e.g. `date` or `-date`
 */
export function useListState({ name, defaultSort }: { name?: string; defaultSort?: string } = {}): ListState {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const prefix = name ? `${name}.` : "";

  const change = useCallback(
    (changes: AddressChanges, how?: "push" | "replace") =>
      changeAddress(
        Object.fromEntries(Object.entries(changes).map(([key, value]) => [prefix + key, value])),
        how,
      ),
    [changeAddress, prefix],
  );

  return useMemo(() => {
    const sort = readSort(params.get(`${prefix}sort`) ?? defaultSort ?? "");
    const page = Math.max(1, Number.parseInt(params.get(`${prefix}page`) ?? "", 10) || 1);
    return {
      sort,
      page,
      filter: (filterName) => params.get(prefix + filterName) ?? "",
      sortBy(key, descending = sort?.key === key ? !sort.descending : false) {
        const written = `${descending ? "-" : ""}${key}`;
        change({ sort: written === defaultSort ? null : written, page: null });
      },
      goToPage: (next, how = "push") => change({ page: next > 1 ? String(next) : null }, how),
      setFilters: (filters) => change({ ...filters, page: null }),
    };
  }, [params, prefix, defaultSort, change]);
}

function readSort(written: string): Sort | null {
  if (!written) return null;
  return written.startsWith("-")
    ? { key: written.slice(1), descending: true }
    : { key: written, descending: false };
}
