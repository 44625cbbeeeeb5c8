import { HISTORY_ENTITIES } from "@korki/contracts/history";
import { historyEntityTexts, adminHistoryTexts as texts } from "@korki/contracts/texts/admin-history";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { choiceFilter, dayFilter, FilterBar, useFilters } from "../../ui/filters";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { ShowMore } from "../../ui/show-more";
import { useListState } from "../../ui/use-list-state";
import { personFilter } from "../people/person-filter";
import { HistoryEntries } from "./history-entries";

const FILTERS = {
  entity: choiceFilter("dotyczy", {
    label: texts.entity,
    any: texts.anyEntity,
    values: HISTORY_ENTITIES,
    names: historyEntityTexts,
  }),
  teacherId: personFilter("teachers"),
  studentId: personFilter("students"),
  from: dayFilter("od", texts.from),
  to: dayFilter("do", texts.to),
};

/** The tab "Historia": who changed what and when, the newest first. */
export default function HistoryList() {
  const state = useFilters(useListState(), FILTERS);
  const query = trpc.history.list.useInfiniteQuery(state.values, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <FilterBar label={texts.filters} state={state} />
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return (
            <Card>
              {entries.length === 0 ? (
                <EmptyState picture="search" title={texts.none} text={texts.nothingFound} />
              ) : (
                <HistoryEntries entries={entries} withSubject />
              )}
              <ShowMore label={texts.showOlder} query={query} />
            </Card>
          );
        }}
      </Loaded>
    </>
  );
}
