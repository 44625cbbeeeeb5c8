import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialStatusTexts } from "@korki/contracts/texts/statuses";
import { TRIAL_STATUSES } from "@korki/domain";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { FilteredList } from "../../ui/filtered-list";
import { choiceFilter, searchFilter, useFilters } from "../../ui/filters";
import { useListState } from "../../ui/use-list-state";
import { useOpenRow } from "../../ui/use-open-row";
import { tagFilter } from "../office/tag-filter";
import { personFilter } from "../people/person-filter";
import { trialColumns } from "./trial-columns";
import { TrialLessonSheet } from "./trial-lesson-sheet";

const FILTERS = {
  search: searchFilter(texts.search),
  status: choiceFilter("status", {
    label: texts.status,
    any: texts.anyStatus,
    values: TRIAL_STATUSES,
    names: trialStatusTexts,
  }),
  teacherId: personFilter("teachers"),
  tag: tagFilter(),
};

/** The tab "Lekcje próbne": requests that wait come first. */
export default function TrialLessons() {
  const list = useListState();
  const state = useFilters(list, FILTERS);
  const { rowId, open, close } = useOpenRow("probna");
  const query = trpc.trialLessons.list.useQuery(
    { ...state.values, page: list.page },
    { placeholderData: keepPreviousData },
  );
  const columns = useMemo(() => trialColumns(open), [open]);
  return (
    <>
      <FilteredList
        label={texts.title}
        filtersLabel={texts.filters}
        state={state}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        count={texts.count}
        empty={{
          picture: "people",
          title: texts.none,
          nothingFound: texts.nothingFound,
          noneYet: texts.noneYet,
          action: (
            <Button component={Link} to={paths.addTrialLesson}>
              {texts.add}
            </Button>
          ),
        }}
      />
      <TrialLessonSheet trialId={rowId} onClose={close} />
    </>
  );
}
