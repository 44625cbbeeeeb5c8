import { type CentreSettings, centreSettings } from "@korki/contracts/centre";
import { offerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { Box, TextInput } from "@mantine/core";
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
    <Box maw="46rem">
      <Card title={texts.lowBalance} text={texts.lowBalanceText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <ThresholdForm settings={settings} />}
        </Loaded>
      </Card>
    </Box>
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
