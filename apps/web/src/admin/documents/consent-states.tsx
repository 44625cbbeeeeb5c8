import { CONSENT_STATES, type ConsentStateRow, type DocumentVersion } from "@korki/contracts/consents";
import { adminDocumentTexts as texts } from "@korki/contracts/texts/consent-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { NativeSelect, Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../trpc";
import type { Column } from "../../ui/data-table";
import { formatDateTime, formatNumber } from "../../ui/formats";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { useListState } from "../../ui/use-list-state";

const COLUMNS: readonly Column<ConsentStateRow>[] = [
  { key: "person", header: texts.person, onCard: "title", cell: ({ personName }) => personName },
  { key: "role", header: texts.role, cell: ({ role }) => dashboardTexts.accountTypes[role] },
  {
    key: "when",
    header: texts.when,
    cell: ({ decidedAt, givenBy }) =>
      [decidedAt && formatDateTime(decidedAt), givenBy && texts.by(givenBy)].filter(Boolean).join(", "),
  },
];

/** Who accepted a version of a document, who withdrew, and who has not decided. */
export function ConsentStates({ document: { id, title, version } }: { document: DocumentVersion }) {
  const list = useListState({ name: "zgody" });
  const state = CONSENT_STATES.find((each) => each === list.filter("stan")) ?? "accepted";
  const query = trpc.consents.states.useQuery(
    { documentId: id, state, page: list.page },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack>
      <NativeSelect
        label={texts.state}
        value={state}
        data={CONSENT_STATES.map((value) => ({ value, label: texts.states[value] }))}
        onChange={({ currentTarget }) => list.setFilters({ stan: currentTarget.value })}
      />
      <PagedTable
        label={texts.whoOf(title, version)}
        query={query}
        rowKey={({ personId }) => personId}
        columns={COLUMNS}
        list={list}
        count={(total) => texts.count(total, formatNumber(total))}
        empty={<EmptyState picture="people" title={texts.nobody} />}
      />
    </Stack>
  );
}
