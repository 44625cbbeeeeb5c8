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
import { saved } from "../../ui/toasts";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";

/** When students get a notification that few prepaid lessons are left. */
export default function LowBalance() {
  const query = trpc.centre.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Stack maw="46rem">
      <MoneyRules />
      <Card title={texts.lowBalance} text={texts.lowBalanceText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <ThresholdForm settings={settings} />}
        </Loaded>
      </Card>
    </Stack>
  );
}

/** Within how many days a planned lesson is to be paid, and above which sum payers are asked. */
function MoneyRules() {
  const query = trpc.money.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <>
      <Card title={moneyTexts.settings} text={moneyTexts.settingsText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <MoneyRuleForm settings={settings} field="dueDays" texts={DUE_DAYS} />}
        </Loaded>
      </Card>
      <Card title={moneyTexts.approvals} text={moneyTexts.approvalsText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <MoneyRuleForm settings={settings} field="approvalAbove" texts={APPROVAL_ABOVE} />}
        </Loaded>
      </Card>
    </>
  );
}

type RuleTexts = { title: string; label: string; save: string };
const DUE_DAYS = { title: moneyTexts.settings, label: moneyTexts.dueDays, save: moneyTexts.saveSettings };
const APPROVAL_ABOVE = {
  title: moneyTexts.approvals,
  label: moneyTexts.approvalAbove,
  save: moneyTexts.saveApprovalAbove,
};

function MoneyRuleForm(props: { settings: MoneySettings; field: keyof MoneySettings; texts: RuleTexts }) {
  const { settings, field, texts: named } = props;
  const form = useForm({
    initialValues: { value: String(settings[field]) },
    validateInputOnBlur: true,
    validate: { value: wholeNumberRule(moneySettings.shape[field]) },
  });
  const save = trpc.money.saveSettings.useMutation({ onSuccess: saved(form, texts.saved) });
  return (
    <FormShell
      form={form}
      label={named.title}
      call={save}
      submitLabel={named.save}
      onSubmit={({ value }) => save.mutate({ [field]: wholeNumber(value) })}
    >
      <TextInput label={named.label} inputMode="numeric" {...form.getInputProps("value")} />
    </FormShell>
  );
}

function ThresholdForm({ settings }: { settings: CentreSettings }) {
  const form = useForm({
    initialValues: { threshold: String(settings.lowBalanceThreshold) },
    validateInputOnBlur: true,
    validate: { threshold: wholeNumberRule(centreSettings.shape.lowBalanceThreshold) },
  });
  const save = trpc.centre.saveSettings.useMutation({ onSuccess: saved(form, texts.saved) });
  return (
    <FormShell
      form={form}
      label={texts.lowBalance}
      call={save}
      submitLabel={texts.save}
      onSubmit={({ threshold }) => save.mutate({ lowBalanceThreshold: wholeNumber(threshold) })}
    >
      <TextInput label={texts.threshold} inputMode="numeric" {...form.getInputProps("threshold")} />
    </FormShell>
  );
}
