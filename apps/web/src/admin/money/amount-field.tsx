import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { paymentFormTexts } from "@korki/contracts/texts/ledger-screens";
import { Text, TextInput, type TextInputProps } from "@mantine/core";

/** How much money, in whole złoty; the popup begins here. */
export function AmountField(props: TextInputProps) {
  return (
    <TextInput
      label={texts.amount}
      description={paymentFormTexts.wholeZloty}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      autoFocus
      rightSection={<Text c="dimmed">{texts.amountUnit}</Text>}
      {...props}
    />
  );
}
