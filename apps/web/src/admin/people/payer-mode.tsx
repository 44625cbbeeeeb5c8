import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { BILLING_MODES, type BillingMode } from "@korki/domain";
import { NativeSelect } from "@mantine/core";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { toastError, toastSuccess } from "../../ui/toasts";

const CHOICES = [
  { value: "", label: texts.asDefault },
  ...BILLING_MODES.map((value) => ({ value, label: texts.modes[value] })),
];

/** How a student or parent is charged, chosen on the person's page (rules §32). */
export function PayerMode({ payerId }: { payerId: string }) {
  const query = trpc.bills.payerMode.useQuery({ payerId });
  const save = trpc.bills.setPayerMode.useMutation({
    onSuccess: () => toastSuccess(texts.saved),
    onError: (error) => toastError(errorText(error)),
  });
  return (
    <Card title={texts.payerMode} text={texts.payerModeText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ mode }) => (
          <NativeSelect
            aria-label={texts.payerMode}
            maw="20rem"
            data={CHOICES}
            value={mode ?? ""}
            disabled={save.isPending}
            onChange={({ currentTarget: { value } }) =>
              save.mutate({ payerId, mode: value === "" ? null : (value as BillingMode) })
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
