import type { ListedInvoice } from "@korki/contracts/invoices";
import { PAGE_SIZE } from "@korki/contracts/paging";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import { companyYears, fullName, monthName } from "@korki/domain";
import { Box, Button, Group, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { now } from "../../clock";
import { InvoiceFile, InvoiceName, InvoiceState } from "../../payments/invoices-section";
import { errorText } from "../../server/errors";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import type { Column } from "../../ui/data-table";
import { civilDateOf, formatMoney, formatShortDate } from "../../ui/formats";
import { ListSection } from "../../ui/list-section";
import { EmptyState, FormSkeleton, Loaded } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { InvoicingForm } from "./invoicing-form";

/** The tab "Faktury": a month's documents, and how they are made (rules §36). */
export default function InvoicesPage() {
  const settings = trpc.invoices.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <>
      <InvoiceList />
      <Box maw="46rem">
        <Card title={texts.settingsTitle} text={texts.settingsText}>
          <Loaded query={settings} skeleton={<FormSkeleton fields={4} />}>
            {(saved) => <InvoicingForm saved={saved} />}
          </Loaded>
        </Card>
      </Box>
    </>
  );
}

function InvoiceList() {
  const list = useListState();
  const years = companyYears(now());
  const [month, setMonth] = useChosenMonth(years);
  const query = trpc.invoices.list.useQuery(
    {
      month: monthName(month),
      page: list.page,
      pageSize: PAGE_SIZE,
    },
    { placeholderData: keepPreviousData },
  );
  const retry = trpc.invoices.retry.useMutation({
    onSuccess: () => toastSuccess(texts.retried),
    onError: (error) => toastError(errorText(error)),
  });
  const columns: readonly Column<ListedInvoice>[] = [
    {
      key: "name",
      header: texts.documentKind,
      onCard: "title",
      cell: (row) => <InvoiceName invoice={row} />,
    },
    {
      key: "day",
      header: texts.day,
      cell: ({ issuedOn, createdAt }) => {
        const day = issuedOn ?? civilDateOf(createdAt);
        return <time dateTime={day}>{formatShortDate(day)}</time>;
      },
    },
    { key: "payer", header: texts.payer, cell: ({ payer }) => fullName(payer) },
    {
      key: "amount",
      header: texts.amount,
      align: "right",
      onCard: "corner",
      cell: ({ amount }) => formatMoney(amount),
    },
    {
      key: "state",
      header: texts.state,
      cell: (row) => (
        <>
          <InvoiceState invoice={row} />
          {row.error === null ? null : (
            <Text component="span" display="block" size="sm" c="dimmed">
              {row.error}
            </Text>
          )}
        </>
      ),
    },
    {
      key: "actions",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (row) => (
        <Group gap="xs" justify="flex-end">
          {row.state === "failed" || row.ksef === "error" ? (
            <Button
              size="xs"
              loading={retry.isPending && retry.variables.id === row.id}
              aria-label={texts.retryOf(fullName(row.payer))}
              onClick={() => retry.mutate({ id: row.id })}
            >
              {texts.retry}
            </Button>
          ) : null}
          <InvoiceFile invoice={row} />
        </Group>
      ),
    },
  ];
  return (
    <ListSection title={texts.title}>
      <MonthPicker value={month} years={years} onChange={setMonth} />
      <PagedTable
        label={texts.title}
        query={query}
        rowKey={({ id }) => id}
        columns={columns}
        list={list}
        empty={<EmptyState picture="money" title={texts.none} text={texts.noneOfMonth} />}
      />
    </ListSection>
  );
}
