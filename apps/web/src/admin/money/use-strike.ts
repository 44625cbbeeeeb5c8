import type { AdminPayment, AdminPayout } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { useCallback } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { civilDateOf, formatMoney, formatShortDate } from "../../ui/formats";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useMoneyChanged } from "./use-money-changed";

/** Deleting a payment or a payout: asks once, then strikes it out; it stays in the list and counts no more. */
export function useStrike() {
  const changed = useMoneyChanged();
  const onError = (error: unknown) => {
    toastError(errorText(error));
    changed();
  };
  const payments = trpc.payments.strike.useMutation({
    onSuccess() {
      toastSuccess(paymentTexts.paymentStruck);
      changed();
    },
    onError,
  });
  const payouts = trpc.payouts.strike.useMutation({
    onSuccess() {
      toastSuccess(paymentTexts.payoutStruck);
      changed();
    },
    onError,
  });
  const strikePaymentNow = payments.mutate;
  const strikePayoutNow = payouts.mutate;

  const strikePayment = useCallback(
    async ({ id, moneyAmount, createdAt }: AdminPayment) => {
      const title = texts.strikePaymentQuestion(
        formatMoney(moneyAmount),
        formatShortDate(civilDateOf(createdAt)),
      );
      if (await sure(title)) strikePaymentNow({ id });
    },
    [strikePaymentNow],
  );
  const strikePayout = useCallback(
    async ({ id, moneyAmount, createdAt }: AdminPayout) => {
      const title = texts.strikePayoutQuestion(
        formatMoney(moneyAmount),
        formatShortDate(civilDateOf(createdAt)),
      );
      if (await sure(title)) strikePayoutNow({ id });
    },
    [strikePayoutNow],
  );
  const pending = [payments, payouts].find(({ isPending }) => isPending);
  return { strikePayment, strikePayout, pendingId: pending?.variables?.id ?? null };
}

function sure(title: string): Promise<boolean> {
  return confirm({
    title,
    text: texts.strikeText,
    confirmLabel: texts.strike,
    cancelLabel: texts.keep,
    dangerous: true,
  });
}
