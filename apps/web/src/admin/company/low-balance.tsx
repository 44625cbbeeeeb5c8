import { type CentreSettings, centreSettings } from "@korki/contracts/centre";
import { type MoneySettings, moneySettings } from "@korki/contracts/money";
import { offerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { moneyTexts } from "@korki/contracts/texts/money-card";
import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";

/** When students get a notification that few prepaid lessons are left. */
export default function LowBalance() {
  const query = trpc.centre.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Stack maw="46rem">
      <DueDays />
      <Card title={texts.lowBalance} text={texts.lowBalanceText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <ThresholdForm settings={settings} />}
        </Loaded>
      </Card>
    </Stack>
  );
}

/** Within how many days a planned lesson is to be paid. */
function DueDays() {
  const query = trpc.money.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Card title={moneyTexts.settings} text={moneyTexts.settingsText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {(settings) => <DueDaysForm settings={settings} />}
      </Loaded>
    </Card>
  );
}

function DueDaysForm({ settings }: { settings: MoneySettings }) {
  const form = useForm({
    initialValues: { dueDays: String(settings.dueDays) },
    validateInputOnBlur: true,
    validate: { dueDays: wholeNumberRule(moneySettings.shape.dueDays) },
  });
  const save = trpc.money.saveSettings.useMutation({
    onSuccess() {
      form.resetDirty();
      toastSuccess(texts.saved);
    },
  });
  return (
    <FormShell
      form={form}
      label={moneyTexts.settings}
      pending={save.isPending}
      error={save.error}
      submitLabel={moneyTexts.saveSettings}
      onSubmit={({ dueDays }) => save.mutate({ dueDays: wholeNumber(dueDays) })}
    >
      <TextInput label={moneyTexts.dueDays} inputMode="numeric" {...form.getInputProps("dueDays")} />
    </FormShell>
  );
}

function ThresholdForm({ settings }: { settings: CentreSettings }) {
  const form = useForm({
    initialValues: { threshold: String(settings.lowBalanceThreshold) },
    validateInputOnBlur: true,
    validate: { threshold: wholeNumberRule(centreSettings.shape.lowBalanceThreshold) },
  });
  const save = trpc.centre.saveSettings.useMutation({
    onSuccess() {
      form.resetDirty();
      toastSuccess(texts.saved);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.lowBalance}
      pending={save.isPending}
      error={save.error}
      submitLabel={texts.save}
      onSubmit={({ threshold }) => save.mutate({ lowBalanceThreshold: wholeNumber(threshold) })}
    >
      <TextInput label={texts.threshold} inputMode="numeric" {...form.getInputProps("threshold")} />
    </FormShell>
  );
}
