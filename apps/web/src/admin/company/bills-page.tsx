import { type BillingSettings, billingSettings } from "@korki/contracts/bills";
import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import { addMonths, type BillingMode, monthName, STATISTICS_YEARS, type YearMonth } from "@korki/domain";
import { Button, Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { MonthPicker } from "../../statistics/month-picker";
import { useChosenMonth } from "../../statistics/use-chosen-month";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { saved } from "../../ui/toasts";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";
import { BillsOfMonth } from "./bills-of-month";
import { BillsPreview } from "./bills-preview";

/** "Rachunki": how the centre charges by the month, the preview of a month, and what was issued (rules §32). */
export default function BillsPage() {
  const [month, setMonth] = useChosenMonth(STATISTICS_YEARS);
  const [picked, setPicked] = useState(() => (window.location.search ? month : addMonths(month, 1)));
  const [previewed, setPreviewed] = useState<YearMonth | null>(null);
  const name = monthName(picked);
  return (
    <>
      <Card title={texts.title} text={texts.text}>
        <Stack gap="lg">
          <MonthPicker
            value={picked}
            years={STATISTICS_YEARS}
            onChange={(change) => {
              setPreviewed(null);
              setPicked((before) => ({ ...before, ...change }));
              setMonth({ ...picked, ...change });
            }}
          >
            <Button size="sm" onClick={() => setPreviewed(picked)}>
              {texts.preview}
            </Button>
          </MonthPicker>
          {previewed ? <BillsPreview month={name} onDone={() => setPreviewed(null)} /> : null}
        </Stack>
      </Card>
      <BillsOfMonth month={name} />
      <Settings />
    </>
  );
}

function Settings() {
  const query = trpc.bills.settings.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Card title={texts.settings}>
      <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
        {(settings) => <SettingsForm settings={settings} />}
      </Loaded>
    </Card>
  );
}

const MODES = (["perLesson", "advance", "arrears"] as const).map((value) => ({
  value,
  label: texts.modes[value],
}));

function SettingsForm({ settings }: { settings: BillingSettings }) {
  const form = useForm({
    initialValues: {
      defaultMode: settings.defaultMode as string,
      halves: settings.halves,
      issueDay: String(settings.issueDay),
      dueDay: String(settings.dueDay),
    },
    validateInputOnBlur: true,
    validate: {
      issueDay: wholeNumberRule(billingSettings.shape.issueDay),
      dueDay: wholeNumberRule(billingSettings.shape.dueDay),
    },
  });
  const save = trpc.bills.saveSettings.useMutation({ onSuccess: saved(form, texts.saved) });
  return (
    <FormShell
      form={form}
      label={texts.settings}
      call={save}
      submitLabel={texts.save}
      onSubmit={({ defaultMode, issueDay, dueDay, halves }) =>
        save.mutate({
          defaultMode: defaultMode as BillingMode,
          halves,
          issueDay: wholeNumber(issueDay),
          dueDay: wholeNumber(dueDay),
        })
      }
    >
      <NativeSelect label={texts.defaultMode} data={MODES} {...form.getInputProps("defaultMode")} />
      <TextInput label={texts.issueDay} inputMode="numeric" {...form.getInputProps("issueDay")} />
      <TextInput label={texts.dueDay} inputMode="numeric" {...form.getInputProps("dueDay")} />
      <Checkbox label={texts.halves} {...form.getInputProps("halves", { type: "checkbox" })} />
    </FormShell>
  );
}
