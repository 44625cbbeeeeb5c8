import type { CentreSettings } from "@korki/contracts/centre";
import { payerMessageTexts as texts } from "@korki/contracts/texts/centre-settings";
import { Box, Checkbox, Stack } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormError } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";

/** What the centre sends to payers automatically: the monthly summary, and the weekly reminder of debts. */
export default function PayerMessages() {
  const query = trpc.centre.settings.useQuery();
  return (
    <Box maw="46rem">
      <Card title={texts.title} text={texts.text}>
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {(settings) => <Switches settings={settings} />}
        </Loaded>
      </Card>
    </Box>
  );
}

function Switches({ settings }: { settings: CentreSettings }) {
  const save = trpc.centre.saveSettings.useMutation({ onSuccess: () => toastSuccess(texts.saved) });
  const shown = { ...settings, ...(save.isPending ? save.variables : {}) };
  return (
    <Stack gap="md">
      <Checkbox
        label={texts.monthlySummary}
        description={texts.monthlySummaryText}
        checked={shown.monthlySummary}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ monthlySummary: currentTarget.checked })}
      />
      <Checkbox
        label={texts.weeklyDebtReminder}
        description={texts.weeklyDebtReminderText}
        checked={shown.weeklyDebtReminder}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ weeklyDebtReminder: currentTarget.checked })}
      />
      {save.error ? <FormError error={save.error} /> : null}
    </Stack>
  );
}
