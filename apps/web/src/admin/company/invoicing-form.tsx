import { type Invoicing, invoicingInput } from "@korki/contracts/invoices";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import { INVOICE_TAXES, INVOICING_MODES, type InvoiceTax, type InvoicingMode } from "@korki/domain";
import { Checkbox, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { schemaResolver, useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { GrowingTextarea } from "../../ui/growing-textarea";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";

type Values = {
  mode: InvoicingMode;
  domain: string;
  token: string;
  tax: InvoiceTax;
  exemption: string;
  ksef: boolean;
};

/** How the centre makes invoices; the provider is asked before anything is saved (rules §36). */
export function InvoicingForm({ saved }: { saved: Invoicing }) {
  const utils = trpc.useUtils();
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    validateInputOnBlur: true,
    validate: (values) => schemaResolver(invoicingInput, { sync: true })(inputOf(values)),
  });
  const save = trpc.invoices.saveSettings.useMutation({
    onSuccess(next) {
      utils.invoices.settings.setData(undefined, next);
      fillSaved(form, valuesOf(next));
      toastSuccess(texts.saved);
    },
  });
  const { mode, tax } = form.values;
  return (
    <FormShell
      form={form}
      label={texts.settingsTitle}
      call={save}
      submitLabel={texts.save}
      onSubmit={(values) => save.mutate(inputOf(values))}
    >
      <NativeSelect
        label={texts.modeLabel}
        data={INVOICING_MODES.map((value) => ({ value, label: texts.modes[value] }))}
        {...form.getInputProps("mode")}
      />
      {mode === "off" ? null : (
        <>
          <TextInput
            label={texts.domainLabel}
            description={texts.domainHelp}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps("domain")}
          />
          <PasswordInput
            label={texts.tokenLabel}
            description={saved.hasToken ? texts.tokenKept : texts.tokenHelp}
            autoComplete="off"
            {...form.getInputProps("token")}
          />
          <NativeSelect
            label={texts.taxLabel}
            data={INVOICE_TAXES.map((value) => ({ value, label: texts.taxes[value] }))}
            {...form.getInputProps("tax")}
          />
          {tax === "zw" ? (
            <GrowingTextarea
              label={texts.exemptionLabel}
              placeholder={texts.exemptionExample}
              minRows={2}
              {...form.getInputProps("exemption")}
            />
          ) : null}
          <Checkbox
            label={texts.ksefLabel}
            description={texts.ksefHelp}
            {...form.getInputProps("ksef", { type: "checkbox" })}
          />
        </>
      )}
    </FormShell>
  );
}

function valuesOf({ mode, domain, tax, exemption, ksef }: Invoicing): Values {
  const known = INVOICE_TAXES.find((each) => each === String(tax));
  return { mode, domain: domain ?? "", token: "", tax: known ?? "zw", exemption: exemption ?? "", ksef };
}

function inputOf({ mode, domain, token, tax, exemption, ksef }: Values) {
  if (mode === "off") return { mode };
  const rate = tax === "zw" ? tax : ({ "23": 23, "8": 8, "5": 5, "0": 0 } as const)[tax];
  return { mode, domain, token: token || null, tax: rate, exemption: tax === "zw" ? exemption : null, ksef };
}
