import type { Guardianship } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Checkbox, Text, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { PersonSelect } from "../../ui/person-select";
import { saved } from "../../ui/toasts";

/** Makes or changes a guardianship: rights, payer, days. */
export function GuardianshipForm(props: {
  /** The side that is fixed: the student's screen, or the parent's. */
  side: { studentId: string } | { parentId: string };
  before: Guardianship | null;
  onDone: () => void;
}) {
  const { side, before, onDone } = props;
  const form = useForm({
    initialValues: {
      otherId: null as string | null,
      book: before?.rights.book ?? true,
      pay: before?.rights.pay ?? true,
      payer: before?.payer ?? false,
      from: before?.from ?? "",
      to: before?.to ?? "",
    },
    validate: { otherId: (id) => (before || id ? null : texts.choosePerson) },
  });
  const save = trpc.families.saveGuardianship.useMutation({ onSuccess: saved(form, texts.saved, onDone) });
  return (
    <FormShell
      form={form}
      label={"studentId" in side ? texts.addParent : texts.addGuardianship}
      call={save}
      submitLabel={texts.save}
      onSubmit={({ otherId, book, pay, payer, from, to }) =>
        save.mutate({
          ...(before
            ? { id: before.id, parentId: before.parentId, studentId: before.studentId, seen: before }
            : { parentId: otherId ?? "", studentId: otherId ?? "", ...side }),
          rights: { book, pay },
          payer: payer && pay,
          ...(from ? { from } : {}),
          to: to || null,
        })
      }
    >
      {before ? (
        <Text fw={550}>{"studentId" in side ? before.parentName : before.studentName}</Text>
      ) : (
        <PersonSelect
          of={"studentId" in side ? "parents" : "students"}
          label={"studentId" in side ? texts.parent : texts.child}
          value={form.values.otherId}
          onChange={(id) => form.setFieldValue("otherId", id)}
          error={form.errors.otherId}
        />
      )}
      <Checkbox label={texts.mayBook} {...form.getInputProps("book", { type: "checkbox" })} />
      <Checkbox label={texts.mayPay} {...form.getInputProps("pay", { type: "checkbox" })} />
      <Checkbox
        label={texts.isPayer}
        disabled={!form.values.pay}
        {...form.getInputProps("payer", { type: "checkbox" })}
      />
      <TextInput type="date" label={texts.from} {...form.getInputProps("from")} />
      <TextInput type="date" label={texts.to} {...form.getInputProps("to")} />
    </FormShell>
  );
}
