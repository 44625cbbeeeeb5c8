import { VETTING_KINDS, type VettingCheck, type VettingState, vettingInput } from "@korki/contracts/consents";
import { vettingScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { listTexts } from "@korki/contracts/texts/lists";
import { type CivilDate, daysBetween, today, VETTING_NOTICE_DAYS } from "@korki/domain";
import { Alert, Badge, Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { now } from "../../clock";
import "@mantine/core/styles/Badge.layer.css";
import { useForm } from "@mantine/form";
import { IconPlus, IconShieldCheck, IconShieldExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { FormShell } from "../../ui/form-shell";
import { formatDate } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { Sheet } from "../../ui/sheet";
import { saved } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";

/** The tab "Sprawdzenia": the register of a teacher's checks; only administrators see it (rules §16). */
export function TeacherVetting({ teacherId }: { teacherId: string }) {
  const query = trpc.consents.vetting.useQuery({ teacherId });
  const list = useListState({ name: "sprawdzenia" });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Stack>
      <VettingNotice teacherId={teacherId} />
      <Card
        title={texts.title}
        text={texts.text}
        actions={
          <Button
            size="sm"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {texts.add}
          </Button>
        }
      >
        <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
          {(checks) => (
            <DataTable
              label={listTexts.table(texts.title)}
              rows={checks}
              rowKey={({ id }) => id}
              columns={columnsOf(checks)}
              list={list}
              empty={<EmptyState picture="done" title={texts.none} text={texts.noneText} />}
            />
          )}
        </Loaded>
      </Card>
      <Sheet opened={isAdding} onClose={() => setIsAdding(false)} title={texts.add} size="sm">
        <VettingForm teacherId={teacherId} onSaved={() => setIsAdding(false)} />
      </Sheet>
    </Stack>
  );
}

/** Says what a teacher lacks and what that means; complete checks are said in the register alone. */
export function VettingNotice(props: {
  teacherId: string;
  /** leads to the register, and is silent where the centre requires nothing */
  isElsewhere?: boolean;
}) {
  const { data } = trpc.consents.vettingState.useQuery({ teacherId: props.teacherId });
  if (!data || (props.isElsewhere && (!data.isRequired || data.missing.length === 0))) return null;
  return (
    <Notice state={data} to={props.isElsewhere ? paths.teacherTab(props.teacherId, "sprawdzenia") : null} />
  );
}

function Notice({ state: { isRequired, missing }, to }: { state: VettingState; to: string | null }) {
  if (missing.length === 0) {
    return <Alert color="green" icon={<IconShieldCheck size={20} aria-hidden />} title={texts.complete} />;
  }
  return (
    <Alert
      color={isRequired ? "red" : "gray"}
      title={texts.missingTitle}
      icon={<IconShieldExclamation size={20} aria-hidden />}
    >
      <Stack gap="xs" align="flex-start">
        <ul>
          {missing.map((kind) => (
            <li key={kind}>{texts.kinds[kind]}</li>
          ))}
        </ul>
        <span>{isRequired ? texts.missingText : texts.missingOptional}</span>
        {to ? (
          <Button component={Link} to={to} size="xs" variant="default">
            {texts.toVetting}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

/** Checks come the newest first: of one kind, the one that lasts longest counts. */
function columnsOf(checks: readonly VettingCheck[]): readonly Column<VettingCheck>[] {
  const day = today(now());
  return [
    { key: "kind", header: texts.kind, onCard: "title", cell: ({ kind }) => texts.kinds[kind] },
    { key: "checkedOn", header: texts.checkedOn, cell: ({ checkedOn }) => formatDate(checkedOn) },
    {
      key: "validUntil",
      header: texts.validUntil,
      cell: (check) => <Validity check={check} isLast={isLasting(check, checks)} day={day} />,
    },
    { key: "reference", header: texts.reference, cell: ({ reference }) => reference },
    { key: "checkedBy", header: texts.checkedBy, cell: ({ checkedBy }) => checkedBy },
  ];
}

function isLasting(check: VettingCheck, checks: readonly VettingCheck[]): boolean {
  const end = ({ validUntil }: VettingCheck) => validUntil ?? "9999-12-31";
  return !checks.some((other) => other.kind === check.kind && end(other) > end(check));
}

function Validity(props: { check: VettingCheck; isLast: boolean; day: CivilDate }) {
  const { check, isLast, day } = props;
  const left = check.validUntil === null ? null : daysBetween(day, check.validUntil);
  const state = !isLast
    ? (["gray", texts.replaced] as const)
    : left === null || left > VETTING_NOTICE_DAYS
      ? (["green", texts.valid] as const)
      : left < 0
        ? (["red", texts.expired] as const)
        : (["yellow", texts.expires(left)] as const);
  return (
    <span>
      {check.validUntil === null ? texts.forever : formatDate(check.validUntil)}{" "}
      <Badge variant="light" tt="none" color={state[0]}>
        {state[1]}
      </Badge>
    </span>
  );
}

function VettingForm({ teacherId, onSaved }: { teacherId: string; onSaved: () => void }) {
  const form = useForm({
    initialValues: {
      kind: VETTING_KINDS[0] as (typeof VETTING_KINDS)[number],
      checkedOn: today(now()) as string,
      validUntil: "",
      reference: "",
    },
    validateInputOnBlur: true,
    validate: {
      checkedOn: (typed) => (typed === "" ? texts.dateMissing : null),
      reference: (typed) => (ruleOf(vettingInput.shape.reference)(typed) ? texts.referenceMissing : null),
    },
  });
  const add = trpc.consents.addVetting.useMutation({ onSuccess: saved(form, texts.saved, onSaved) });
  return (
    <FormShell
      form={form}
      label={texts.add}
      call={add}
      onSubmit={({ validUntil, ...values }) =>
        add.mutate({ ...values, teacherId, validUntil: validUntil || null })
      }
    >
      <NativeSelect
        label={texts.kind}
        data={VETTING_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        {...form.getInputProps("kind")}
      />
      <TextInput type="date" label={texts.checkedOn} {...form.getInputProps("checkedOn")} />
      <TextInput
        type="date"
        label={texts.validUntil}
        description={texts.validUntilHint}
        {...form.getInputProps("validUntil")}
      />
      <TextInput label={texts.reference} autoComplete="off" {...form.getInputProps("reference")} />
    </FormShell>
  );
}
