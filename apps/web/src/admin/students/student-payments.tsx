import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { isInvoiceable, today } from "@korki/domain";
import { keepPreviousData } from "@tanstack/react-query";
import { now } from "../../clock";
import { useInvoiceButton } from "../../payments/invoices-section";
import { trpc } from "../../trpc";
import { useListState } from "../../ui/use-list-state";
import { AddPaymentForm } from "../money/add-payment-form";
import { paymentColumns } from "../money/money-columns";
import { MoneyList, showsVoided } from "../money/money-list";
import { useVoid } from "../money/use-void";
import { StudentOrders } from "./student-orders";

/** The tab "Finanse" of a student: every payment; a deleted one stays, voided. */
export function StudentPayments({ studentId, isErased }: { studentId: string; isErased: boolean }) {
  const list = useListState();
  const { client } = trpc.useUtils();
  const query = trpc.payments.ofStudent.useQuery(
    { studentId, showVoided: showsVoided(list), page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { voidPayment, pendingId } = useVoid();
  const invoicing = trpc.invoices.offer.useQuery();
  const invoiceButton = useInvoiceButton();
  const columns = paymentColumns(voidPayment, pendingId, (payment) =>
    invoicing.data?.on && payment.moneyAmount > 0 && isInvoiceable(payment.paidOn, today(now()))
      ? invoiceButton(payment)
      : null,
  );
  const lately = query.data?.items[0] ?? null;
  return (
    <>
      <MoneyList
        label={texts.payments}
        query={query}
        columns={columns}
        list={list}
        none={{ picture: "money", text: texts.noPayments }}
        fetchFile={() => client.exports.payments.query({ studentId })}
        addLabel={texts.addPayment}
        refusal={isErased ? texts.nothingAdded : null}
        addForm={(close) => <AddPaymentForm studentId={studentId} lately={lately} onAdded={close} />}
      />
      <StudentOrders studentId={studentId} lately={lately} isErased={isErased} />
    </>
  );
}
