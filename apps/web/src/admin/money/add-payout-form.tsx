import { addPayoutInput } from "@korki/contracts/payments";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { commonTexts } from "@korki/contracts/texts/common";
import { paymentTexts } from "@korki/contracts/texts/payments";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { RETRIED_BY_KEY } from "../../server/errors";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { ruleOf } from "../../ui/rule-of";
import { toastSuccess } from "../../ui/toasts";
import { AmountField } from "./amount-field";
import { newRequestKey } from "./request-key";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPayoutInput;

/** A payout for a teacher. However often it is sent from one opened popup, it is noted once. */
export function AddPayoutForm({ teacherId, onAdded }: { teacherId: string; onAdded: () => void }) {
  const [idempotencyKey] = useState(newRequestKey);
  const form = useForm({
    initialValues: { moneyAmount: "", description: texts.defaultPayout as string },
    validateInputOnBlur: true,
    validate: {
      moneyAmount: wholeNumberRule(shape.moneyAmount),
      description: ruleOf(shape.description),
    },
  });
  const add = trpc.payouts.add.useMutation({
    ...RETRIED_BY_KEY,
    onSuccess() {
      form.resetDirty();
      toastSuccess(paymentTexts.payoutAdded);
      onAdded();
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.addPayout}
      pending={add.isPending}
      error={add.error}
      errorTitle={commonTexts.somethingWentWrong}
      submitLabel={texts.addPayout}
      onSubmit={({ moneyAmount, description }) =>
        add.mutate({ teacherId, moneyAmount: wholeNumber(moneyAmount), description, idempotencyKey })
      }
    >
      <AmountField {...form.getInputProps("moneyAmount")} />
      <TextInput label={texts.description} autoComplete="off" {...form.getInputProps("description")} />
    </FormShell>
  );
}
