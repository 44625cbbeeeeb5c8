import { billingDataFields } from "@korki/contracts/invoices";
import { invoiceTexts as texts } from "@korki/contracts/texts/invoices";
import { type BillingData, nipDigits } from "@korki/domain";
import { Group, SegmentedControl, TextInput } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormShell } from "../ui/form-shell";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { ruleOf } from "../ui/rule-of";
import { saved } from "../ui/toasts";

const EMPTY = { kind: "private", name: "", nip: "", street: "", postCode: "", city: "" } as const;
type Values = { [K in keyof typeof EMPTY]: K extends "kind" ? BillingData["kind"] : string };

/** "Dane do faktury", where the centre makes invoices (rules §36). */
export function BillingDataBox() {
  const offer = trpc.invoices.offer.useQuery();
  const query = trpc.invoices.billingData.useQuery(undefined, { enabled: offer.data?.on === true });
  if (!offer.data?.on) return null;
  return (
    <div id="faktura">
      <Card title={texts.billingTitle} text={texts.billingText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={4} />}>
          {(data) => <BillingDataForm data={data} />}
        </Loaded>
      </Card>
    </div>
  );
}

function BillingDataForm({ data }: { data: BillingData | null }) {
  const { shape } = billingDataFields;
  const form = useForm<Values>({
    initialValues: data ? { ...data, nip: data.nip ?? "" } : EMPTY,
    validateInputOnBlur: true,
    validate: {
      name: ruleOf(shape.name),
      nip: (value, { kind }) => (kind === "company" && nipDigits(value) === null ? texts.nip : null),
      street: ruleOf(shape.street),
      postCode: ruleOf(shape.postCode),
      city: ruleOf(shape.city),
    },
  });
  const save = trpc.invoices.saveBillingData.useMutation({ onSuccess: saved(form, texts.saved) });
  const isCompany = form.values.kind === "company";
  return (
    <FormShell
      form={form}
      label={texts.billingTitle}
      call={save}
      submitLabel={texts.save}
      onSubmit={({ nip, ...values }) => save.mutate({ ...values, nip: isCompany ? nip : null })}
    >
      <SegmentedControl
        aria-label={texts.buyerKind}
        data={[
          { value: "private", label: texts.buyerKinds.private },
          { value: "company", label: texts.buyerKinds.company },
        ]}
        {...form.getInputProps("kind")}
      />
      <TextInput
        label={isCompany ? texts.companyName : texts.privateName}
        autoComplete={isCompany ? "organization" : "name"}
        {...form.getInputProps("name")}
      />
      {isCompany ? (
        <TextInput
          label={texts.nipLabel}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("nip")}
        />
      ) : null}
      <TextInput label={texts.streetLabel} autoComplete="address-line1" {...form.getInputProps("street")} />
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label={texts.postCodeLabel}
          autoComplete="postal-code"
          placeholder="00-000"
          {...form.getInputProps("postCode")}
        />
        <TextInput label={texts.cityLabel} autoComplete="address-level2" {...form.getInputProps("city")} />
      </Group>
    </FormShell>
  );
}
