import type { Payout } from "@korki/contracts/payments";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import type { Column } from "../ui/data-table";
import { civilDateOf, formatMoney, formatShortDate } from "../ui/formats";
import { ListSection } from "../ui/list-section";
import { EmptyState } from "../ui/page-states";
import { type PagedQuery, PagedTable } from "../ui/paged-table";
import type { PictureName } from "../ui/picture";
import type { ListState } from "../ui/use-list-state";

/** What a payment and a payout have in common. */
type Money = Pick<Payout, "id" | "createdAt" | "moneyAmount" | "description">;

/** A person's own money, in or out, page by page. */
export function MoneyHistory<Row extends Money>(props: {
  title: string;
  query: PagedQuery<Row>;
  list: ListState;
  dateHeader: string;
  /** shown where there is none yet */
  none: { picture: PictureName; title: string; text: string };
}) {
  const columns: readonly Column<Row>[] = [
    {
      key: "date",
      header: props.dateHeader,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(civilDateOf(createdAt))}</time>,
      onCard: "title",
    },
    {
      key: "value",
      header: texts.value,
      align: "right",
      cell: ({ moneyAmount }) => formatMoney(moneyAmount),
      onCard: "corner",
    },
    { key: "description", header: texts.description, cell: ({ description }) => description },
  ];
  return (
    <ListSection title={props.title}>
      <PagedTable
        label={props.title}
        query={props.query}
        rowKey={({ id }) => id}
        columns={columns}
        list={props.list}
        empty={<EmptyState {...props.none} />}
      />
    </ListSection>
  );
}
