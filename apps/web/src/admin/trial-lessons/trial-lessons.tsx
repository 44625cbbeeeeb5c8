import { adminTrialScreenTexts as texts } from "@korki/contracts/texts/admin-trial-screens";
import { trialStatusTexts } from "@korki/contracts/texts/statuses";
import { TRIAL_STATUSES } from "@korki/domain";
import { Button, NativeSelect } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { formatNumber } from "../../ui/formats";
import { Link } from "../../ui/link";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { SearchField } from "../../ui/search-field";
import { useListState } from "../../ui/use-list-state";
import { useOpenRow } from "../../ui/use-open-row";
import styles from "../filters.module.css";
import { chosenPerson, PersonFilter } from "../people/person-filter";
import { trialColumns } from "./trial-columns";
import { TrialLessonSheet } from "./trial-lesson-sheet";

const STATUSES = [
  { value: "", label: texts.anyStatus },
  ...TRIAL_STATUSES.map((status) => ({ value: status, label: trialStatusTexts[status] })),
];

/** The tab "Lekcje próbne": requests that wait come first. */
export default function TrialLessons() {
  const list = useListState();
  const { rowId, open, close } = useOpenRow("probna");
  const status = TRIAL_STATUSES.find((known) => known === list.filter("status"));
  const teacherId = chosenPerson(list, "teachers");
  const search = list.filter("szukaj");
  const query = trpc.trialLessons.list.useQuery(
    { search, page: list.page, ...(status ? { status } : {}), ...(teacherId ? { teacherId } : {}) },
    { placeholderData: keepPreviousData },
  );
  const columns = useMemo(() => trialColumns(open), [open]);
  const isFiltered = search !== "" || status !== undefined || teacherId !== null;
  return (
    <>
      <search className={styles.filters} aria-label={texts.filters}>
        <SearchField label={texts.search} value={search} onSearch={(szukaj) => list.setFilters({ szukaj })} />
        <NativeSelect
          size="sm"
          aria-label={texts.status}
          data={STATUSES}
          value={status ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ status: currentTarget.value })}
        />
        <PersonFilter list={list} of="teachers" labelHidden />
      </search>
      <PagedTable
        label={texts.title}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        count={(total) => texts.count(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconSparkles size={28} aria-hidden />}
            title={texts.none}
            text={isFiltered ? texts.nothingFound : texts.noneYet}
            action={
              isFiltered ? null : (
                <Button component={Link} to={paths.addTrialLesson}>
                  {texts.add}
                </Button>
              )
            }
          />
        }
      />
      <TrialLessonSheet trialId={rowId} onClose={close} />
    </>
  );
}
