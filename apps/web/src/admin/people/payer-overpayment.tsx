import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { Button } from "@mantine/core";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { formatMoney } from "../../ui/formats";
import { toastError, toastSuccess } from "../../ui/toasts";

/** What is left over from a payer's bills, and the button that notes that it was given back; nothing where nothing is. */
export function PayerOverpayment({ payerId }: { payerId: string }) {
  const { data } = trpc.bills.payerMode.useQuery({ payerId });
  const note = trpc.bills.returnBalance.useMutation({
    onSuccess: () => toastSuccess(texts.returnNoted),
    onError: (error) => toastError(errorText(error)),
  });
  if (!data?.overpaid) return null;
  const { amount, isBilled } = data.overpaid;
  async function ask() {
    const isSure = await confirm({
      title: texts.returnedQuestion(formatMoney(amount)),
      text: texts.returnedText,
      confirmLabel: texts.returnedYes,
      dangerous: true,
    });
    if (isSure) note.mutate({ payerId, amount });
  }
  return (
    <Card
      title={texts.overpaid(formatMoney(amount))}
      text={texts.payersOverpaidTexts[isBilled ? "billed" : "unbilled"]}
    >
      <Button variant="default" w="fit-content" loading={note.isPending} onClick={() => void ask()}>
        {texts.returned}
      </Button>
    </Card>
  );
}
