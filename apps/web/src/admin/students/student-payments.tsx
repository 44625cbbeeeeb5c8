import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { IconWallet } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { trpc } from "../../trpc";
import { useListState } from "../../ui/use-list-state";
import { AddPaymentForm } from "../money/add-payment-form";
import { paymentColumns } from "../money/money-columns";
import { MoneyList, showsStruck } from "../money/money-list";
import { useStrike } from "../money/use-strike";

/** The tab "Finanse" of a student: every payment; a deleted one stays, struck out. */
export function StudentPayments({ studentId }: { studentId: string }) {
  const list = useListState();
  const { client } = trpc.useUtils();
  const query = trpc.payments.ofStudent.useQuery(
    { studentId, showStruck: showsStruck(list), page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { strikePayment, pendingId } = useStrike();
  const columns = useMemo(() => paymentColumns(strikePayment, pendingId), [strikePayment, pendingId]);
  return (
    <MoneyList
      label={texts.payments}
      query={query}
      columns={columns}
      list={list}
      none={{ icon: <IconWallet size={28} aria-hidden />, text: texts.noPayments }}
      fetchFile={() => client.exports.payments.query({ studentId })}
      addLabel={texts.addPayment}
      addForm={(close) => (
        <AddPaymentForm studentId={studentId} lately={query.data?.items[0] ?? null} onAdded={close} />
      )}
    />
  );
}
