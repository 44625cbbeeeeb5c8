import { useEffect } from "react";
import type { ServerPages } from "./data-table";
import type { ListState } from "./use-list-state";

/**
 * Returns how many pages a list has; 0 while that is unknown. A page past the end turns back to the last one, and Back
 * does not return to it.
 */
export function usePages(
  { data, isPlaceholderData }: { data: ServerPages | undefined; isPlaceholderData: boolean },
  { page, goToPage }: Pick<ListState, "page" | "goToPage">,
): number {
  const pages = data ? Math.ceil(data.total / data.pageSize) : 0;
  const isPastEnd = !isPlaceholderData && pages > 0 && page > pages;

  useEffect(() => {
    if (isPastEnd) goToPage(pages, "replace");
  }, [isPastEnd, pages, goToPage]);

  return pages;
}
