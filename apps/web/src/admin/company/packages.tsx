import { type LessonPackage, savePackageInput } from "@korki/contracts/packages";
import { offerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { listTexts } from "@korki/contracts/texts/lists";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import { LEVELS, type Level, SUBJECTS, type Subject } from "@korki/domain";
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { type Column, DataTable } from "../../ui/data-table";
import { FormShell } from "../../ui/form-shell";
import { formatMoney, formatNumber } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { Sheet } from "../../ui/sheet";
import { saved, toastError } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { AmountField } from "../money/amount-field";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";

/** "Pakiety": the offers from which a payment can start (rules §14). */
export default function Packages() {
  const query = trpc.packages.list.useQuery();
  const list = useListState({ name: "pakiety" });
  const [edited, setEdited] = useState<LessonPackage | "new" | null>(null);
  const remove = trpc.packages.delete.useMutation({ onError: (error) => toastError(errorText(error)) });

  async function askAndDelete({ id, name }: LessonPackage) {
    const isSure = await confirm({
      title: texts.deletePackage(name),
      text: texts.deletePackageText,
      confirmLabel: texts.delete,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (isSure) remove.mutate({ id });
  }

  const columns: readonly Column<LessonPackage>[] = [
    { key: "name", header: texts.name, onCard: "title", cell: ({ name }) => name },
    {
      key: "subject",
      header: texts.subject,
      cell: ({ subject, level }) =>
        `${subject ? subjectTexts[subject] : texts.anySubject}, ${levelTexts[level]}`,
    },
    { key: "lessons", header: texts.lessons, align: "right", cell: ({ lessons }) => formatNumber(lessons) },
    {
      key: "price",
      header: texts.price,
      align: "right",
      onCard: "corner",
      cell: ({ price }) => formatMoney(price),
    },
    {
      key: "valid",
      header: texts.validDays,
      cell: ({ validDays }) => (validDays === null ? texts.unlimited : texts.validDaysOf(validDays)),
    },
    {
      key: "actions",
      header: texts.actions,
      headerHidden: true,
      onCard: "action",
      cell: (offer) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={texts.editNamed(offer.name)}
            onClick={() => setEdited(offer)}
          >
            {texts.edit}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={texts.deleteNamed(offer.name)}
            loading={remove.isPending && remove.variables.id === offer.id}
            onClick={() => void askAndDelete(offer)}
          >
            {texts.delete}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Card
      title={texts.packages}
      text={texts.packagesText}
      actions={
        <Button size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited("new")}>
          {texts.addPackage}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {(rows) => (
          <DataTable
            label={listTexts.table(texts.packages)}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            list={list}
            empty={<EmptyState picture="money" title={texts.none} text={texts.noPackages} />}
          />
        )}
      </Loaded>
      <Sheet
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === "new" ? texts.addPackage : texts.editPackage}
        size="sm"
      >
        {edited ? (
          <PackageForm
            offer={edited === "new" ? null : edited}
            onSaved={() => setEdited((now) => (now === edited ? null : now))}
          />
        ) : null}
      </Sheet>
    </Card>
  );
}

function PackageForm({ offer, onSaved }: { offer: LessonPackage | null; onSaved: () => void }) {
  const { shape } = savePackageInput;
  const validDays = wholeNumberRule(shape.validDays);
  const form = useForm({
    initialValues: {
      name: offer?.name ?? "",
      subject: (offer?.subject ?? "") as Subject | "",
      level: (offer?.level ?? "liceumP") as Level,
      lessons: offer ? String(offer.lessons) : "10",
      price: offer ? String(offer.price) : "",
      validDays: offer?.validDays ? String(offer.validDays) : "",
    },
    validateInputOnBlur: true,
    validate: {
      name: ruleOf(shape.name),
      lessons: wholeNumberRule(shape.lessons),
      price: wholeNumberRule(shape.price),
      validDays: (typed) => (typed.trim() === "" ? null : validDays(typed)),
    },
  });
  const save = trpc.packages.save.useMutation({ onSuccess: saved(form, texts.saved, onSaved) });
  const label = offer ? texts.editPackage : texts.addPackage;
  return (
    <FormShell
      form={form}
      label={label}
      call={save}
      submitLabel={texts.save}
      onSubmit={({ subject, lessons, price, validDays: days, ...values }) =>
        save.mutate({
          ...values,
          ...(offer ? { id: offer.id } : {}),
          subject: subject || null,
          lessons: wholeNumber(lessons),
          price: wholeNumber(price),
          validDays: days.trim() === "" ? null : wholeNumber(days),
        })
      }
    >
      <TextInput label={texts.name} data-autofocus {...form.getInputProps("name")} />
      <NativeSelect
        label={texts.subject}
        data={[
          { value: "", label: texts.anySubject },
          ...SUBJECTS.map((value) => ({ value, label: subjectTexts[value] })),
        ]}
        {...form.getInputProps("subject")}
      />
      <NativeSelect
        label={texts.level}
        data={LEVELS.map((value) => ({ value, label: levelTexts[value] }))}
        {...form.getInputProps("level")}
      />
      <TextInput label={texts.lessons} inputMode="numeric" {...form.getInputProps("lessons")} />
      <AmountField label={texts.price} data-autofocus={undefined} {...form.getInputProps("price")} />
      <TextInput
        label={texts.validDays}
        description={texts.validDaysHint}
        inputMode="numeric"
        {...form.getInputProps("validDays")}
      />
    </FormShell>
  );
}
