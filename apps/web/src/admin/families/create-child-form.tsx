import type { Person } from "@korki/contracts/admin-people";
import { createChildInput } from "@korki/contracts/families";
import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconMoodKid } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { PersonSelect } from "../../ui/person-select";
import { PhoneInput } from "../../ui/phone-input";
import { ruleOf } from "../../ui/rule-of";
import { Sheet } from "../../ui/sheet";
import { toastSuccess } from "../../ui/toasts";
import { useIsHere } from "../../ui/use-is-here";
import { personPath } from "../people/person-path";

/**
 * Opens the form for a student without a login, for whom a parent acts and pays (rules §15); then shows the student.
 *
 * @param parentId the parent; left out: the form asks
 */
export function CreateChildButton({ parentId = null }: { parentId?: string | null }) {
  const [opened, setOpened] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMoodKid size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.addChild}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={texts.addChild}>
        <CreateChildForm
          parentId={parentId}
          onCreated={(child) => {
            setOpened(false);
            navigate(personPath(child));
          }}
        />
      </Sheet>
    </>
  );
}

function CreateChildForm(props: { parentId: string | null; onCreated: (child: Person) => void }) {
  const { shape } = createChildInput;
  const isHere = useIsHere();
  const form = useForm({
    initialValues: { name: "", surname: "", parentId: props.parentId, phoneParent: "" },
    validateInputOnBlur: true,
    validate: {
      name: ruleOf(shape.name),
      surname: ruleOf(shape.surname),
      parentId: (id) => (id ? null : texts.choosePerson),
      phoneParent: ruleOf(shape.phoneParent),
    },
  });
  const create = trpc.families.createChild.useMutation({
    onSuccess(child) {
      form.resetDirty();
      toastSuccess(texts.childAdded);
      if (isHere()) props.onCreated(child);
    },
  });
  return (
    <FormShell
      form={form}
      label={texts.addChild}
      call={create}
      onSubmit={({ parentId, ...values }) => create.mutate({ ...values, parentId: parentId ?? "" })}
    >
      <Text size="sm">{texts.addChildText}</Text>
      <TextInput label={texts.childName} autoComplete="off" data-autofocus {...form.getInputProps("name")} />
      <TextInput label={texts.childSurname} autoComplete="off" {...form.getInputProps("surname")} />
      {props.parentId === null ? (
        <PersonSelect
          of="parents"
          label={texts.parent}
          value={form.values.parentId}
          onChange={(id) => form.setFieldValue("parentId", id)}
          error={form.errors.parentId}
        />
      ) : null}
      <PhoneInput label={texts.parentPhone} autoComplete="off" {...form.getInputProps("phoneParent")} />
    </FormShell>
  );
}
