import type { Invoice } from "@korki/contracts/invoices";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import { Anchor, Button, Text } from "@mantine/core";
import { IconFileInvoice } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { type Column, DataTable } from "../ui/data-table";
import { PdfButton } from "../ui/download-buttons";
import { formatMoney, formatShortDate } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { toastError, toastSuccess } from "../ui/toasts";
import { useListState } from "../ui/use-list-state";

/** A document's kind and number, and below where it stands. */
export function InvoiceName({ invoice: { kind, number } }: { invoice: Pick<Invoice, "kind" | "number"> }) {
  return <>{`${texts.documentKinds[kind]} ${number ?? texts.noNumber}`}</>;
}

/** Where a document stands, and what KSeF says of it. */
export function InvoiceState({ invoice: { state, ksef } }: { invoice: Pick<Invoice, "state" | "ksef"> }) {
  return (
    <>
      {texts.states[state]}
      {ksef === "none" ? null : (
        <Text component="span" display="block" size="sm" c="dimmed">
          {texts.ksefStates[ksef]}
        </Text>
      )}
    </>
  );
}

/** Fetches a document's file; nothing before it is issued. */
export function InvoiceFile({ invoice: { id, state } }: { invoice: Pick<Invoice, "id" | "state"> }) {
  const { client } = trpc.useUtils();
  if (state !== "issued") return null;
  return <PdfButton size="xs" fetchFile={() => client.invoices.pdf.query({ id })} />;
}

const COLUMNS: readonly Column<Invoice>[] = [
  { key: "name", header: texts.documentKind, onCard: "title", cell: (row) => <InvoiceName invoice={row} /> },
  {
    key: "day",
    header: texts.day,
    cell: ({ issuedOn }) => (issuedOn ? <time dateTime={issuedOn}>{formatShortDate(issuedOn)}</time> : "–"),
  },
  {
    key: "amount",
    header: texts.amount,
    align: "right",
    onCard: "corner",
    cell: ({ amount }) => formatMoney(amount),
  },
  { key: "state", header: texts.state, cell: (row) => <InvoiceState invoice={row} /> },
  {
    key: "file",
    header: texts.actions,
    headerHidden: true,
    align: "right",
    onCard: "action",
    cell: (row) => <InvoiceFile invoice={row} />,
  },
];

/**
 * "Faktury": the caller's own documents; nothing where there are none and the centre makes none.
 *
 * @param ifAny for who pays for nobody: shows nothing where there are none, in any case
 */
export function InvoicesSection({ ifAny = false }: { ifAny?: boolean }) {
  const list = useListState({ name: "faktury" });
  const offer = trpc.invoices.offer.useQuery();
  const isOn = offer.data?.on === true;
  const query = trpc.invoices.mine.useQuery({});
  if ((ifAny || !isOn) && !query.data?.items.length) return null;
  return (
    <ListSection title={texts.title}>
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items }) => (
          <>
            {isOn && items.some(({ state }) => state === "wanted") ? <DataNotice /> : null}
            <DataTable
              label={texts.title}
              rows={items}
              rowKey={({ id }) => id}
              columns={COLUMNS}
              list={list}
              empty={<EmptyState picture="money" title={texts.none} text={texts.noneMine} />}
            />
          </>
        )}
      </Loaded>
    </ListSection>
  );
}

/** Says that invoices wait for the caller's billing data, while there are none. */
export function DataNotice() {
  const { data } = trpc.invoices.billingData.useQuery();
  if (data !== null) return null;
  return (
    <Text mb="sm">
      {texts.waitsForData}{" "}
      <Anchor component={Link} to={`${paths.settings}#faktura`} inherit underline="always">
        {texts.giveData}
      </Anchor>
    </Text>
  );
}

type AskedPayment = { paymentId: string; paidOn: string; moneyAmount: number };

/** Returns the button "Faktura" of a payment whose invoice the caller can ask for. */
export function useInvoiceButton(): (payment: AskedPayment) => ReactNode {
  const ask = trpc.invoices.request.useMutation({
    onSuccess: ({ number }) => toastSuccess(number === null ? texts.asked : texts.askedNumber(number)),
    onError: (error) => toastError(errorText(error)),
  });
  return ({ paymentId, paidOn, moneyAmount }) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileInvoice size={16} aria-hidden />}
      loading={ask.isPending && ask.variables.paymentId === paymentId}
      aria-label={texts.askFor(formatShortDate(paidOn), formatMoney(moneyAmount))}
      onClick={() => ask.mutate({ paymentId })}
    >
      {texts.ask}
    </Button>
  );
}
