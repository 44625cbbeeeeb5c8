import type { CsvFile } from "@korki/contracts/exports";
import type { LedgerEntry } from "@korki/contracts/ledger";
import { ledgerEntryText } from "@korki/contracts/texts/ledger";
import { ledgerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ExportButton } from "../admin/export-button";
import type { Column } from "../ui/data-table";
import { civilDateOf, formatNumber, formatShortDate, formatShortSubject } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState } from "../ui/page-states";
import { type PagedQuery, PagedTable } from "../ui/paged-table";
import type { ListState } from "../ui/use-list-state";

const COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    key: "date",
    header: texts.date,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
  },
  {
    key: "what",
    header: texts.what,
    onCard: "title",
    cell: (entry) => (
      <>
        {ledgerEntryText(entry)}
        <Details entry={entry} />
      </>
    ),
  },
  { key: "subject", header: texts.subject, cell: formatShortSubject },
  {
    key: "change",
    header: texts.change,
    align: "right",
    onCard: "corner",
    cell: ({ quantity }) => (
      <span className="tabular unbroken">{`${quantity > 0 ? "+" : ""}${formatNumber(quantity)}`}</span>
    ),
  },
  {
    key: "balance",
    header: texts.running,
    align: "right",
    cell: ({ balance }) => <span className="tabular unbroken">{formatNumber(balance)}</span>,
  },
];

/** What else is to be said of a movement: the reason of an adjustment, and until when lessons can be used. */
function Details({ entry: { kind, description, expiresOn } }: { entry: LedgerEntry }) {
  const said = [
    kind === "adjustment" ? description : "",
    expiresOn ? texts.validUntil(formatShortDate(expiresOn)) : "",
  ].filter(Boolean);
  if (said.length === 0) return null;
  return (
    <Text component="span" display="block" size="sm" c="dimmed">
      {said.join(" · ")}
    </Text>
  );
}

/** "Rozliczenie": every movement of prepaid lessons, the newest first, with the running balance. */
export function LedgerList(props: {
  query: PagedQuery<LedgerEntry>;
  list: ListState;
  fetchFile: () => Promise<CsvFile>;
  /** beside the button for the file */
  actions?: ReactNode;
}) {
  return (
    <ListSection title={texts.title}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" size="sm">
          {texts.text}
        </Text>
        <Group gap="xs">
          <ExportButton label={texts.export} fetchFile={props.fetchFile} />
          {props.actions}
        </Group>
      </Group>
      <PagedTable
        label={texts.title}
        query={props.query}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        list={props.list}
        empty={<EmptyState picture="money" title={texts.none} text={texts.nothingYet} />}
      />
    </ListSection>
  );
}
