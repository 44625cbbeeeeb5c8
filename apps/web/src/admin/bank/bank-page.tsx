import type { BankStatementEntry } from "@korki/contracts/bank";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import type { Column } from "../../ui/data-table";
import { formatDateTime } from "../../ui/formats";
import { ListSection } from "../../ui/list-section";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { useListState } from "../../ui/use-list-state";
import { StatementLines } from "./statement-lines";
import { UploadStatement } from "./upload-statement";

/** The tab "Wyciąg bankowy": a bank's file is read, and its credits are booked (rules §41). */
export default function BankPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get("wyciag");
  const open = (statementId: string) => setParams({ wyciag: statementId });
  if (id !== null) return <StatementLines id={id} onBack={() => setParams({})} />;
  return (
    <>
      <Card title={texts.title} text={texts.text}>
        <UploadStatement onRead={open} />
      </Card>
      <PastStatements onOpen={open} />
    </>
  );
}

function PastStatements({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useListState();
  const query = trpc.bankStatements.list.useQuery(
    { page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const columns: readonly Column<BankStatementEntry>[] = [
    { key: "file", header: texts.title, onCard: "title", cell: ({ fileName }) => fileName },
    {
      key: "facts",
      header: texts.show,
      cell: ({ count, booked, createdAt }) => `${texts.facts(count, booked)} · ${formatDateTime(createdAt)}`,
    },
    {
      key: "open",
      header: texts.open,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: ({ id, fileName }) => (
        <Button size="xs" variant="default" aria-label={texts.openOf(fileName)} onClick={() => onOpen(id)}>
          {texts.open}
        </Button>
      ),
    },
  ];
  return (
    <ListSection title={texts.past}>
      <PagedTable
        label={texts.past}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        onOpen={({ id }) => onOpen(id)}
        empty={<EmptyState picture="money" title={texts.noPast} />}
      />
    </ListSection>
  );
}
