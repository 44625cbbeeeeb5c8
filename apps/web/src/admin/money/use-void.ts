import type { AdminPayment, AdminPayout } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { useCallback } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { civilDateOf, formatMoney, formatShortDate } from "../../ui/formats";
import { toastError, toastSuccess } from "../../ui/toasts";
import { newUndoId, offerUndo } from "../../undo/offer-undo";

/** Deleting a payment or a payout: asks once, then voids the row, which stays in the list. */
export function useVoid() {
  const onError = (error: unknown) => toastError(errorText(error));
  const payments = trpc.payments.void.useMutation({
    onSuccess: ({ method }, { undoId }) =>
      offerUndo(paymentTexts.paymentVoided, method === "online" ? undefined : undoId),
    onError,
  });
  const payouts = trpc.payouts.void.useMutation({
    onSuccess: () => toastSuccess(paymentTexts.payoutVoided),
    onError,
  });
  const voidPaymentNow = payments.mutate;
  const voidPayoutNow = payouts.mutate;

  const voidPayment = useCallback(
    async ({ id, moneyAmount, createdAt }: AdminPayment) => {
      const title = texts.voidPaymentQuestion(
        formatMoney(moneyAmount),
        formatShortDate(civilDateOf(createdAt)),
      );
      if (await sure(title)) voidPaymentNow({ id, undoId: newUndoId() });
    },
    [voidPaymentNow],
  );
  const voidPayout = useCallback(
    async ({ id, moneyAmount, createdAt }: AdminPayout) => {
      const title = texts.voidPayoutQuestion(
        formatMoney(moneyAmount),
        formatShortDate(civilDateOf(createdAt)),
      );
      if (await sure(title)) voidPayoutNow({ id });
    },
    [voidPayoutNow],
  );
  const pending = [payments, payouts].find(({ isPending }) => isPending);
  return { voidPayment, voidPayout, pendingId: pending?.variables?.id ?? null };
}

function sure(title: string): Promise<boolean> {
  return confirm({
    title,
    text: texts.voidText,
    confirmLabel: texts.void,
    cancelLabel: texts.keep,
    dangerous: true,
  });
}
