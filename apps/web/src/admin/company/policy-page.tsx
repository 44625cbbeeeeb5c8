import type { PolicyVersion } from "@korki/contracts/cancellation";
import { cancellationPolicy } from "@korki/contracts/cancellation";
import { cancellationTexts, cutOffText, lateCostTexts } from "@korki/contracts/texts/cancellation";
import { policyScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { listTexts } from "@korki/contracts/texts/lists";
import type { CancellationCost } from "@korki/domain";
import { Box, Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { FormShell } from "../../ui/form-shell";
import { formatDateTime } from "../../ui/formats";
import { EmptyState, FormSkeleton, Loaded } from "../../ui/page-states";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";
import { useFieldsBase } from "../use-form-base";

type Values = {
  cutOff: "none" | "hours" | "dayBefore";
  hours: string;
  dayBeforeAt: string;
  late: CancellationCost;
  freeLatePerMonth: string;
  payTeacher: boolean;
  creditDays: string;
};

function valuesOf(policy: PolicyVersion | undefined): Values {
  const cutOff = policy?.cutOff ?? null;
  return {
    cutOff: cutOff === null ? "none" : "hours" in cutOff ? "hours" : "dayBefore",
    hours: cutOff && "hours" in cutOff ? String(cutOff.hours) : "24",
    dayBeforeAt: cutOff && "dayBeforeAt" in cutOff ? cutOff.dayBeforeAt : "18:00",
    late: policy?.late ?? "charge",
    freeLatePerMonth: String(policy?.freeLatePerMonth ?? 0),
    payTeacher: policy?.payTeacher ?? true,
    creditDays: policy?.creditDays ? String(policy.creditDays) : "",
  };
}

/** 0 before the first one. */
function versionOf(policy: PolicyVersion | undefined): number {
  return policy?.version ?? 0;
}

/** Returns the policy for the values of the fields. */
function policyOf(values: Values, version: number) {
  const cutOffs = {
    none: null,
    hours: { hours: wholeNumber(values.hours) },
    dayBefore: { dayBeforeAt: values.dayBeforeAt },
  };
  return {
    cutOff: cutOffs[values.cutOff],
    late: values.late,
    freeLatePerMonth: wholeNumber(values.freeLatePerMonth),
    payTeacher: values.payTeacher,
    creditDays: values.creditDays.trim() === "" ? null : wholeNumber(values.creditDays),
    version,
  };
}

/** The tab "Zasady odwołań": the rules for cancelling, and every version of them (rules §13). */
export default function PolicyPage() {
  const query = trpc.cancellationPolicies.list.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Box maw="46rem">
      <Loaded
        query={query}
        skeleton={
          <Card>
            <FormSkeleton fields={5} />
          </Card>
        }
      >
        {(versions) => (
          <Stack gap="lg">
            <Card title={texts.title} text={texts.text}>
              <PolicyForm current={versions[0]} />
            </Card>
            <Versions versions={versions} />
          </Stack>
        )}
      </Loaded>
    </Box>
  );
}

function PolicyForm({ current }: { current: PolicyVersion | undefined }) {
  const { shape } = cancellationPolicy;
  const creditDays = wholeNumberRule(shape.creditDays);
  const hours = wholeNumberRule(shape.freeLatePerMonth);
  const form = useForm<Values>({
    initialValues: valuesOf(current),
    validateInputOnBlur: true,
    validate: {
      hours: (typed, { cutOff }) =>
        cutOff === "hours" && !shape.cutOff.safeParse({ hours: wholeNumber(typed) }).success
          ? cancellationTexts.wrongHours
          : null,
      dayBeforeAt: (typed, { cutOff }) =>
        cutOff === "dayBefore" && !shape.cutOff.safeParse({ dayBeforeAt: typed }).success
          ? cancellationTexts.wrongTime
          : null,
      freeLatePerMonth: hours,
      creditDays: (typed) => (typed.trim() === "" ? null : creditDays(typed)),
    },
  });
  const save = trpc.cancellationPolicies.save.useMutation({
    onSuccess(policy) {
      fillSaved(form, valuesOf(policy));
      setBase(policy);
      toastSuccess(texts.saved);
    },
  });
  const { base, setBase, isOutdated, reload } = useFieldsBase(current, form, {
    valuesOf,
    isStale: (before) => versionOf(current) > versionOf(before),
    call: save,
  });
  const { cutOff } = form.values;
  return (
    <FormShell
      form={form}
      label={texts.title}
      call={{ isPending: save.isPending, error: isOutdated ? null : save.error }}
      submitLabel={texts.save}
      onSubmit={(values) => save.mutate(policyOf(values, versionOf(base)))}
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      <NativeSelect
        label={texts.cutOff}
        data={Object.entries(texts.cutOffs).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps("cutOff")}
      />
      {cutOff === "hours" ? (
        <TextInput label={texts.hours} inputMode="numeric" {...form.getInputProps("hours")} />
      ) : null}
      {cutOff === "dayBefore" ? (
        <TextInput type="time" label={texts.dayBeforeAt} {...form.getInputProps("dayBeforeAt")} />
      ) : null}
      {cutOff === "none" ? null : (
        <>
          <NativeSelect
            label={texts.late}
            data={Object.entries(texts.lates).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("late")}
          />
          <TextInput label={texts.freeLate} inputMode="numeric" {...form.getInputProps("freeLatePerMonth")} />
          <Checkbox label={texts.payTeacher} {...form.getInputProps("payTeacher", { type: "checkbox" })} />
          <TextInput
            label={texts.creditDays}
            description={texts.creditDaysHint}
            inputMode="numeric"
            {...form.getInputProps("creditDays")}
          />
        </>
      )}
    </FormShell>
  );
}

const COLUMNS: readonly Column<PolicyVersion>[] = [
  { key: "version", header: texts.versions, onCard: "title", cell: ({ version }) => texts.version(version) },
  { key: "since", header: texts.since, cell: ({ createdAt }) => formatDateTime(createdAt) },
  { key: "rules", header: texts.title, cell: inShort },
];

function inShort(policy: PolicyVersion): string {
  if (policy.cutOff === null) return cutOffText(null);
  return [
    cutOffText(policy.cutOff),
    lateCostTexts[policy.late],
    ...(policy.freeLatePerMonth > 0 ? [texts.inShort.freeLate(policy.freeLatePerMonth)] : []),
    policy.payTeacher ? texts.inShort.payTeacher : texts.inShort.doNotPayTeacher,
    ...(policy.creditDays === null ? [] : [texts.inShort.credit(policy.creditDays)]),
  ].join(", ");
}

function Versions({ versions }: { versions: readonly PolicyVersion[] }) {
  const list = useListState({ name: "wersje" });
  return (
    <Card title={texts.versions}>
      <DataTable
        label={listTexts.table(texts.versions)}
        rows={versions}
        rowKey={({ version }) => String(version)}
        columns={COLUMNS}
        list={list}
        empty={<EmptyState picture="calendar" title={texts.none} text={texts.noVersions} />}
      />
    </Card>
  );
}
