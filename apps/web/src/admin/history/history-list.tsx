import { HISTORY_ENTITIES } from "@korki/contracts/history";
import { historyEntityTexts, adminHistoryTexts as texts } from "@korki/contracts/texts/admin-history";
import { isCivilDate } from "@korki/domain";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconFilterOff, IconHistory } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { ShowMore } from "../../ui/show-more";
import { useListState } from "../../ui/use-list-state";
import styles from "../filters.module.css";
import { chosenPerson, PersonFilter } from "../people/person-filter";
import { HistoryEntries } from "./history-entries";

const ENTITIES = [
  { value: "", label: texts.anyEntity },
  ...HISTORY_ENTITIES.map((entity) => ({ value: entity, label: historyEntityTexts[entity] })),
];

/** The tab "Historia": who changed what and when, the newest first. */
export default function HistoryList() {
  const list = useListState();
  const entity = HISTORY_ENTITIES.find((known) => known === list.filter("dotyczy"));
  const teacherId = chosenPerson(list, "teachers");
  const studentId = chosenPerson(list, "students");
  const [from, to] = [list.filter("od"), list.filter("do")];
  const isFiltered = Boolean(entity || teacherId || studentId || from || to);
  const query = trpc.history.list.useInfiniteQuery(
    {
      ...(entity ? { entity } : {}),
      ...(teacherId ? { teacherId } : {}),
      ...(studentId ? { studentId } : {}),
      ...(isCivilDate(from) ? { from } : {}),
      ...(isCivilDate(to) ? { to } : {}),
    },
    { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
  );
  return (
    <>
      <search className={styles.filters} data-many aria-label={texts.filters}>
        <NativeSelect
          size="sm"
          label={texts.entity}
          data={ENTITIES}
          value={entity ?? ""}
          onChange={({ currentTarget }) => list.setFilters({ dotyczy: currentTarget.value })}
        />
        <PersonFilter list={list} of="teachers" />
        <PersonFilter list={list} of="students" />
        <TextInput
          type="date"
          size="sm"
          label={texts.from}
          value={from}
          onChange={({ currentTarget }) => list.setFilters({ od: currentTarget.value })}
        />
        <TextInput
          type="date"
          size="sm"
          label={texts.to}
          value={to}
          onChange={({ currentTarget }) => list.setFilters({ do: currentTarget.value })}
        />
        {isFiltered ? (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={() =>
              list.setFilters({ dotyczy: null, nauczyciel: null, uczen: null, od: null, do: null })
            }
          >
            {texts.clear}
          </Button>
        ) : null}
      </search>
      <Loaded query={query} skeleton={<TableSkeleton rows={8} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return (
            <Card>
              {entries.length === 0 ? (
                <EmptyState
                  icon={<IconHistory size={28} aria-hidden />}
                  title={texts.none}
                  text={texts.nothingFound}
                />
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
