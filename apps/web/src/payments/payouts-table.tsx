import { PAGE_SIZE } from "@korki/contracts/paging";
import { paymentScreenTexts as texts } from "@korki/contracts/texts/payment-screens";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../trpc";
import { useListState } from "../ui/use-list-state";
import { MoneyHistory } from "./money-history";

/** What a teacher was paid out so far. */
export function PayoutsTable() {
  const list = useListState({ name: "wyplaty" });
  const query = trpc.payouts.mine.useQuery(
    { page: list.page, pageSize: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <MoneyHistory
      title={texts.payouts}
      query={query}
      list={list}
      dateHeader={texts.date}
      none={{
        picture: "money",
        title: texts.nothingPaidOut,
        text: texts.nothingPaidOutText,
      }}
    />
  );
}
