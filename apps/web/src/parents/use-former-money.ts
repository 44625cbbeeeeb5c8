import { PAGE_SIZE } from "@korki/contracts/paging";
import { isUnpaid } from "../payments/one-bill";
import { trpc } from "../trpc";

/** Returns what is left of a parent's money matters without a child, as a query for `Loaded`. */
export function useFormerMoney() {
  const bills = trpc.bills.mine.useQuery({ page: 1, pageSize: PAGE_SIZE });
  const offer = trpc.invoices.offer.useQuery();
  const invoices = trpc.invoices.mine.useQuery({});
  const queries = [bills, offer, invoices];
  const documents = invoices.data?.items;
  return {
    data:
      bills.data && offer.data && documents
        ? {
            hasAny: bills.data.overpaid !== null || bills.data.items.some(isUnpaid) || documents.length > 0,
            overpaid: bills.data.overpaid,
            isInvoiceWanted: offer.data.on && documents.some(({ state }) => state === "wanted"),
          }
        : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.forEach(({ isError, refetch }) => void (isError && refetch())),
  };
}
