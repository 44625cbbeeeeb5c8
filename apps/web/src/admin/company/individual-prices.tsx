import { money } from "@korki/contracts/fields";
import type { AppliedPrice } from "@korki/contracts/prices";
import { offerScreenTexts as texts } from "@korki/contracts/texts/ledger-screens";
import { listTexts } from "@korki/contracts/texts/lists";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { fullName, LEVELS, type Level } from "@korki/domain";
import { Button, NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { PriceWarning } from "../../lesson-parts/price-warning";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { confirm } from "../../ui/confirm";
import { type Column, DataTable } from "../../ui/data-table";
import { FormShell } from "../../ui/form-shell";
import { formatMoney } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { PersonSelect } from "../../ui/person-select";
import { Sheet } from "../../ui/sheet";
import { saved, toastError } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import { AmountField } from "../money/amount-field";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";

const studentOf = ({ student }: AppliedPrice) => (student ? fullName(student) : texts.anyStudent);
const teacherOf = ({ teacher }: AppliedPrice) => (teacher ? fullName(teacher) : texts.anyTeacher);
const whose = (row: AppliedPrice) => `${studentOf(row)}, ${teacherOf(row)}, ${levelTexts[row.level]}`;

/** "Ceny indywidualne": of a student, of a teacher, or of both together (rules §14). */
export default function IndividualPrices() {
  const query = trpc.prices.list.useQuery();
  const list = useListState({ name: "ceny" });
  const [adding, setAdding] = useState(false);
  const remove = trpc.prices.delete.useMutation({ onError: (error) => toastError(errorText(error)) });
  async function askAndDelete(row: AppliedPrice) {
    const isSure = await confirm({
      title: texts.deletePriceQuestion(whose(row)),
      text: texts.deletePriceText,
      confirmLabel: texts.delete,
      dangerous: true,
    });
    if (isSure) remove.mutate({ id: row.id });
  }
  const columns: readonly Column<AppliedPrice>[] = [
    { key: "student", header: texts.student, onCard: "title", cell: studentOf },
    { key: "teacher", header: texts.teacher, cell: teacherOf },
    { key: "level", header: texts.level, cell: ({ level }) => levelTexts[level] },
    { key: "price", header: texts.price, align: "right", cell: ({ price }) => formatMoney(price) },
    { key: "rate", header: texts.rate, align: "right", cell: ({ rate }) => formatMoney(rate) },
    {
      key: "actions",
      header: texts.actions,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: (row) => (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={texts.deletePriceOf(whose(row))}
          loading={remove.isPending && remove.variables.id === row.id}
          onClick={() => void askAndDelete(row)}
        >
          {texts.delete}
        </Button>
      ),
    },
  ];
  return (
    <Card
      title={texts.prices}
      text={texts.pricesText}
      actions={
        <Button size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {texts.addPrice}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {({ items }) => (
          <DataTable
            label={listTexts.table(texts.prices)}
            rows={items.filter(({ student, teacher }) => student !== null || teacher !== null)}
            rowKey={({ id }) => id}
            columns={columns}
            list={list}
            empty={<EmptyState picture="money" title={texts.none} text={texts.noPrices} />}
          />
        )}
      </Loaded>
      <Sheet opened={adding} onClose={() => setAdding(false)} title={texts.addPrice} size="sm">
        <PriceForm known={query.data?.items ?? []} onSaved={() => setAdding(false)} />
      </Sheet>
    </Card>
  );
}

/** @param known the prices that there are: a new one takes the place of the one for the same people and level */
function PriceForm({ known, onSaved }: { known: readonly AppliedPrice[]; onSaved: () => void }) {
  const form = useForm({
    initialValues: {
      studentId: null as string | null,
      teacherId: null as string | null,
      level: "liceumP" as Level,
      price: "",
      rate: "",
    },
    validate: {
      studentId: (studentId, { teacherId }) =>
        studentId === null && teacherId === null ? texts.somebodyMissing : null,
      price: wholeNumberRule(money),
      rate: wholeNumberRule(money),
    },
  });
  const set = trpc.prices.set.useMutation({ onSuccess: saved(form, texts.saved, onSaved) });
  return (
    <FormShell
      form={form}
      label={texts.addPrice}
      call={set}
      submitLabel={texts.save}
      onSubmit={async ({ price, rate, ...values }) => {
        const old = known.find(
          ({ student, teacher, level }) =>
            level === values.level &&
            (student?.id ?? null) === values.studentId &&
            (teacher?.id ?? null) === values.teacherId,
        );
        const isMeant =
          old === undefined ||
          (await confirm({
            title: texts.replacePriceQuestion(whose(old)),
            text: texts.replacePriceText(formatMoney(old.price), formatMoney(old.rate)),
            confirmLabel: texts.replacePrice,
          }));
        if (isMeant) set.mutate({ ...values, price: wholeNumber(price), rate: wholeNumber(rate) });
      }}
    >
      <PersonSelect
        of="students"
        clearable
        label={texts.student}
        placeholder={texts.anyStudent}
        value={form.values.studentId}
        onChange={(id) => form.setFieldValue("studentId", id)}
        error={form.errors.studentId}
      />
      <PersonSelect
        of="teachers"
        clearable
        label={texts.teacher}
        placeholder={texts.anyTeacher}
        value={form.values.teacherId}
        onChange={(id) => form.setFieldValue("teacherId", id)}
        error={form.errors.teacherId}
      />
      <NativeSelect
        label={texts.level}
        data={LEVELS.map((value) => ({ value, label: levelTexts[value] }))}
        {...form.getInputProps("level")}
      />
      <AmountField label={texts.price} data-autofocus={undefined} {...form.getInputProps("price")} />
      <AmountField label={texts.rate} data-autofocus={undefined} {...form.getInputProps("rate")} />
      {wholeNumber(form.values.price) < wholeNumber(form.values.rate) ? <PriceWarning /> : null}
    </FormShell>
  );
}
